import type { OnlineTerminal } from '@airloom/contract/clients/online.model';

/** The network, band and channel it is on, or the port it is at. */
export function connectionText({
  band,
  ssid,
  channel,
  port,
}: Pick<OnlineTerminal, 'band' | 'ssid' | 'channel' | 'port'>): string {
  if (band === null) return port;
  return `${ssid} · ${band}${channel === null ? '' : ` ${channel}`}`;
}
