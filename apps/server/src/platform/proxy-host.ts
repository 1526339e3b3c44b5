/**
 * Whether cookies of one host reach the other: it is the same, or one is a domain above the other. `*.` before a proxy
 * host stands for names below it.
 */
export function sharesCookies(proxyHost: string, consoleHost: string): boolean {
  const proxy = proxyHost.replace(/^\*\./, '').toLowerCase();
  const other = consoleHost.toLowerCase();
  return proxy === other || proxy.endsWith(`.${other}`) || other.endsWith(`.${proxy}`);
}
