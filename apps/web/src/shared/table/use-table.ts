import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readParams, type TableParams, writeParams } from './table-params.ts';

interface TableOptions<F extends string> {
  /** Names of further inputs of the list call that the page lets people filter by. */
  filters?: readonly F[];
  /** Keeps two tables on one page apart in the address. */
  prefix?: string;
}

export interface TableState<F extends string = string> extends TableParams {
  /** Spread into the list call's input. */
  input: { page: number; size: number; search: string; sort: string | undefined };
  filter(name: F): string | undefined;
  /** Any change but turning the page goes back to the first page. */
  change(changes: Partial<Omit<TableParams, 'filters'>>): void;
  setFilter(name: F, value: string | undefined): void;
  clear(): void;
  narrowed: boolean;
  /** What a saved view keeps of all this. */
  query: URLSearchParams;
  show(query: URLSearchParams): void;
}

const NONE: readonly never[] = [];

export function useTable<F extends string = never>(options: TableOptions<F> = {}): TableState<F> {
  const { filters = NONE, prefix = '' } = options;
  const [query, setQuery] = useSearchParams();
  const params = useMemo(() => readParams(query, prefix, filters), [query, prefix, filters]);

  function write(next: TableParams): void {
    setQuery((current) => writeParams(current, prefix, filters, next), { replace: true });
  }

  const { page, size, search, sort } = params;
  return {
    ...params,
    input: { page, size, search, sort },
    filter: (name) => params.filters[name],
    change: (changes) => write({ ...params, page: 1, ...changes }),
    setFilter(name, value) {
      const { [name]: _, ...others } = params.filters;
      write({ ...params, page: 1, filters: value === undefined ? others : { ...others, [name]: value } });
    },
    clear: () => write({ ...params, page: 1, search: '', filters: {} }),
    narrowed: search !== '' || Object.keys(params.filters).length > 0,
    query: writeParams(new URLSearchParams(), '', filters, { ...params, page: 1 }),
    show: (wanted) => write(readParams(wanted, '', filters)),
  };
}
