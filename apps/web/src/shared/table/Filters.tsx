import { lazy, type ReactNode, Suspense } from 'react';
import { useNarrow } from '../ui/use-narrow.ts';
import type { Sorting } from './filters/NarrowFilters.tsx';

/** For phones. */
const NarrowFilters = lazy(async () => ({
  default: (await import('./filters/NarrowFilters.tsx')).NarrowFilters,
}));

interface FiltersProps {
  sorting: Sorting;
  /** How many filters are set. */
  used: number;
  children?: ReactNode;
}

/** Filters of a list: beside its search, or on a phone in a sheet with the order of its rows. */
export function Filters({ sorting, used, children }: FiltersProps) {
  const isNarrow = useNarrow();
  if (!isNarrow) return children;
  const sorts = sorting.columns.some(({ sort }) => sort !== undefined);
  if (!sorts && !children) return null;
  return (
    <Suspense>
      <NarrowFilters sorting={sorting} used={used}>
        {children}
      </NarrowFilters>
    </Suspense>
  );
}
