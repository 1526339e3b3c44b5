import type { EffectiveView } from '@airloom/contract/configuration/configuration.model';
import { expect, it } from 'vitest';
import { isUnsupported } from './effective-limits.ts';

type Limitation = EffectiveView['unsupported'][number];

function limitation(more: Partial<Limitation>): Limitation {
  return { name: '', reason: 'totalBandwidth', band: null, port: null, instead: null, ...more };
}

function unsupported(limitations: readonly Limitation[], path: string, value: unknown = 1): boolean {
  const origin = { level: 'site', name: 'Harbour' } as const;
  return isUnsupported(limitations, {
    path,
    value: value as number,
    origin,
    verified: null,
    byVersion: false,
    ofGuestAccess: false,
  });
}

it('marks the total bandwidth of the network that a device cannot limit', () => {
  const limitations = [limitation({ name: 'Guest' })];
  expect(unsupported(limitations, 'wireless.Guest.bandwidth.upKbps')).toBe(true);
  expect(unsupported(limitations, 'wireless.Guest.bandwidth.upKbps', null)).toBe(false);
  expect(unsupported(limitations, 'wireless.Guest.bandwidth.clientUpKbps')).toBe(false);
  expect(unsupported(limitations, 'wireless.Staff.bandwidth.upKbps')).toBe(false);
});

it('marks values of a radio', () => {
  const limitations = [
    limitation({ name: 'Harbour', reason: 'powerAboveLimit', band: '5G', instead: 20 }),
    limitation({ name: 'Harbour', reason: 'noRadio', band: '6G' }),
  ];
  expect(unsupported(limitations, 'radios.5G.powerDbm')).toBe(true);
  expect(unsupported(limitations, 'radios.5G.channel')).toBe(false);
  expect(unsupported(limitations, 'radios.6G.channel')).toBe(true);
  expect(unsupported(limitations, 'wireless.Guest.vlan')).toBe(false);
});

it('marks every value of a network whose name is in use on the device', () => {
  const limitations = [limitation({ name: 'Guest', reason: 'ssidTaken' })];
  expect(unsupported(limitations, 'wireless.Guest.vlan')).toBe(true);
});
