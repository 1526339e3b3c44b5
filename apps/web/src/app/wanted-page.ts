const KEY = 'wantedPage';

/** Whoever was sent to sign in gets the page they had asked for afterwards. */
export function rememberWanted(path: string): void {
  if (path !== '/') sessionStorage.setItem(KEY, path);
}

export function takeWanted(): string | null {
  const wanted = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return wanted;
}
