import { MINUTE } from '@airloom/device-protocol/time';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TinyGateway } from '../testing/tiny-gateway.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { startMishaps } from './mishaps.ts';

let gateway: TinyGateway;
let fleet: Fleet;

beforeAll(async () => {
  gateway = await TinyGateway.open();
  fleet = await startFleet({
    devices: 0,
    sites: 1,
    seed: 1,
    kinds: { ap: 1, switch: 1 },
    gateway: gateway.url,
    code: 'code',
    interval: 3600,
    bootMs: 20,
    secondMs: 20,
    retryMaxMs: 50,
  });
  await fleet.ready;
});
afterAll(async () => {
  await fleet.stop();
  await gateway.close();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('after a time without faults a device goes offline and comes back', async () => {
  const end = startMishaps(fleet, 1);
  const connected = () => fleet.status().connected;
  vi.advanceTimersByTime(MINUTE - 1);
  expect(connected()).toBe(2);
  vi.advanceTimersByTime(1);
  expect(connected()).toBe(1);
  vi.advanceTimersByTime(36 * MINUTE);
  end();
  vi.useRealTimers();
  await vi.waitFor(() => expect(connected()).toBe(2), { timeout: 120_000 });
});

test('no faults occur after the end', () => {
  startMishaps(fleet, 1)();
  expect(vi.getTimerCount()).toBe(0);
});
