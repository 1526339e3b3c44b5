import { expect, it } from 'vitest';
import { detailsOf } from './log-details.ts';

it('leaves out what is empty, and unfolds what is nested', () => {
  expect(detailsOf({ sanity: 100, complaints: [] })).toEqual([{ name: 'sanity', value: '100' }]);
  expect(detailsOf({ client: { mac: '00-00-5E-00-53-01', ssid: null }, reason: 'full' })).toEqual([
    { name: 'mac', value: '00-00-5E-00-53-01' },
    { name: 'reason', value: 'full' },
  ]);
});

it('flattens details and skips a repeated severity', () => {
  expect(detailsOf({ lines: ['one', 'two'], severity: 3 })).toEqual([{ name: 'lines', value: 'one; two' }]);
});

it('shows addresses in one notation, and numbers of twelve digits as they are', () => {
  expect(detailsOf({ macs: ['90:3c:b3:bb:1d:a8'], serial: '903012345678' })).toEqual([
    { name: 'macs', value: '90-3C-B3-BB-1D-A8' },
    { name: 'serial', value: '903012345678' },
  ]);
});
