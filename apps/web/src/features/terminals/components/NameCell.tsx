import { LIMITS } from '@airloom/contract/limits';
import type { OnlineTerminal } from '@airloom/contract/terminals/online.model';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../../shared/session/session-store.ts';
import { TerminalLink } from '../../../shared/terminals/TerminalLink.tsx';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import './terminals.css';

interface NameInputProps {
  /** What people call it so far. */
  name: string;
  save(name: string): void;
  close(): void;
}

/** Enter keeps the name, Escape or leaving it lets it be. */
export function NameInput({ name, save, close }: NameInputProps) {
  const { t } = useTranslation();
  const [value, setValue] = useState(name);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') {
      save(value.trim());
      close();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <input
      className="terminal-name-input"
      aria-label={t('terminal-pages.rename.name')}
      placeholder={t('terminal-pages.rename.hint')}
      value={value}
      maxLength={LIMITS.terminal.nameMax}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was just pressed
      autoFocus
      onChange={(event) => setValue(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={close}
    />
  );
}

interface NameCellProps {
  terminal: Pick<OnlineTerminal, 'mac' | 'name' | 'hostname'>;
  rename(terminal: { mac: string; name: string }, name: string): void;
}

/** What a client goes by, which leads to its page; it can be given another name on the spot. */
export function NameCell({ terminal, rename }: NameCellProps) {
  const { t } = useTranslation();
  const operates = useHolds('authuserOnline_view:operate');
  const [editing, setEditing] = useState(false);
  const { mac, name, hostname } = terminal;
  const given = name === hostname ? '' : name;
  if (editing) {
    return (
      <NameInput
        name={given}
        save={(next) => rename({ mac, name: given }, next)}
        close={() => setEditing(false)}
      />
    );
  }
  return (
    <span className="terminal-name">
      <TerminalLink mac={mac}>{name || mac}</TerminalLink>
      {operates && (
        <IconButton
          icon="edit"
          size={14}
          label={t('terminal-pages.rename.action', { name: name || mac })}
          onClick={() => setEditing(true)}
        />
      )}
    </span>
  );
}
