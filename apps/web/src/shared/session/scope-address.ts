/** Query parameter that names the scope of a page: the id of a site or an organization, or `EVERYTHING`. */
export const SCOPE_PARAMETER = 'at';
export const EVERYTHING = 'account';

/** A path with a scope in its query; null is everything. */
export function withScope(path: string, scope: string | null): string {
  const [pathname = '', query = ''] = path.split('?');
  const search = new URLSearchParams(query);
  search.set(SCOPE_PARAMETER, scope ?? EVERYTHING);
  return `${pathname}?${search}`;
}
