import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCsr, newKeys } from '../../../domains/network/devices/testing/certificates.ts';
import { ask, type VirtualDevice } from '../../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHarness, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  harness = await GatewayHarness.open();
  running = await harness.start({ replacementsMax: 2, replacementEveryMs: 20_000 });
  tenant = await harness.account();
});
afterAll(() => harness.close());

function hellosOf({ serial }: Pick<VirtualDevice, 'serial'>): number {
  return running.received.hellos.filter(({ device }) => device.serial === serial).length;
}

test('two devices with one certificate replace each other a few times, and then have to wait', async () => {
  const serial = newSerial();
  const credentials = await harness.enrolled(running.port, tenant, serial);
  const first = await harness.connectWith(running, serial, credentials);
  await harness.connectWith(running, serial, credentials);
  const third = await harness.connectWith(running, serial, credentials);
  expect(await first.closed()).toBe(4409);
  const fourth = harness.dial(running.port, serial, credentials);
  await fourth.opened();
  fourth.hello();
  fourth.report();
  // A later device is admitted meanwhile, also one with that serial in another account.
  await harness.connected(running, tenant, newSerial());
  await harness.connected(running, await harness.account(), serial);
  expect([third.closedWith, fourth.closedWith]).toEqual([null, null]);
  expect(hellosOf(third)).toBe(4);
  expect(running.received.notices).toHaveLength(2);

  harness.advance(20_000);
  expect(await third.closed()).toBe(4409);
  await eventually(() => expect(hellosOf(third)).toBe(5));
  await eventually(() => expect(running.received.reports.at(-1)?.device).toMatchObject({ tenant, serial }));
});

test('two devices with one serial and separate certificates have to wait as well', async () => {
  const serial = newSerial();
  const one = await harness.enrolled(running.port, tenant, serial);
  // A renewal keeps the earlier certificate valid; the new key may be on another device.
  const keys = await newKeys();
  const answer = await ask(running.port, '/renew', {
    method: 'POST',
    body: JSON.stringify({ csr: await newCsr(serial, keys) }),
    credentials: one,
  });
  const other = { key: keys.pem, certificate: String(JSON.parse(answer.body).certificate) };
  await harness.connectWith(running, serial, one);
  await harness.connectWith(running, serial, other);
  const last = await harness.connectWith(running, serial, one);
  const waiting = harness.dial(running.port, serial, other);
  await waiting.opened();
  waiting.hello();
  await harness.connected(running, tenant, newSerial());
  expect([last.closedWith, waiting.closedWith]).toEqual([null, null]);
  expect(hellosOf(waiting)).toBe(3);
});
