const KEY = 'wantedPage';

/** The page that was requested before the sign-in, to open it afterwards. */
export function rememberRequestedPage(path: string): void {
  if (path !== '/') sessionStorage.setItem(KEY, path);
}

export function takeRequestedPage(): string | null {
  const wanted = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return wanted;
}
