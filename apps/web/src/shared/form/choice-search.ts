import type { ReactNode } from 'react';

interface Labelled {
  label?: ReactNode;
}

function beginsWith({ label }: Labelled, typed: string): boolean {
  return typeof label === 'string' && label.toLowerCase().startsWith(typed);
}

/** Searching a select by its labels: those that begin with what was typed come first. */
export const CHOICE_SEARCH = {
  optionFilterProp: 'label',
  filterSort(a: Labelled, b: Labelled, { searchValue }: { searchValue: string }): number {
    const typed = searchValue.trim().toLowerCase();
    return Number(beginsWith(b, typed)) - Number(beginsWith(a, typed));
  },
};
