import type { IncomingMessage } from 'node:http';
import { isWithin } from './address-ranges.ts';

/**
 * The address a request came from, as the HTTP server finds it: the last one in X-Forwarded-For that is no trusted proxy.
 * For sockets, which the HTTP server does not see.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: readonly string[],
): string {
  let address = socket.remoteAddress ?? '';
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  for (const before of forwarded.toReversed()) {
    if (before.trim() === '' || !isWithin(address, trustedProxies)) break;
    address = before.trim();
  }
  return address;
}

export function proxiesOf(setting: string): string[] {
  return setting
    .split(',')
    .map((proxy) => proxy.trim())
    .filter((proxy) => proxy !== '');
}
