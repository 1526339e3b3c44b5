import type { Action } from '../../ui/actions/action.ts';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { RowMenuButton } from './RowMenu.tsx';

interface RowButtonsProps {
  id: string;
  /** What the row is called. */
  name: string;
  /** The name of the menu. */
  label: string;
  actions: readonly Action[];
  hasOpenMenu: boolean;
  openMenu(id: string, button: HTMLButtonElement): void;
}

/** Beside the menu, in which every action is. */
const BESIDE_MAX = 2;

/** Frequent actions as buttons, then the menu. */
export function RowButtons({ id, name, label, actions, hasOpenMenu, openMenu }: RowButtonsProps) {
  const beside = actions.filter((action) => action.frequent && action.blocked === undefined);
  return (
    <span className="grid-buttons">
      {beside
        .slice(0, BESIDE_MAX)
        .map(
          (action) =>
            action.icon && (
              <IconButton
                key={action.id}
                icon={action.icon}
                label={name === '' ? action.label : `${action.label}: ${name}`}
                onClick={action.run}
              />
            ),
        )}
      <RowMenuButton id={id} label={label} open={hasOpenMenu} onOpen={openMenu} />
    </span>
  );
}
