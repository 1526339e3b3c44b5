import Input from 'antd/es/input/Input';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaving } from '../routing/use-leaving.ts';
import { Icon } from '../ui/Icon.tsx';

const PAUSE_MS = 250;

interface SearchBoxProps {
  value: string;
  /** What it looks at. */
  hint?: string | undefined;
  onChange(value: string): void;
}

/** Searches once the person pauses. `/` anywhere on the page jumps here. */
export function SearchBox({ value, hint, onChange }: SearchBoxProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setTyped(value);
  }
  // After a navigation the address must not be written by this page any more.
  const leaving = useLeaving();
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => {
      if (!leaving()) onChange(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <Input
      type="search"
      className="table-search"
      aria-label={t('ui.table.search')}
      placeholder={hint ?? t('ui.table.search')}
      prefix={<Icon name="search" />}
      allowClear
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onPressEnter={() => onChange(typed)}
    />
  );
}
