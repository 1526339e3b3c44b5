import { SECOND } from '@airloom/device-protocol/time';
import { segmentBytes } from './client.ts';
import type { Node, Radio } from './node.ts';
import { CHANNEL_PLANS } from './radio-propagation.ts';
import { glide } from './random.ts';

export interface Vitals {
  readonly cpuPercent: number;
  readonly memoryPercent: number;
  readonly temperature: number;
}

/** Forced values of a device. */
export interface Strain {
  readonly cpuPercent: number | null;
  readonly temperature: number | null;
}

export const NO_STRAIN: Strain = { cpuPercent: null, temperature: null };

const MINUTES_10 = 600_000;
const HOURS_3 = 3 * 3_600_000;

/** Load grows with the number of clients, temperature with the load. */
export function vitalsOf(node: Node, clients: number, t: number, strain: Strain): Vitals {
  const busy = 4 + glide(node.key, t, MINUTES_10) * 9 + Math.min(45, clients * 1.1);
  const cpuPercent = strain.cpuPercent ?? Math.min(97, Math.round(busy));
  const warm = 36 + glide(node.key + 1, t, HOURS_3) * 6 + cpuPercent * 0.22;
  return {
    cpuPercent,
    memoryPercent: Math.round(28 + glide(node.key + 2, t, HOURS_3) * 14 + Math.min(30, clients * 0.6)),
    temperature: strain.temperature ?? Math.round(warm),
  };
}

/** Channel utilisation in percent, by its own clients and by neighbours. */
export function utilisationOf(node: Node, radio: Radio, t: number): number {
  const plan = CHANNEL_PLANS[radio.band];
  const others = radio.band === '2G' ? 14 : 4;
  let bits = 0;
  for (const { association } of radio.clients) {
    if (!association) continue;
    const { down, up } = segmentBytes({ ...association.segment, from: t - SECOND }, t);
    bits += (down + up) * 8;
  }
  const capacity = radio.width * 6_000_000 * (plan.width >= radio.width ? 1 : 0.8);
  return Math.min(
    96,
    Math.round(others + glide(node.key + 7 + radio.index, t, MINUTES_10) * 8 + (100 * bits) / capacity),
  );
}
