import { DAY } from '@airloom/contract/time';
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  earlierCertificate,
  type ForeignAuthority,
  foreignAuthority,
  newCsr,
  newKeys,
} from '../testing/certificates.ts';
import { type Maker, ownerOf, type Registration, Trust } from './admission.trust.ts';
import { CertificateAuthority } from './certificate-authority.ts';

const NOW = new Date();
const ONE = '0190a0b0-0000-7000-8000-000000000001';
const TWO = '0190a0b0-0000-7000-8000-000000000002';
const SERIAL = '903cb3bb1da8';

let folder: string;
let trust: Trust;
let authority: CertificateAuthority;
let factory: ForeignAuthority;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airloom-trust-'));
  authority = await CertificateAuthority.open(folder, NOW);
  factory = await foreignAuthority();
  trust = new Trust(authority, true);
  trust.replace([
    { tenant: ONE, pem: factory.pem },
    { tenant: TWO, pem: 'damaged' },
  ]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function certificateOf(...order: Parameters<ForeignAuthority['issue']>): Promise<X509Certificate> {
  return new X509Certificate((await factory.issue(...order)).certificate);
}

test('an own certificate contains its serial; only one issued earlier contains its account', async () => {
  const { pem } = await authority.issueToDevice(await newCsr(SERIAL, await newKeys()), NOW);
  expect(trust.prove(new X509Certificate(pem), true, NOW)).toMatchObject({
    serial: SERIAL,
    maker: { kind: 'own', tenant: null },
  });
  const { certificate } = await earlierCertificate(folder, ONE, SERIAL);
  expect(trust.prove(new X509Certificate(certificate), true, NOW)).toMatchObject({
    serial: SERIAL,
    maker: { kind: 'own', tenant: ONE },
  });
});

test('does not trust a certificate of our authority that is not for a device', async () => {
  const { certificate } = await authority.serverPair([SERIAL], NOW);
  expect(trust.prove(new X509Certificate(certificate), true, NOW)).toBe('untrusted');
});

test('treats a certificate of another authority known to TLS as factory, whatever account it contains', async () => {
  const { certificate } = await factory.issue(SERIAL, { organization: ONE });
  expect(trust.prove(new X509Certificate(certificate), true, NOW)).toMatchObject({
    maker: { kind: 'factory' },
  });
});

test('assigns a certificate of a trusted authority to the account that trusts it', async () => {
  expect(trust.prove(await certificateOf(SERIAL.toUpperCase()), false, NOW)).toMatchObject({
    serial: SERIAL,
    maker: { kind: 'trusted', tenants: [ONE] },
  });
});

test('ignores an account in the certificate of another authority', async () => {
  expect(trust.prove(await certificateOf(SERIAL, { organization: TWO }), false, NOW)).toMatchObject({
    maker: { kind: 'trusted', tenants: [ONE] },
  });
});

test('refuses no certificate, another authority with the same name, an expired or non-device one, and no serial', async () => {
  const stranger = await foreignAuthority();
  const forged = new X509Certificate((await stranger.issue(SERIAL)).certificate);
  expect(trust.prove(undefined, false, NOW)).toBe('noCertificate');
  expect(trust.prove(forged, false, NOW)).toBe('untrusted');
  const ended = await certificateOf(SERIAL, {
    notBefore: new Date(NOW.getTime() - 2 * DAY),
    notAfter: new Date(NOW.getTime() - DAY),
  });
  expect(trust.prove(ended, false, NOW)).toBe('expired');
  expect(trust.prove(ended, true, NOW)).toBe('expired');
  const forServers = await certificateOf(SERIAL, { usage: x509.ExtendedKeyUsage.serverAuth });
  expect(trust.prove(forServers, false, NOW)).toBe('untrusted');
  for (const name of ['ap-lobby', `x\nCN=${SERIAL}`, `x+CN=${SERIAL}`, `${SERIAL}\u0000.example.org`, '']) {
    expect(trust.prove(await certificateOf(name), false, NOW)).toBe('noSerial');
  }
});

const at = (day: number): Date => new Date(day * DAY);
const own: Maker = { kind: 'own', tenant: null };
const ownEarlier: Maker = { kind: 'own', tenant: ONE };
const factoryMade: Maker = { kind: 'factory' };
const trustedBy = (...tenants: string[]): Maker => ({ kind: 'trusted', tenants });
const registered = (tenant: string, day: number, more: Partial<Registration> = {}): Registration => ({
  tenant,
  createdAt: at(day),
  hasConnected: false,
  namesSn: false,
  ...more,
});

type OwnerCase = [string, Maker, Registration[], string[], string, string[]?];

test.each<OwnerCase>([
  [
    'a certificate issued here belongs to the account of its row, even if another account registered the serial',
    own,
    [registered(TWO, 1)],
    [],
    ONE,
    [ONE],
  ],
  ['ours without a row', own, [registered(ONE, 1)], [], 'unregistered'],
  ['ours, revoked', own, [registered(ONE, 1)], [ONE], 'revoked', [ONE]],
  ['ours, revoked by one account and handed to another', own, [], [ONE], TWO, [ONE, TWO]],
  ['ours from earlier belongs to whom it names', ownEarlier, [registered(TWO, 1)], [], ONE],
  ['ours from earlier, handed to another account', ownEarlier, [], [], TWO, [TWO]],
  ['ours from earlier, handed to another account and revoked there', ownEarlier, [], [TWO], 'revoked', [TWO]],
  ['of a trusted maker, new', trustedBy(ONE), [], [], ONE],
  ['of a trusted maker, registered by a stranger to it', trustedBy(ONE), [registered(TWO, 1)], [], ONE],
  ['of a trusted maker, revoked', trustedBy(ONE), [], [ONE], 'revoked'],
  ['of a maker two trust, new', trustedBy(ONE, TWO), [], [], 'unregistered'],
  ['of a maker two trust, given up by one', trustedBy(ONE, TWO), [], [ONE], 'unregistered'],
  ['of a maker two trust, registered by one', trustedBy(ONE, TWO), [registered(TWO, 9)], [], TWO],
  [
    'of a maker two trust, registered by both',
    trustedBy(ONE, TWO),
    [registered(TWO, 9), registered(ONE, 3)],
    [],
    ONE,
  ],
  ['from the factory, unknown', factoryMade, [], [], 'unregistered'],
  ['from the factory, first come', factoryMade, [registered(TWO, 2), registered(ONE, 3)], [], TWO],
  [
    'from the factory, given up by the first',
    factoryMade,
    [registered(TWO, 2), registered(ONE, 3)],
    [TWO],
    ONE,
  ],
])('%s', (_, maker, registrations, unwelcome, owner, recorded = []) => {
  const found = ownerOf(maker, recorded, registrations, (tenant) => unwelcome.includes(tenant));
  expect(typeof found === 'string' ? found : found.tenant).toBe(owner);
});
