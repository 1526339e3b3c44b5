import { X509Certificate } from 'node:crypto';
import { DAY } from '@airloom/contract/time';
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
import { GatewayHarness, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
let other: string;
beforeEach(async () => {
  harness = await GatewayHarness.open();
  running = await harness.start({ enrolmentsMax: 100 });
  tenant = await harness.account();
  other = await harness.account();
});
afterEach(() => harness.close());

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

test('renews a certificate, and admits the device with either one', async () => {
  const serial = newSerial();
  const first = await harness.enrolled(running.port, tenant, serial);
  // The same serial in another account changes nothing.
  await harness.enrolled(running.port, other, serial);
  // TLS uses its own clock, and a new certificate is valid from one day before.
  harness.advance(DAY / 2);
  const keys = await newKeys();
  const { status, next } = await renewed(first, serial, keys);
  expect(status).toBe(200);
  const certificate = new X509Certificate(next.certificate ?? '');
  expect(certificate.subject.split('\n')).toEqual(['O=AIR', `CN=${serial}`]);
  expect(certificate.validToDate > new X509Certificate(first.certificate ?? '').validToDate).toBe(true);
  // With the same key, or another one.
  const again = await renewed(next, serial, keys);
  expect(again.status).toBe(200);
  for (const credentials of [first, again.next]) {
    await harness.connectWith(running, serial, credentials);
    expect(running.received.hellos.at(-1)?.device).toMatchObject({ tenant, serial });
  }
});

test('a certificate issued earlier, with the account in its subject, admits its device and is renewed', async () => {
  const serial = newSerial();
  const earlier = await earlierCertificate(harness.dataDir, tenant, serial);
  await harness.connectWith(running, serial, earlier);
  expect(running.received.hellos.at(-1)?.device).toMatchObject({ tenant, serial });
  const { status, next } = await renewed(earlier, serial);
  expect(status).toBe(200);
  expect(new X509Certificate(next.certificate ?? '').subject).toBe(`O=AIR\nCN=${serial}`);
  await harness.connectWith(running, serial, next);
  expect(running.received.hellos.at(-1)?.device).toMatchObject({ tenant, serial });
});

test('a certificate whose row moved to another account admits and renews there only', async () => {
  for (const earlier of [true, false]) {
    const serial = newSerial();
    const mine = earlier
      ? await earlierCertificate(harness.dataDir, tenant, serial)
      : await harness.enrolled(running.port, tenant, serial);
    (await harness.connectWith(running, serial, mine)).end();
    await harness.transfer(serial, tenant, other);
    await harness.connectWith(running, serial, mine);
    expect(running.received.hellos.at(-1)?.device).toMatchObject({ tenant: other, serial });
    const { status, next } = await renewed(mine, serial);
    expect(status).toBe(200);
    await harness.connectWith(running, serial, next);
    expect(running.received.hellos.at(-1)?.device).toMatchObject({ tenant: other, serial });
    expect(await harness.row(tenant, serial)).toBeUndefined();
  }
});

test('a certificate of this authority without a row is refused', async () => {
  const serial = newSerial();
  const mine = await harness.enrolled(running.port, tenant, serial);
  await harness.forgetCertificates(serial);
  const device = harness.dial(running.port, serial, mine);
  expect(await device.opened()).toBe('open');
  device.hello();
  expect(await device.closed()).toBe(DEVICE_CLOSE.refused);
  expect((await renewed(mine, serial)).status).toBe(403);
});

test('refuses a certificate for another serial', async () => {
  const serial = newSerial();
  const mine = await harness.enrolled(running.port, tenant, serial);
  const theirs = newSerial();
  await harness.enrolled(running.port, tenant, theirs);
  expect((await renewed(mine, theirs)).status).toBe(403);
  expect((await renewed(mine, 'nobody')).status).toBe(422);
});

test('refuses to renew without a certificate, and with a revoked, expired or foreign one', async () => {
  const serial = newSerial();
  const mine = await harness.enrolled(running.port, tenant, serial);
  expect((await renewed(null, serial)).status).toBe(403);

  const factory = await foreignAuthority();
  await harness.trust(tenant, factory.pem);
  await running.gateway.reloadTrust();
  expect((await renewed(await factory.issue(serial, { organization: tenant }), serial)).status).toBe(403);

  const { next } = await renewed(mine, serial);
  await harness.revoke(tenant, serial);
  expect((await renewed(mine, serial)).status).toBe(403);
  expect((await renewed(next, serial)).status).toBe(403);

  const late = newSerial();
  const ended = await harness.enrolled(running.port, tenant, late);
  harness.advance(6 * YEAR_MS);
  expect((await renewed(ended, late)).status).toBe(403);
});

test('refuses to renew for a deleted device', async () => {
  const serial = newSerial();
  const mine = await harness.enrolled(running.port, tenant, serial);
  await harness.remove(tenant, serial);
  expect((await renewed(mine, serial)).status).toBe(403);
});

test('limits the certificates of a device', async () => {
  const serial = newSerial();
  const mine = await harness.enrolled(running.port, tenant, serial);
  const statuses: number[] = [];
  for (let time = 0; time < 5; time += 1) statuses.push((await renewed(mine, serial)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  harness.advance(DAY);
  expect((await renewed(mine, serial)).status).toBe(200);
});
