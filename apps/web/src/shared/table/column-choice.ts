import { useState } from 'react';

function keyOf(table: string): string {
  return `columns.${table}`;
}

function readChoice(table: string): string[] | null {
  const stored = localStorage.getItem(keyOf(table));
  return stored === null ? null : stored.split(',');
}

/** Which columns of a table a person wants to see, remembered in this browser. */
export function useColumnChoice(table: string, byDefault: readonly string[]) {
  const [chosen, setChosen] = useState(() => readChoice(table));
  return {
    shown: chosen ?? byDefault,
    isChosen: chosen !== null,
    choose(columns: readonly string[]): void {
      localStorage.setItem(keyOf(table), columns.join(','));
      setChosen([...columns]);
    },
  };
}
