import { useEffect, useRef } from 'react';
import { useSession } from '../session/session-store.ts';
import { useScope } from '../session/use-place.ts';
import type { TableState } from '../table/use-table.ts';
import { LinkedFilter } from './LogFilters.tsx';

interface EverywhereFilterProps {
  table: Pick<TableState<'at'>, 'filter' | 'setFilter'>;
  /** What all one sees is called. */
  label: string;
}

/**
 * A link asked for all one sees, or for a site or organization other than the one in view: until that is taken away, or
 * somebody turns the console to another site.
 */
export function EverywhereFilter({ table, label }: EverywhereFilterProps) {
  const current = useSession((state) => state.currentSite?.id);
  const scope = useScope();
  const seen = useRef(current);
  const { setFilter } = table;
  useEffect(() => {
    // A page that is loaded finds its site; only a change of it is somebody's choice.
    if (seen.current !== undefined && seen.current !== current) setFilter('at', undefined);
    seen.current = current;
  }, [current, setFilter]);
  return <LinkedFilter table={table} name="at" label={scope?.name ?? label} />;
}
