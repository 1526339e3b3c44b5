import type { KnownTerminal, OnlineTerminal } from '@airloom/contract/clients/online.model';

/** A client of the list. Figures of the connection are known while it is online. */
export type ClientRow = KnownTerminal &
  Partial<Pick<OnlineTerminal, 'score' | 'upRateKbps' | 'downRateKbps' | 'startedAt'>>;

export function onlineRow(client: OnlineTerminal, now: string): ClientRow {
  return { ...client, isOnline: true, lastSeenAt: now };
}
