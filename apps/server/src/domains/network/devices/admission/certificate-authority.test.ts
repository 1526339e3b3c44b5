import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY } from '@airloom/contract/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAuthority, newCsr, newKeys } from '../testing/certificates.ts';
import { CertificateAuthority, fingerprintOf } from './certificate-authority.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const TENANT = '0190a0b0-0000-7000-8000-000000000001';

let folder: string;
let authority: CertificateAuthority;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airloom-pki-'));
  authority = await CertificateAuthority.open(folder, NOW);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('creates it once with restricted file permissions, and keeps one of two created concurrently', async () => {
  const other = await mkdtemp(join(tmpdir(), 'airloom-pki-'));
  const [one, two] = await Promise.all([
    CertificateAuthority.open(other, NOW),
    CertificateAuthority.open(other, NOW),
  ]);
  expect(one.pem).toBe(two.pem);
  expect((await CertificateAuthority.open(other, NOW)).pem).toBe(one.pem);
  expect(await readdir(join(other, 'pki'))).toEqual(['authority.pem']);
  if (process.platform !== 'win32') {
    expect((await stat(join(other, 'pki/authority.pem'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(other, 'pki'))).mode & 0o777).toBe(0o700);
  }
  await writeFile(join(other, 'pki/authority.pem'), 'half');
  await expect(CertificateAuthority.open(other, NOW)).rejects.toThrow('damaged');
  await rm(other, { recursive: true });
});

test('issues a device certificate with its serial, for client authentication only', async () => {
  const issued = await authority.issueToDevice(await newCsr('90:3C:B3:BB:1D:A8', await newKeys()), NOW);
  const certificate = new X509Certificate(issued.pem);
  expect(issued.serial).toBe('903cb3bb1da8');
  // Switches read their serial from the tenth character of "/O=xxx/CN=<serial>" on.
  expect(`/${certificate.subject.replaceAll('\n', '/')}`).toMatch(/^\/O=[A-Z]{3}\/CN=903cb3bb1da8$/);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  expect(certificate.ca).toBe(false);
  expect(authority.issued(certificate)).toBe(true);
  expect(issued.fingerprint).toBe(fingerprintOf(certificate));
  expect(certificate.validToDate.getTime() - NOW.getTime()).toBe(5 * 365 * DAY);
});

test('issues no certificate that outlives the authority', async () => {
  const late = new Date(authority.certificate.validToDate.getTime() - DAY);
  const issued = await authority.issueToDevice(await newCsr('903cb3bb1da8', await newKeys()), late);
  expect(issued.notAfter).toEqual(authority.certificate.validToDate);
});

function refusal(csr: string) {
  return expect(authority.issueToDevice(csr, NOW)).rejects;
}

test('refuses an invalid request, a weak key, a wrong signature and a missing serial', async () => {
  await refusal('hello').toThrow('unreadable');
  await refusal('-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----').toThrow(
    'unreadable',
  );
  await refusal(await newCsr('ap-lobby', await newKeys())).toThrow('noSerial');
  const weak = await newKeys({
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 1024,
    publicExponent: new Uint8Array([1, 0, 1]),
  });
  await refusal(await newCsr('903cb3bb1da8', weak, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' })).toThrow(
    'badKey',
  );
  // The last byte belongs to the signature.
  const good = Buffer.from(
    (await newCsr('903cb3bb1da8', await newKeys())).split('\n').slice(1, -1).join(''),
    'base64',
  );
  const last = good.length - 1;
  good[last] = (good[last] ?? 0) ^ 1;
  const forged = `-----BEGIN CERTIFICATE REQUEST-----\n${good.toString('base64')}\n-----END CERTIFICATE REQUEST-----`;
  await refusal(forged).toThrow('badSignature');
});

test('does not recognize a certificate of another authority with the same name', async () => {
  const stranger = await foreignAuthority(/CN=(.+)/.exec(authority.certificate.subject)?.[1]);
  const { certificate } = await stranger.issue('903cb3bb1da8', { organization: TENANT });
  expect(authority.issued(new X509Certificate(certificate))).toBe(false);
});

test("keeps the gateway's certificate until it nears its expiry or gets another name", async () => {
  const names = ['localhost', 'gateway.example.org', '127.0.0.1'];
  const first = await authority.serverPair(names, NOW);
  const certificate = new X509Certificate(first.certificate);
  expect(certificate.checkHost('gateway.example.org')).toBeDefined();
  expect(certificate.checkIP('127.0.0.1')).toBeDefined();
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect((await authority.serverPair(names, new Date(NOW.getTime() + 300 * DAY))).certificate).toBe(
    first.certificate,
  );
  const renewed = await authority.serverPair(names, new Date(NOW.getTime() + 340 * DAY));
  expect(renewed.certificate).not.toBe(first.certificate);
  const named = await authority.serverPair([...names, 'other.example.org'], NOW);
  expect(named.certificate).not.toBe(renewed.certificate);
});

test('lists addresses of the gateway as addresses and as DNS names', async () => {
  const names = ['localhost', '192.0.2.7', '2001:db8::7'];
  const first = await authority.serverPair(names, NOW);
  const certificate = new X509Certificate(first.certificate);
  for (const address of ['192.0.2.7', '2001:db8::7']) {
    expect(certificate.checkIP(address)).toBeDefined();
    expect(certificate.checkHost(address)).toBe(address);
  }
  expect((await authority.serverPair(names, NOW)).certificate).toBe(first.certificate);
  const more = await authority.serverPair(['more.example.org'], NOW);
  const entries = (new X509Certificate(more.certificate).subjectAltName ?? '').split(', ');
  expect(entries).toEqual([...new Set(entries)]);
  // Once as a name, once as an address.
  expect(entries.filter((entry) => /2001:0?db8/i.test(entry))).toHaveLength(2);
});

test('machines that share the folder use one certificate after each has added its name', async () => {
  await authority.serverPair(['localhost', 'one.example.org', '::1'], NOW);
  const second = await authority.serverPair(['localhost', 'two.example.org', '::1'], NOW);
  const first = await authority.serverPair(['localhost', 'one.example.org', '::1'], NOW);
  expect(first.certificate).toBe(second.certificate);
});
