import type { Band, ChannelMode } from '@airloom/device-protocol/model';
import { isTipAp, type Model } from './models.ts';
import { CHANNEL_PLANS } from './radio-propagation.ts';

const WIFI_5: Readonly<Record<Band, readonly string[]>> = {
  '2G': ['HT20', 'HT40'],
  '5G': ['HT20', 'HT40', 'VHT20', 'VHT40', 'VHT80'],
  '6G': [],
};

/** From the oldest to the newest. */
const MODES: readonly ChannelMode[] = ['HT', 'VHT', 'HE', 'EHT'];
/** Mode of a configuration without one. */
export const DEFAULT_MODE: ChannelMode = 'HE';

/** Modes of a radio with their widths, as it lists them when it connects. */
export function htmodesOf(model: Model, band: Band): readonly string[] {
  return isTipAp(model) ? WIFI_5[band] : [`HE${CHANNEL_PLANS[band].width}`];
}

/** A newer radio supports the older modes, too. */
export function supportsMode(model: Model, band: Band, mode: string): boolean {
  const wanted = MODES.findIndex((one) => one === mode);
  return htmodesOf(model, band).some((name) => MODES.findIndex((own) => name.startsWith(own)) >= wanted);
}

export function widestOf(model: Model, band: Band): number {
  return Math.max(...htmodesOf(model, band).map((name) => Number(name.replace(/\D/g, ''))));
}
