import { DAY } from '@airloom/contract/time';
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import type { Pair } from '../admission/certificate-authority.ts';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

interface RsaParameters {
  readonly name: string;
  readonly modulusLength: number;
  readonly publicExponent: Uint8Array<ArrayBuffer>;
  readonly hash: string;
}

export interface Keys {
  readonly pair: Pair;
  readonly pem: string;
}

export async function newKeys(algorithm: typeof CURVE | RsaParameters = CURVE): Promise<Keys> {
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('no key pair');
  return {
    pair,
    pem: x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', pair.privateKey), 'PRIVATE KEY'),
  };
}

export async function newCsr(
  commonName: string,
  keys: Keys,
  signingAlgorithm: { readonly name: string; readonly hash: string } = SIGNING,
): Promise<string> {
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: [{ CN: [commonName] }],
    keys: keys.pair,
    signingAlgorithm,
  });
  return request.toString('pem');
}

/** A certificate authority that is not ours: a vendor's, or an unknown one. */
export interface ForeignAuthority {
  readonly pem: string;
  /** PEM of its signing key. */
  readonly key: string;
  issue(commonName: string | null, options?: IssueOptions): Promise<{ key: string; certificate: string }>;
}

interface IssueOptions {
  readonly organization?: string;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly usage?: x509.ExtendedKeyUsage;
  /** Names and addresses of a server with this certificate. */
  readonly hosts?: readonly string[];
}

function hostNames(hosts: readonly string[]): x509.SubjectAlternativeNameExtension {
  return new x509.SubjectAlternativeNameExtension(
    hosts.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
  );
}

function usualUsage({ hosts }: IssueOptions): x509.ExtendedKeyUsage {
  return hosts === undefined ? x509.ExtendedKeyUsage.clientAuth : x509.ExtendedKeyUsage.serverAuth;
}

export async function foreignAuthority(name = 'Factory'): Promise<ForeignAuthority> {
  const keys = await newKeys();
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomBytes(8).toString('hex'),
    name: [{ CN: [name] }],
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + 365 * DAY),
    keys: keys.pair,
    signingAlgorithm: SIGNING,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  return {
    pem: own.toString('pem'),
    key: keys.pem,
    issue: async (commonName, options = {}) => {
      const device = await newKeys();
      const certificate = await x509.X509CertificateGenerator.create({
        serialNumber: `40${randomBytes(8).toString('hex')}`,
        subject: [
          ...(commonName === null ? [] : [{ CN: [commonName] }]),
          ...(options.organization === undefined ? [] : [{ O: [options.organization] }]),
        ],
        issuer: own.subject,
        notBefore: options.notBefore ?? new Date(Date.now() - DAY),
        notAfter: options.notAfter ?? new Date(Date.now() + 30 * DAY),
        publicKey: device.pair.publicKey,
        signingKey: keys.pair.privateKey,
        signingAlgorithm: SIGNING,
        extensions: [
          new x509.ExtendedKeyUsageExtension([options.usage ?? usualUsage(options)]),
          ...(options.hosts === undefined ? [] : [hostNames(options.hosts)]),
        ],
      });
      return { key: device.pem, certificate: certificate.toString('pem') };
    },
  };
}

/** A device certificate as issued by earlier versions: its account is in the subject. */
export async function earlierCertificate(
  dataDir: string,
  tenant: string,
  serial: string,
): Promise<{ key: string; certificate: string }> {
  const pems = x509.PemConverter.decodeWithHeaders(
    await readFile(join(dataDir, 'pki', 'authority.pem'), 'utf8'),
  );
  const rawOf = (type: string): ArrayBuffer => {
    const pem = pems.find((one) => one.type === type);
    if (pem === undefined) throw new Error(`no ${type}`);
    return pem.rawData;
  };
  const device = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: `40${randomBytes(8).toString('hex')}`,
    subject: [{ CN: [serial] }, { O: [tenant] }],
    issuer: new x509.X509Certificate(rawOf('CERTIFICATE')).subject,
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + 5 * 365 * DAY),
    publicKey: device.pair.publicKey,
    signingKey: await crypto.subtle.importKey('pkcs8', rawOf('PRIVATE KEY'), CURVE, false, ['sign']),
    signingAlgorithm: SIGNING,
    extensions: [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth], true)],
  });
  return { key: device.pem, certificate: certificate.toString('pem') };
}
