import type { DeviceChart } from '@airloom/contract/telemetry/telemetry.model';
import { expect, it } from 'vitest';
import { deviceLines, radioLines, worthDrawing } from './chart-lines.ts';

const CHART: DeviceChart = {
  from: '2026-03-01T10:00:00.000Z',
  to: '2026-03-01T11:00:00.000Z',
  stepSeconds: 120,
  firstAt: '2026-03-01T10:00:00.000Z',
  series: [
    { metric: 'trafficUp', values: [1, null] },
    { metric: 'trafficDown', values: [2, 3] },
  ],
  radios: [
    { index: 0, band: '2G', series: [{ metric: 'noise', values: [-95, -94] }] },
    { index: 1, band: null, series: [{ metric: 'utilisationPercent', values: [4, 5] }] },
  ],
};

it('returns the lines in the requested sequence, without unmeasured ones', () => {
  expect(
    deviceLines(CHART, [
      ['trafficDown', 'Down'],
      ['temperature', 'Warmth'],
      ['trafficUp', 'Up'],
    ]),
  ).toEqual([
    { name: 'Down', values: [2, 3] },
    { name: 'Up', values: [1, null] },
  ]);
});

it('returns a line for every radio with values', () => {
  expect(radioLines(CHART, 'noise', (radio) => `${radio.index} ${radio.band}`)).toEqual([
    { name: '0 2G', values: [-95, -94] },
  ]);
});

it('draws an empty chart only where it is expected', () => {
  expect(worthDrawing([{ name: 'a', values: [null] }], false)).toBe(false);
  expect(worthDrawing([{ name: 'a', values: [null] }], true)).toBe(true);
});
