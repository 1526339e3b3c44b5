import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import './clients.css';

interface NameInputProps {
  /** The current name. */
  name: string;
  save(name: string): void;
  close(): void;
}

/** Enter saves the name; Escape or leaving the field cancels. */
export function NameInput({ name, save, close }: NameInputProps) {
  const { t } = useTranslation();
  const [value, setValue] = useState(name);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') save(value.trim());
    else if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    const around = event.currentTarget.parentElement;
    flushSync(close);
    // Keyboard focus returns to the element in its place.
    around?.querySelector<HTMLElement>('a, button')?.focus();
  }

  return (
    <input
      className="terminal-name-input"
      aria-label={t('terminal-pages.rename.name')}
      placeholder={t('terminal-pages.rename.hint')}
      value={value}
      maxLength={CLIENT_LIMITS.nameMax}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was just pressed
      autoFocus
      onChange={(event) => setValue(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={close}
    />
  );
}
