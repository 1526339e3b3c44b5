import type { Page } from '@airloom/contract/paging';
import { keepPreviousData, type QueryKey, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../ui/feedback/toast.ts';
import { isNear, pagesAround } from './windowed-pages.ts';

/** Where the rows of a list come from, page by page. */
export interface PageSource<Row, P extends Page<Row> = Page<Row>> {
  /** The same for every page of one list. */
  key: QueryKey;
  read(page: number, size: number, signal: AbortSignal): Promise<P>;
  mayRead: boolean;
  /** Reads again every so many milliseconds. */
  every: number;
}

const PAGE_SIZE = 100;
/** Rows that are chosen at once. */
const RANGE_MAX = 1_000;
/** Who drags the list past many pages is shown those where they stop. */
const REST_MS = 100;

/** A list of any length of which only what is looked at is read. */
export interface Windowed<Row, P extends Page<Row> = Page<Row>> {
  total: number;
  /** The first page, with whatever else its call returns. */
  first: P | undefined;
  /** Nothing could be read. */
  error: Error | null;
  /** Some of it could not be read, or not again. */
  partError: Error | null;
  isPending: boolean;
  /** What is shown was asked for before, and its answer is still to come. */
  isStale: boolean;
  /** Undefined while it is being read. */
  rowAt(index: number): Row | undefined;
  /** Reads the rows from one to another; null when there are too many, or some cannot be read. */
  rowsBetween(first: number, last: number): Promise<readonly Row[] | null>;
  /** Says what is looked at, from the first row to the last. */
  look(first: number, last: number): void;
  /** Reads again what could not be read. */
  retry(): void;
}

function pageQuery<Row, P extends Page<Row>>(source: PageSource<Row, P>, page: number) {
  return {
    queryKey: [...source.key, page],
    queryFn: ({ signal }: { signal: AbortSignal }) => source.read(page, PAGE_SIZE, signal),
    enabled: source.mayRead,
    refetchInterval: source.every,
  };
}

export function useWindowed<Row, P extends Page<Row> = Page<Row>>(
  source: PageSource<Row, P>,
): Windowed<Row, P> {
  const [seen, setSeen] = useState<readonly number[]>([]);
  // It knows how many there are, wherever one looks.
  const first = useQuery({ ...pageQuery(source, 1), placeholderData: keepPreviousData });
  const others = useMemo(() => seen.filter((page) => page !== 1), [seen]);
  const pages = useQueries({ queries: others.map((page) => pageQuery(source, page)) });
  const rows = new Map<number, readonly Row[] | undefined>(
    others.map((page, place) => [page, pages[place]?.data?.rows]),
  );
  rows.set(1, first.data?.rows);
  const total = first.data?.total ?? 0;
  const client = useQueryClient();
  const { t } = useTranslation();
  async function rowsBetween(from: number, to: number): Promise<readonly Row[] | null> {
    if (to - from >= RANGE_MAX) {
      toast.error(t('shell.table.rangeMax', { maximum: RANGE_MAX }));
      return null;
    }
    const [firstPage, lastPage] = [Math.floor(from / PAGE_SIZE), Math.floor(to / PAGE_SIZE)];
    const wanted = Array.from({ length: lastPage - firstPage + 1 }, (_, place) => firstPage + place + 1);
    try {
      const read = await Promise.all(
        wanted.map((page) => client.ensureQueryData<Page<Row>>(pageQuery(source, page))),
      );
      const start = firstPage * PAGE_SIZE;
      return read.flatMap((page) => page.rows).slice(from - start, to - start + 1);
    } catch {
      return null; // the failed call shows its message
    }
  }
  const around = useRef<readonly number[]>([]);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);
  const look = useCallback((from: number, to: number) => {
    const next = pagesAround(from, to, PAGE_SIZE);
    clearTimeout(resting.current);
    if (around.current.join() === next.join()) return;
    const show = () => {
      around.current = next;
      setSeen(next);
    };
    if (isNear(around.current, next)) show();
    else resting.current = setTimeout(show, REST_MS);
  }, []);
  return {
    total,
    first: first.data,
    error: first.data === undefined ? first.error : null,
    partError: first.error ?? pages.find(({ error }) => error !== null)?.error ?? null,
    isPending: first.isPending,
    isStale: first.isPlaceholderData,
    rowAt: (index) => rows.get(Math.floor(index / PAGE_SIZE) + 1)?.[index % PAGE_SIZE],
    rowsBetween,
    look,
    retry: () => [first, ...pages].forEach((page) => page.isError && void page.refetch()),
  };
}
