import type { Action } from './action.ts';
import { IconButton } from './IconButton.tsx';
import { Menu } from './Menu.tsx';
import { useAllowedActions } from './use-actions.ts';

/** The actions of one thing, behind three dots. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  const allowed = useAllowedActions(actions);
  if (allowed.length === 0) return null;
  const harmless = allowed.filter((action) => !action.danger);
  const dangerous = allowed.filter((action) => action.danger);
  const groups = [
    { id: 'harmless', items: harmless },
    { id: 'dangerous', items: dangerous },
  ].filter((group) => group.items.length > 0);
  return (
    <Menu
      label={label}
      groups={groups}
      renderTrigger={(props) => (
        <IconButton {...props} icon="more" label={label} onClick={(event) => event.stopPropagation()} />
      )}
    />
  );
}
