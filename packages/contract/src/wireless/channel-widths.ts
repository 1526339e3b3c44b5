import type { BANDS } from '../devices/devices.model.ts';
import { WIRELESS_LIMITS } from './wireless.limits.ts';

type Band = (typeof BANDS)[number];

const CHANNEL_MHZ = 20;
/** 20 MHz channels of 5 and 6 GHz are numbered in steps of four. */
const STEP = 4;

const WIDEST_MHZ: Readonly<Record<Band, number>> = { '2G': 40, '5G': 160, '6G': 320 };

/** First and last channels of the parts of a band that wider channels are made of. */
const PARTS: Readonly<Record<'5G' | '6G', readonly (readonly [number, number])[]>> = {
  '5G': [
    [36, 64],
    [100, 144],
    [149, 161],
  ],
  // Channels of 320 MHz overlap: every second one begins in the middle of another.
  '6G': [
    [1, 233],
    [33, 221],
  ],
};

/** The 20 MHz channels of each wider channel that contains this one. */
function blocksAround(band: Band, channel: number, widthMhz: number): number[][] {
  const count = widthMhz / CHANNEL_MHZ;
  if (count === 1) return [[channel]];
  if (band === '2G')
    return [
      [channel, channel + STEP],
      [channel - STEP, channel],
    ];
  return PARTS[band].flatMap(([first, last]) => {
    const start = first + Math.floor((channel - first) / (STEP * count)) * STEP * count;
    const block = Array.from({ length: count }, (_, nth) => start + nth * STEP);
    return start >= first && start + (count - 1) * STEP <= last ? [block] : [];
  });
}

/** Whether a channel of this width around `channel` consists of available channels only. */
export function fitsWidth(
  available: readonly number[],
  band: Band,
  channel: number,
  widthMhz: number,
): boolean {
  if (widthMhz > WIDEST_MHZ[band]) return false;
  return blocksAround(band, channel, widthMhz).some((block) => block.every((one) => available.includes(one)));
}

/** Widths that at least one of these channels can have. */
export function widthsOf(available: readonly number[], band: Band, channels: readonly number[]): number[] {
  return WIRELESS_LIMITS.channelWidthsMhz.filter((width) =>
    channels.some((channel) => fitsWidth(available, band, channel, width)),
  );
}
