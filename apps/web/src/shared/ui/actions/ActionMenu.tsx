import type { Action } from './action.ts';
import { IconButton } from './IconButton.tsx';
import { Menu, type MenuGroup } from './Menu.tsx';
import { useAllowedActions } from './use-actions.ts';

/** Those that hurt stand apart. */
export function groupsOf(actions: readonly Action[]): MenuGroup[] {
  return [
    { id: 'harmless', items: actions.filter((action) => !action.danger) },
    { id: 'dangerous', items: actions.filter((action) => action.danger) },
  ].filter((group) => group.items.length > 0);
}

/** The actions of one thing, behind three dots. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  const allowed = useAllowedActions(actions);
  if (allowed.length === 0) return null;
  return (
    <Menu
      label={label}
      groups={groupsOf(allowed)}
      renderTrigger={(props) => (
        <IconButton {...props} icon="more" label={label} onClick={(event) => event.stopPropagation()} />
      )}
    />
  );
}
