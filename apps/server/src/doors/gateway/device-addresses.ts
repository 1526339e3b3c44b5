import { outsideAddresses } from '../../platform/outside-addresses.ts';
import type { Settings } from '../../platform/settings.ts';

const PORT = /:\d{1,5}$/;
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Host and port at which a device reaches the gateway. `host` is its `Host` header, from which clients based on
 * libwebsockets omit the port.
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

/** Host without the port, an IPv6 address in brackets. */
export function hostOf(address: string): string {
  return address.replace(PORT, '');
}

/** Address of the console for a device: its public name, else the host by which it reaches the gateway. */
export function consoleUrlFor(
  gatewayHost: string,
  { PUBLIC_URL, HOST }: Pick<Settings, 'PUBLIC_URL' | 'HOST'>,
  consolePort: number,
): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/+$/, '');
  const own = HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${EVERYWHERE.has(HOST) ? gatewayHost : own}:${consolePort}`;
}
