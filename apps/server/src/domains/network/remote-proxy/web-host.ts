import { randomBytes } from 'node:crypto';
import type { WebProblem } from '@airloom/contract/remote-proxy/remote-proxy.model';
import { sharesCookies } from '../../../platform/proxy-host.ts';
import type { Settings } from '../../../platform/settings.ts';

type HostSettings = Pick<Settings, 'PROXY_HOST' | 'PUBLIC_URL' | 'PORTAL_URL' | 'PROXY_PORTS'>;

/** Host names that have cookies of the console. */
function consoleHosts({ PUBLIC_URL, PORTAL_URL }: HostSettings, browserOrigin: string): string[] {
  return [PUBLIC_URL, PORTAL_URL, browserOrigin].flatMap((url) =>
    url !== undefined && URL.canParse(url) ? [new URL(url).hostname] : [],
  );
}

/** Cookies are shared by all ports of a host, so web pages of devices need another host than the console. */
export function webHost(
  settings: HostSettings,
  browserOrigin: string,
): { readonly host: string } | { readonly problem: WebProblem } {
  if (settings.PROXY_PORTS === null) return { problem: 'noPorts' };
  const consoles = consoleHosts(settings, browserOrigin);
  const isLocal = consoles.every((host) => host === 'localhost');
  const host = settings.PROXY_HOST ?? (isLocal ? '127.0.0.1' : undefined);
  if (host === undefined || consoles.some((other) => sharesCookies(host, other)))
    return { problem: 'noOwnHost' };
  return { host: named(host) };
}

/** A TCP port has no cookies; any name of this machine will do. */
export function tcpHost(settings: HostSettings, browserOrigin: string): string {
  const host = settings.PROXY_HOST ?? consoleHosts(settings, browserOrigin)[0] ?? 'localhost';
  return host.replace(/^\*\./, '');
}

/** With `*.` each proxy has a name, and so cookies, of its own. */
function named(host: string): string {
  return host.startsWith('*.') ? `p${randomBytes(6).toString('hex')}${host.slice(1)}` : host;
}

/** Whether a proxy has a host name of its own. */
export function isNamed(publicHost: string): boolean {
  return /^p[\da-f]{12}\./.test(publicHost);
}
