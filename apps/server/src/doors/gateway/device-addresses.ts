import { outsideAddresses } from '../../platform/outside-addresses.ts';
import type { Settings } from '../../platform/settings.ts';

const PORT = /:\d{1,5}$/;
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Host and port at which a device reaches the gateway. `host` is what it wrote into `Host`; clients based on
 * libwebsockets leave the port out of it, whichever it is.
 */
export function gatewayAddressFor(
  host: string | null,
  { GATEWAY_ADDRESS }: Pick<Settings, 'GATEWAY_ADDRESS'>,
  gatewayPort: number,
): string {
  if (GATEWAY_ADDRESS !== undefined) return GATEWAY_ADDRESS;
  const reached = host ?? outsideAddresses()[0] ?? '127.0.0.1';
  return PORT.test(reached) ? reached : `${reached}:${gatewayPort}`;
}

/** The host alone, an IPv6 address in its brackets. */
export function hostOf(address: string): string {
  return address.replace(PORT, '');
}

/** How a device reaches the console: by its public name, else by the host that it reaches the gateway by. */
export function consoleUrlFor(
  gatewayHost: string,
  { PUBLIC_URL, HOST }: Pick<Settings, 'PUBLIC_URL' | 'HOST'>,
  consolePort: number,
): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/+$/, '');
  const own = HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${EVERYWHERE.has(HOST) ? gatewayHost : own}:${consolePort}`;
}
