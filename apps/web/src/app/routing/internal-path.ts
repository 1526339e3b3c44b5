/** The path if it stays on this site; null for anything a browser could read as another site's address. */
export function internalPath(text: string | null): string | null {
  if (text === null || !text.startsWith('/')) return null;
  const base = 'http://console.invalid';
  const url = URL.canParse(text, base) ? new URL(text, base) : null;
  if (url?.origin !== base || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
