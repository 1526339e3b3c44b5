import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCsr, newKeys } from '../../../domains/network/devices/testing/certificates.ts';
import { ask, type VirtualDevice } from '../../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHouse, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

let house: GatewayHouse;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  house = await GatewayHouse.open();
  running = await house.start({ replacementsMax: 2, replacementEveryMs: 20_000 });
  tenant = await house.account();
});
afterAll(() => house.close());

function hellosOf({ serial }: Pick<VirtualDevice, 'serial'>): number {
  return running.heard.hellos.filter(({ device }) => device.serial === serial).length;
}

test('two boxes with one certificate throw each other out a few times, and then wait', async () => {
  const serial = newSerial();
  const credentials = await house.enrolled(running.port, tenant, serial);
  const first = await house.comeIn(running, serial, credentials);
  await house.comeIn(running, serial, credentials);
  const third = await house.comeIn(running, serial, credentials);
  expect(await first.closed()).toBe(4409);
  const fourth = house.dial(running.port, serial, credentials);
  await fourth.opened();
  fourth.hello();
  fourth.report();
  // Whoever came later is let in meanwhile, also one of that serial from another account.
  await house.connected(running, tenant, newSerial());
  await house.connected(running, await house.account(), serial);
  expect([third.closedWith, fourth.closedWith]).toEqual([null, null]);
  expect(hellosOf(third)).toBe(4);
  expect(running.heard.notices).toHaveLength(2);

  house.advance(20_000);
  expect(await third.closed()).toBe(4409);
  await eventually(() => expect(hellosOf(third)).toBe(5));
  await eventually(() => expect(running.heard.reports.at(-1)?.device).toMatchObject({ tenant, serial }));
});

test('so do two boxes that say one name, each with a certificate of its own', async () => {
  const serial = newSerial();
  const one = await house.enrolled(running.port, tenant, serial);
  // A renewal leaves the certificate that a device has good; the new key may be in another box.
  const keys = await newKeys();
  const answer = await ask(running.port, '/renew', {
    method: 'POST',
    body: JSON.stringify({ csr: await newCsr(serial, keys) }),
    credentials: one,
  });
  const other = { key: keys.pem, certificate: String(JSON.parse(answer.body).certificate) };
  await house.comeIn(running, serial, one);
  await house.comeIn(running, serial, other);
  const last = await house.comeIn(running, serial, one);
  const waiting = house.dial(running.port, serial, other);
  await waiting.opened();
  waiting.hello();
  await house.connected(running, tenant, newSerial());
  expect([last.closedWith, waiting.closedWith]).toEqual([null, null]);
  expect(hellosOf(waiting)).toBe(3);
});
