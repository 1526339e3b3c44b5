import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientOf } from '../../telemetry/testing/reports.ts';
import { packSamples, samplesOf } from './client-samples.ts';

const mac = fc
  .uint8Array({ minLength: 6, maxLength: 6 })
  .map((bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(':'));
const bytes = fc.nat(2 ** 48 - 1);
const packets = fc.nat(2 ** 40 - 1);
const sample = fc.record({
  mac,
  signal: fc.option(fc.integer({ min: -127, max: 0 })),
  rate: fc.option(fc.nat(65_534)),
  rx: bytes,
  tx: bytes,
  packets,
  retries: packets,
});

test('reads back every packed sample by its address', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(sample, { selector: (one) => one.mac, maxLength: 30 }),
      mac,
      (all, stranger) => {
        const packed = packSamples(
          all.map(({ mac: own, signal, rate, rx, tx, packets: sent, retries }) => {
            const client = clientOf(own, 60, rx, tx);
            const txRateKbps = rate === null ? null : rate * 1_000;
            return {
              ...client,
              wireless: client.wireless && {
                ...client.wireless,
                signal,
                txRateKbps,
                txPackets: sent,
                txRetries: retries,
              },
            };
          }),
        );
        const found = samplesOf(packed, [...all.map((one) => one.mac), stranger]);
        for (const { mac: own, rate, ...figures } of all) {
          const downRateKbps = rate === null ? null : rate * 1_000;
          expect(found.get(own)).toEqual({ ...figures, downRateKbps });
        }
        if (!all.some((one) => one.mac === stranger)) expect(found.has(stranger)).toBe(false);
      },
    ),
  );
});

test('clamps values to their fields and leaves out invalid addresses', () => {
  const odd = clientOf('02:00:00:00:00:01', 60, 1e300, -5);
  const packed = packSamples([
    clientOf('nobody', 60, 1),
    { ...odd, wireless: odd.wireless && { ...odd.wireless, signal: -4_000, txRateKbps: 1e12 } },
    { ...clientOf('02:00:00:00:00:02', 60, 7), wireless: null },
  ]);
  const found = samplesOf(packed, ['02:00:00:00:00:01', '02:00:00:00:00:02', 'nobody']);
  expect(found.get('02:00:00:00:00:01')).toMatchObject({
    signal: -127,
    downRateKbps: 65_534_000,
    rx: 2 ** 48 - 1,
    tx: 0,
  });
  expect(found.get('02:00:00:00:00:02')).toMatchObject({ signal: null, downRateKbps: null, rx: 7 });
  expect(found.has('nobody')).toBe(false);
});
