import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEVICE_CLOSE } from '../../../domains/network/devices/device-link.ts';
import {
  earlierCertificate,
  foreignAuthority,
  type Keys,
  newCsr,
  newKeys,
} from '../../../domains/network/devices/testing/certificates.ts';
import {
  ask,
  type Credentials,
  type HttpAnswer,
} from '../../../domains/network/devices/testing/virtual-device.ts';
import { GatewayHouse, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

let house: GatewayHouse;
let running: RunningGateway;
let tenant: string;
let other: string;
beforeEach(async () => {
  house = await GatewayHouse.open();
  running = await house.start({ enrolmentsMax: 100 });
  tenant = await house.account();
  other = await house.account();
});
afterEach(() => house.close());

async function renewed(
  credentials: Credentials | null,
  commonName: string,
  keys?: Keys,
): Promise<HttpAnswer & { readonly next: Credentials }> {
  const pair = keys ?? (await newKeys());
  const answer = await ask(running.port, '/renew', {
    method: 'POST',
    body: JSON.stringify({ csr: await newCsr(commonName, pair) }),
    ...(credentials === null ? {} : { credentials }),
  });
  const certificate = answer.status === 200 ? String(JSON.parse(answer.body).certificate) : '';
  return { ...answer, next: { key: pair.pem, certificate } };
}

test('a device gets its next certificate for the one it has, and comes in with either', async () => {
  const serial = newSerial();
  const first = await house.enrolled(running.port, tenant, serial);
  // The same serial in another account changes nothing.
  await house.enrolled(running.port, other, serial);
  // TLS has a clock of its own, and a new certificate begins a day before it is made.
  house.advance(DAY_MS / 2);
  const keys = await newKeys();
  const { status, next } = await renewed(first, serial, keys);
  expect(status).toBe(200);
  const certificate = new X509Certificate(next.certificate ?? '');
  expect(certificate.subject.split('\n')).toEqual(['O=AIR', `CN=${serial}`]);
  expect(certificate.validToDate > new X509Certificate(first.certificate ?? '').validToDate).toBe(true);
  // With the key it has, or another.
  const again = await renewed(next, serial, keys);
  expect(again.status).toBe(200);
  for (const credentials of [first, again.next]) {
    await house.comeIn(running, serial, credentials);
    expect(running.heard.hellos.at(-1)?.device).toMatchObject({ tenant, serial });
  }
});

test('a certificate issued earlier, with the account in its subject, admits its device and is renewed', async () => {
  const serial = newSerial();
  const earlier = await earlierCertificate(house.dataDir, tenant, serial);
  await house.comeIn(running, serial, earlier);
  expect(running.heard.hellos.at(-1)?.device).toMatchObject({ tenant, serial });
  const { status, next } = await renewed(earlier, serial);
  expect(status).toBe(200);
  expect(new X509Certificate(next.certificate ?? '').subject).toBe(`O=AIR\nCN=${serial}`);
  await house.comeIn(running, serial, next);
  expect(running.heard.hellos.at(-1)?.device).toMatchObject({ tenant, serial });
});

test('a certificate whose row moved to another account admits and renews there only', async () => {
  for (const earlier of [true, false]) {
    const serial = newSerial();
    const mine = earlier
      ? await earlierCertificate(house.dataDir, tenant, serial)
      : await house.enrolled(running.port, tenant, serial);
    (await house.comeIn(running, serial, mine)).end();
    await house.handOver(serial, tenant, other);
    await house.comeIn(running, serial, mine);
    expect(running.heard.hellos.at(-1)?.device).toMatchObject({ tenant: other, serial });
    const { status, next } = await renewed(mine, serial);
    expect(status).toBe(200);
    await house.comeIn(running, serial, next);
    expect(running.heard.hellos.at(-1)?.device).toMatchObject({ tenant: other, serial });
    expect(await house.row(tenant, serial)).toBeUndefined();
  }
});

test('a certificate of this authority without a row is refused', async () => {
  const serial = newSerial();
  const mine = await house.enrolled(running.port, tenant, serial);
  await house.forgetCertificates(serial);
  const device = house.dial(running.port, serial, mine);
  expect(await device.opened()).toBe('open');
  device.hello();
  expect(await device.closed()).toBe(DEVICE_CLOSE.refused);
  expect((await renewed(mine, serial)).status).toBe(403);
});

test('nobody gets a certificate of another serial', async () => {
  const serial = newSerial();
  const mine = await house.enrolled(running.port, tenant, serial);
  const theirs = newSerial();
  await house.enrolled(running.port, tenant, theirs);
  expect((await renewed(mine, theirs)).status).toBe(403);
  expect((await renewed(mine, 'nobody')).status).toBe(422);
});

test('what does not let a device in renews nothing: no certificate, a revoked, ended or foreign one', async () => {
  const serial = newSerial();
  const mine = await house.enrolled(running.port, tenant, serial);
  expect((await renewed(null, serial)).status).toBe(403);

  const factory = await foreignAuthority();
  await house.trust(tenant, factory.pem);
  await running.gateway.reloadTrust();
  expect((await renewed(await factory.issue(serial, { organization: tenant }), serial)).status).toBe(403);

  const { next } = await renewed(mine, serial);
  await house.revoke(tenant, serial);
  expect((await renewed(mine, serial)).status).toBe(403);
  expect((await renewed(next, serial)).status).toBe(403);

  const late = newSerial();
  const ended = await house.enrolled(running.port, tenant, late);
  house.advance(6 * YEAR_MS);
  expect((await renewed(ended, late)).status).toBe(403);
});

test('a device that was removed renews nothing', async () => {
  const serial = newSerial();
  const mine = await house.enrolled(running.port, tenant, serial);
  await house.remove(tenant, serial);
  expect((await renewed(mine, serial)).status).toBe(403);
});

test('a device fills no table with certificates', async () => {
  const serial = newSerial();
  const mine = await house.enrolled(running.port, tenant, serial);
  const statuses: number[] = [];
  for (let time = 0; time < 5; time += 1) statuses.push((await renewed(mine, serial)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  house.advance(DAY_MS);
  expect((await renewed(mine, serial)).status).toBe(200);
});
