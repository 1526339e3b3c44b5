import { type Association, type Client, segmentBytes } from './client.ts';
import type { Radio, Totals } from './node.ts';
import { CHANNEL_PLANS, rateAt, signalAt } from './radio-propagation.ts';
import { add } from './traffic.ts';

/** Adds the bytes of the current segment to the totals. */
export function closeSegment(client: Client, association: Association, t: number): void {
  const bytes = segmentBytes(association.segment, t);
  add(association.ended, bytes);
  if (association.radio) addTo(association.radio.ended, association.network, bytes);
  else if (client.wired) addTo(client.wired.node.hostEnded, client.wired.port, bytes);
  association.segment = { from: t, down: 0, up: 0 };
}

function addTo(ended: Map<string, Totals>, key: string, bytes: Totals): void {
  const totals = ended.get(key) ?? { down: 0, up: 0 };
  add(totals, bytes);
  ended.set(key, totals);
}

/** Bytes per second for one client of a shared radio. */
export function fairShare(radio: Radio, { metres, shadow }: Pick<Association, 'metres' | 'shadow'>): number {
  const signal = signalAt(radio.band, radio.txPower, metres, shadow);
  const { kbps } = rateAt(signal, CHANNEL_PLANS[radio.band].noise, radio.width);
  return (kbps * 1000 * 0.45) / 8 / (radio.clients.size + 1);
}
