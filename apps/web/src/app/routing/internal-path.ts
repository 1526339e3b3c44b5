/** The path if it is internal; null for anything a browser could interpret as another origin. */
export function internalPath(text: string | null): string | null {
  if (text === null || !text.startsWith('/')) return null;
  const base = 'http://console.invalid';
  const url = URL.canParse(text, base) ? new URL(text, base) : null;
  if (url?.origin !== base || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
