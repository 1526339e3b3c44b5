import { radiosInputIn } from '@airloom/contract/wireless/radio.rules';
import { expect, test } from 'vitest';
import { radioOptions } from './radio-options.ts';

test.each([
  [
    'PL',
    [
      [20, 40],
      [20, 40, 80, 160],
      [20, 40, 80, 160, 320],
    ],
  ],
  [
    'CN',
    [
      [20, 40],
      [20, 40, 80, 160],
    ],
  ],
  // Only channels 36 to 48.
  [
    'AQ',
    [
      [20, 40],
      [20, 40, 80],
    ],
  ],
])('offers the widths that a channel can have in %s', (country, widths) => {
  expect(radioOptions(country, []).bands.map(({ widthsMhz }) => widthsMhz)).toEqual(widths);
});

test('offers widths of the channels that radios have', () => {
  const radio = {
    bands: ['5G' as const],
    channels: [165],
    modes: [{ mode: 'HE' as const, maxWidthMhz: 80 }],
  };
  const { bands } = radioOptions('US', [{ radios: [radio], devices: 1 }]);
  expect(bands.find(({ band }) => band === '5G')?.widthsMhz).toEqual([20]);
});

test.each(['PL', 'US', 'CN', 'JP', 'BR', 'KR', 'AQ'])(
  'everything that is offered in %s is accepted',
  (country) => {
    for (const { band, channels, widthsMhz } of radioOptions(country, []).bands) {
      for (const value of [
        ...channels.map(({ channel }) => ({ channel })),
        ...widthsMhz.map((widthMhz) => ({ widthMhz })),
      ])
        expect(radiosInputIn(country).safeParse({ bands: { [band]: value } }).success).toBe(true);
    }
  },
);
