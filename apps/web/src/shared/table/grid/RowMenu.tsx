import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { groupsOf } from '../../ui/actions/ActionMenu.tsx';
import type { Action } from '../../ui/actions/action.ts';
import '../../ui/actions/icon-button.css';
import { OpenMenu } from '../../ui/actions/Menu.tsx';
import { useAllowedActions } from '../../ui/actions/use-actions.ts';

interface RowMenuButtonProps {
  id: string;
  label: string;
  open: boolean;
  onOpen(id: string, button: HTMLButtonElement): void;
}

/** Three dots, drawn without a picture of their own. */
export function RowMenuButton({ id, label, open, onOpen }: RowMenuButtonProps) {
  // By the time of the click, pressing the button has closed what was open.
  const closes = useRef(false);
  return (
    <button
      type="button"
      className="icon-button grid-dots"
      aria-label={label}
      title={label}
      aria-haspopup="menu"
      aria-expanded={open}
      onPointerDown={() => {
        closes.current = open;
      }}
      onClick={(event) => {
        // A key closes nothing beforehand.
        if (event.detail === 0 || !closes.current) onOpen(id, event.currentTarget);
        closes.current = false;
      }}
    />
  );
}

interface MenuOfRowProps {
  label: string;
  actions: readonly Action[];
  button: HTMLButtonElement;
  onClose(): void;
  onLost(): void;
}

function MenuOfRow({ label, actions, button, onClose, onLost }: MenuOfRowProps) {
  const groups = groupsOf(useAllowedActions(actions));
  const lost = useRef(onLost);
  useEffect(() => {
    lost.current = onLost;
  });
  useEffect(
    () => () => {
      if (!button.isConnected && document.activeElement === document.body) lost.current();
    },
    [button],
  );
  return <OpenMenu label={label} groups={groups} button={button} onClose={onClose} />;
}

interface RowMenu {
  /** Whose menu is open. */
  openId: string | undefined;
  openMenu(id: string, button: HTMLButtonElement): void;
  menu: ReactNode;
}

interface About {
  label: string;
  actions: readonly Action[];
}

interface RowMenuOf<Row> {
  /** Undefined when it is no longer drawn. */
  rowOf(id: string): Row | undefined;
  /** Whether one that is not drawn has only scrolled away; otherwise it is gone, and its menu with it. */
  scrollsAway: boolean;
  about(row: Row): About;
  /** The button that would have the focus again is gone. */
  onLost(): void;
}

/** One menu for all rows of a grid; what can be done with a row is asked for when its menu opens. */
export function useRowMenu<Row>({ rowOf, scrollsAway, about, onLost }: RowMenuOf<Row>): RowMenu {
  const [opened, setOpened] = useState<{ id: string; row: Row; button: HTMLButtonElement } | null>(null);
  const latest = useRef(rowOf);
  useEffect(() => {
    latest.current = rowOf;
  });
  if (opened !== null && !scrollsAway && rowOf(opened.id) === undefined) setOpened(null);
  const openMenu = useCallback((id: string, button: HTMLButtonElement) => {
    const row = latest.current(id);
    if (row !== undefined) setOpened({ id, row, button });
  }, []);
  return {
    openId: opened?.id,
    openMenu,
    menu: opened && (
      <MenuOfRow
        key={opened.id}
        // It stays what it was opened for when its row scrolls away.
        {...about(rowOf(opened.id) ?? opened.row)}
        button={opened.button}
        onClose={() => {
          // News of the one that was closed may come when another is open already.
          setOpened((now) => (now === opened ? null : now));
        }}
        onLost={onLost}
      />
    ),
  };
}
