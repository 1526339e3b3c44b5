import { PAGE_SIZES } from '@airloom/contract/paging';

/** What a list call is asked for; kept in the address, so that a link or the back button brings it back. */
export interface TableParams {
  page: number;
  size: number;
  search: string;
  sort: string | undefined;
  filters: Readonly<Record<string, string>>;
}

const DEFAULT_SIZE = PAGE_SIZES[0];

export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

export function readParams(query: URLSearchParams, prefix: string, filters: readonly string[]): TableParams {
  const size = wholeNumber(query.get(`${prefix}size`));
  const chosen = filters.flatMap((name): [string, string][] => {
    const value = query.get(`${prefix}${name}`);
    return value === null || value === '' ? [] : [[name, value]];
  });
  return {
    page: wholeNumber(query.get(`${prefix}page`)) ?? 1,
    size: PAGE_SIZES.find((allowed) => allowed === size) ?? DEFAULT_SIZE,
    search: query.get(`${prefix}search`) ?? '',
    sort: query.get(`${prefix}sort`) ?? undefined,
    filters: Object.fromEntries(chosen),
  };
}

/** Leaves out what is as it would be anyway, and whatever belongs to others stays. */
export function writeParams(
  query: URLSearchParams,
  prefix: string,
  filters: readonly string[],
  params: TableParams,
): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string | undefined) => {
    if (value === undefined || value === '') next.delete(`${prefix}${name}`);
    else next.set(`${prefix}${name}`, value);
  };
  put('page', params.page === 1 ? undefined : String(params.page));
  put('size', params.size === DEFAULT_SIZE ? undefined : String(params.size));
  put('search', params.search);
  put('sort', params.sort);
  for (const name of filters) put(name, params.filters[name]);
  return next;
}
