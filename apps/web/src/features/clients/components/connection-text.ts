import type { OnlineTerminal } from '@airloom/contract/clients/online.model';

/** Network, band and channel, or the port. */
export function connectionText({
  band,
  ssid,
  channel,
  port,
}: Pick<OnlineTerminal, 'band' | 'ssid' | 'channel' | 'port'>): string {
  if (band === null) return port;
  return `${ssid} · ${band}${channel === null ? '' : ` ${channel}`}`;
}
