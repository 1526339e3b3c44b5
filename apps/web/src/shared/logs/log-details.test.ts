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
