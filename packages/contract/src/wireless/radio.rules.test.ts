import { describe, expect, it } from 'vitest';
import { type RadioValue, radiosInput, radiosInputIn } from './radio.rules.ts';

type Band = '2G' | '5G' | '6G';

function problemOf(band: Band, value: object, country: string | null = null): string | null {
  const schema = country === null ? radiosInput : radiosInputIn(country);
  const [issue] = schema.safeParse({ bands: { [band]: value } }).error?.issues ?? [];
  return issue === undefined ? null : `${issue.path.slice(2).join('.')} ${issue.message}`;
}

const WIDTH = 'widthMhz validation.channelWidth';
const CHANNEL = 'channel validation.channel';
const ALLOWED = 'allowedChannels validation.channel';

describe('in any country', () => {
  it.each<[Band, RadioValue, string | null]>([
    ['2G', { channel: 6, widthMhz: 40 }, null],
    ['2G', { widthMhz: 80 }, WIDTH],
    ['2G', { channel: 36 }, CHANNEL],
    ['5G', { channel: 36, widthMhz: 160 }, null],
    ['5G', { channel: 64, widthMhz: 160 }, null],
    ['5G', { channel: 128, widthMhz: 160 }, null],
    ['5G', { channel: 132, widthMhz: 160 }, WIDTH],
    ['5G', { channel: 132, widthMhz: 80 }, null],
    ['5G', { channel: 149, widthMhz: 160 }, WIDTH],
    ['5G', { channel: 165, widthMhz: 20 }, null],
    ['5G', { channel: 165, widthMhz: 40 }, WIDTH],
    ['5G', { channel: 38 }, CHANNEL],
    ['5G', { widthMhz: 320 }, WIDTH],
    ['6G', { channel: 1, widthMhz: 320 }, null],
    ['6G', { channel: 221, widthMhz: 320 }, null],
    ['6G', { channel: 225, widthMhz: 320 }, WIDTH],
    ['6G', { channel: 233, widthMhz: 40 }, WIDTH],
    ['5G', { channel: 'auto', allowedChannels: [149, 165], widthMhz: 80 }, null],
    ['5G', { channel: 'auto', allowedChannels: [132, 149], widthMhz: 160 }, WIDTH],
    ['5G', { channel: 'auto', allowedChannels: [] }, 'allowedChannels validation.selectOne'],
    ['5G', { channel: 36, allowedChannels: [] }, null],
    ['5G', { allowedChannels: [36, 40, 36] }, 'allowedChannels validation.duplicate'],
    ['5G', { allowedChannels: [36, 6] }, ALLOWED],
    ['2G', { minimumRateKbps: 11_000 }, null],
    ['5G', { minimumRateKbps: 12_000 }, null],
    ['5G', { minimumRateKbps: 11_000 }, 'minimumRateKbps validation.minimumRate'],
    ['6G', { minimumRateKbps: 1_000 }, 'minimumRateKbps validation.minimumRate'],
    ['6G', { minimumRateKbps: null }, null],
  ])('%s: %o', (band, value, expected) => {
    expect(problemOf(band, value)).toBe(expected);
  });
});

describe('in one country', () => {
  it.each<[string, Band, RadioValue, string | null]>([
    ['US', '5G', { channel: 144, widthMhz: 80 }, null],
    ['PL', '5G', { channel: 144 }, CHANNEL],
    ['PL', '5G', { channel: 140, widthMhz: 80 }, WIDTH],
    ['PL', '5G', { channel: 48, widthMhz: 160 }, null],
    ['CN', '5G', { widthMhz: 160 }, null],
    ['BR', '5G', { channel: 149, widthMhz: 80 }, null],
    ['IR', '5G', { channel: 149 }, CHANNEL],
    ['BD', '5G', { channel: 36 }, CHANNEL],
    ['AU', '5G', { channel: 120 }, CHANNEL],
    ['AQ', '5G', { channel: 36, widthMhz: 80 }, null],
    ['AQ', '5G', { widthMhz: 160 }, WIDTH],
    ['KR', '5G', { channel: 36, powerDbm: 23 }, null],
    ['KR', '5G', { channel: 48, powerDbm: 18 }, 'powerDbm validation.transmitPower'],
    ['KR', '5G', { powerDbm: 23 }, null],
    ['KR', '6G', { channel: 233, powerDbm: 15 }, null],
    ['KR', '6G', { channel: 233, powerDbm: 16 }, 'powerDbm validation.transmitPower'],
    ['US', '2G', { channel: 13 }, CHANNEL],
    ['PL', '2G', { channel: 13, widthMhz: 40 }, null],
    ['PL', '6G', { channel: 97 }, CHANNEL],
    ['PL', '6G', { channel: 93, widthMhz: 320 }, null],
    ['PL', '5G', { channel: 'auto', allowedChannels: [36, 149] }, ALLOWED],
    ['CN', '6G', { channel: 1 }, CHANNEL],
    ['CN', '6G', { enabled: false }, null],
    ['PL', '2G', { powerDbm: 20 }, null],
    ['PL', '2G', { powerDbm: 21 }, 'powerDbm validation.transmitPower'],
    ['US', '2G', { powerDbm: 30 }, null],
  ])('%s, %s: %o', (country, band, value, expected) => {
    expect(problemOf(band, value, country)).toBe(expected);
  });
});
