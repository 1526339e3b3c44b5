/**
 * The token of a link is the fragment of its address, which browsers do not send to servers. It is removed from the
 * address, so that it does not stay in the history or on screen.
 */
export function takeToken(): string | undefined {
  const token = location.hash.slice(1);
  if (token === '') return undefined;
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  // Another link in the same tab changes the fragment only.
  window.addEventListener('hashchange', () => location.reload(), { once: true });
  return token;
}
