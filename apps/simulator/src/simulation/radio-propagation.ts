import type { Band } from '@airloom/device-protocol/model';
import type { Association, Client } from './client.ts';
import { glide } from './random.ts';

export interface ChannelPlan {
  readonly channels: readonly number[];
  readonly width: number;
  readonly txPower: number;
  readonly noise: number;
  /** Frequency of channel 0 in MHz. */
  readonly base: number;
}

export const CHANNEL_PLANS: Readonly<Record<Band, ChannelPlan>> = {
  '2G': { channels: [1, 6, 11], width: 20, txPower: 17, noise: -95, base: 2407 },
  '5G': { channels: [36, 52, 100, 116, 149], width: 80, txPower: 20, noise: -98, base: 5000 },
  '6G': { channels: [37, 69, 101, 133], width: 160, txPower: 22, noise: -99, base: 5950 },
};

export const ALLOWED_CHANNELS: Readonly<Record<Band, readonly number[]>> = {
  '2G': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
  '5G': [
    36, 40, 44, 48, 52, 56, 60, 64, 100, 104, 108, 112, 116, 120, 124, 128, 132, 136, 140, 149, 153, 157, 161,
    165,
  ],
  '6G': Array.from({ length: 59 }, (_, index) => 1 + 4 * index),
};

const CHANNEL_MHZ = 20;

/** The 20 MHz channels of a wider one. */
export function channelsOf(channel: number, width: number): readonly number[] {
  return Array.from({ length: Math.max(1, width / CHANNEL_MHZ) }, (_, index) => channel + 4 * index);
}

export function frequencyOf(band: Band, channel: number): number {
  return CHANNEL_PLANS[band].base + 5 * channel;
}

const LOSS_AT_ONE_METRE: Readonly<Record<Band, number>> = { '2G': 40, '5G': 47, '6G': 48.5 };
const LOSS_EXPONENT = 3.1;
const WEAKEST = -92;
const STRONGEST = -28;

/** Indoor log-distance path loss with shadowing. */
export function signalAt(band: Band, txPower: number, metres: number, shadow: number): number {
  const loss = LOSS_AT_ONE_METRE[band] + 10 * LOSS_EXPONENT * Math.log10(Math.max(1, metres)) + shadow;
  return Math.round(Math.min(STRONGEST, Math.max(WEAKEST, txPower - loss)));
}

const SWAY_MS = 60_000;

/** Signal of a client in dBm, with small variations over time. */
export function signalOf(client: Client, association: Association, t: number): number {
  const { radio } = association;
  if (!radio) return 0;
  const sway = glide(client.ip.length + association.since, t, SWAY_MS) * 4 - 2;
  return signalAt(radio.band, radio.txPower, association.metres, association.shadow + sway);
}

/** Mbit/s of one stream in 20 MHz by modulation, and the required SNR. */
const STEPS: readonly (readonly [number, number])[] = [
  [8.6, 5],
  [17.2, 8],
  [25.8, 11],
  [34.4, 14],
  [51.6, 18],
  [68.8, 22],
  [77.4, 24],
  [86, 26],
  [103.2, 30],
  [114.7, 33],
  [129, 36],
  [143.4, 39],
];
const STREAMS = 2;

export interface Rate {
  readonly kbps: number;
  readonly mcs: number;
}

export function rateAt(signal: number, noise: number, width: number): Rate {
  const above = signal - noise - 10 * Math.log10(width / CHANNEL_MHZ);
  const found = STEPS.findLastIndex(([, needs]) => above >= needs);
  const mcs = Math.max(0, found);
  const megabits = STEPS[mcs]?.[0] ?? 0;
  return { kbps: Math.round(megabits * STREAMS * (width / CHANNEL_MHZ) * 1000), mcs };
}

/** Retransmissions in percent. */
export function retryPercent(signal: number): number {
  return Math.max(1, Math.min(45, (-50 - signal) * 0.9));
}
