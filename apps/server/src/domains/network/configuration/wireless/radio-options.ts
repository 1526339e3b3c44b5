import { BANDS } from '@airloom/contract/devices/devices.model';
import type { abilities } from '@airloom/contract/devices/report.model';
import { widthsOf } from '@airloom/contract/wireless/channel-widths';
import { bandRule, maxDbmIn } from '@airloom/contract/wireless/regulatory';
import type { RadioOptions } from '@airloom/contract/wireless/wireless.model';
import type { z } from 'zod';

type Radio = z.infer<typeof abilities>['radios'][number];

/** Radios of several devices with the same abilities. */
export interface CountedRadios {
  readonly radios: readonly Radio[];
  readonly devices: number;
}

/** What the country and the radios of a place allow. A channel or width is offered when one of the radios has it. */
export function radioOptions(country: string, counted: readonly CountedRadios[]): RadioOptions {
  return {
    country,
    bands: BANDS.flatMap((band) => {
      const rule = bandRule(country, band);
      if (rule === null) return [];
      const own = counted.map(({ radios, devices }) => ({
        radios: radios.filter(({ bands }) => bands.includes(band)),
        devices,
      }));
      const radios = own.flatMap((one) => one.radios);
      const reported = new Set(radios.flatMap(({ channels }) => channels));
      const channels = rule.channels.filter((channel) => reported.size === 0 || reported.has(channel));
      const widest = Math.max(0, ...radios.flatMap(({ modes }) => modes.map((mode) => mode.maxWidthMhz)));
      const limit = widest === 0 ? Number.POSITIVE_INFINITY : widest;
      return [
        {
          band,
          radios: own.reduce((sum, one) => sum + one.radios.length * one.devices, 0),
          channels: channels.map((channel) => ({
            channel,
            radar: rule.dfs.includes(channel),
            maxDbm: maxDbmIn(country, band, channel),
          })),
          widthsMhz: widthsOf(rule.channels, band, channels).filter((width) => width <= limit),
          maxDbm: maxDbmIn(country, band),
        },
      ];
    }),
  };
}
