import { DAY } from '@airloom/contract/time';
import 'reflect-metadata';
import { createHash, createPublicKey, randomBytes, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { serialOf } from '@airloom/device-protocol/identity';
import type { Serial } from '@airloom/device-protocol/model';
import * as x509 from '@peculiar/x509';
import { type KeyPairPem, keepFirst, readPair, replacePair } from './certificate-authority.files.ts';

/** The key type of whichever type library is in use. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
export type Pair = Readonly<Record<'privateKey' | 'publicKey', Key>>;

const AUTHORITY_DAYS = 20 * 365;
const DEVICE_DAYS = 5 * 365;
const SERVER_DAYS = 397;
const SERVER_RENEWED_BEFORE_DAYS = 60;
const SERVER_NAMES_MAX = 100;
/** Clocks of devices that just started are behind. */
const BACKDATED_MS = DAY;
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;
const RSA_BITS = { min: 2048, max: 4096 } as const;
const CURVES = new Set(['prime256v1', 'secp384r1']);

/**
 * Switches with ols-ucentral-client read their serial from a fixed position of the subject: it must be
 * `/O=xxx/CN=<serial>`, an organization of three letters first and nothing after the serial.
 */
export const DEVICE_ORGANIZATION = 'AIR';

export interface DeviceCertificate {
  readonly pem: string;
  readonly serial: Serial;
  readonly fingerprint: string;
  readonly keyHash: string;
  readonly notAfter: Date;
}

export type CsrFault = 'unreadable' | 'badSignature' | 'badKey' | 'noSerial';

export class CsrRefused extends Error {
  readonly fault: CsrFault;

  constructor(fault: CsrFault) {
    super(fault);
    this.name = 'CsrRefused';
    this.fault = fault;
  }
}

/** Lower-case hex of SHA-256 of the certificate, as stored in the database. */
export function fingerprintOf(certificate: X509Certificate): string {
  return certificate.fingerprint256.replaceAll(':', '').toLowerCase();
}

/** Lower-case hex of SHA-256 of the public key: the same for all certificates of a key. */
export function keyHashOf({ publicKey }: X509Certificate): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** Whether this installation's authority exists. */
export async function hasAuthority(dataDir: string): Promise<boolean> {
  return (await readPair(authorityPath(dataDir))) !== null;
}

function authorityPath(dataDir: string): string {
  return join(dataDir, 'pki', 'authority.pem');
}

/** This installation's own certificate authority. */
export class CertificateAuthority {
  readonly pem: string;
  readonly certificate: X509Certificate;
  readonly #folder: string;
  readonly #key: Key;

  private constructor(folder: string, pem: string, key: Key) {
    this.#folder = folder;
    this.pem = pem;
    this.certificate = new X509Certificate(pem);
    this.#key = key;
  }

  static async open(dataDir: string, now: Date): Promise<CertificateAuthority> {
    const path = authorityPath(dataDir);
    const pair = (await readPair(path)) ?? (await keepFirst(path, await makeAuthority(now)));
    return new CertificateAuthority(dirname(path), pair.certificate, await importKey(pair.key));
  }

  /** True when this authority signed it, whatever issuer name the certificate contains. */
  issued(certificate: X509Certificate): boolean {
    return certificate.checkIssued(this.certificate) && certificate.verify(this.certificate.publicKey);
  }

  /**
   * The gateway's own certificate: kept until it nears its expiry or lacks a name. It keeps its names, which may be those
   * of other machines that share the folder.
   */
  async serverPair(names: readonly string[], now: Date): Promise<KeyPairPem> {
    const path = join(this.#folder, 'gateway.pem');
    const kept = await readPair(path);
    const certificate = kept === null ? null : new X509Certificate(kept.certificate);
    if (kept !== null && certificate !== null && this.#stillGood(certificate, names, now)) return kept;
    const known = certificate !== null && this.issued(certificate) ? namesIn(certificate) : [];
    const all = [...new Set([...names, ...known])].slice(0, SERVER_NAMES_MAX);
    const made = await this.#makeServerPair(all, now);
    await replacePair(path, made);
    return made;
  }

  /**
   * Its account is in its database row, not in the certificate.
   * @throws {CsrRefused}
   */
  async issueToDevice(csr: string, now: Date): Promise<DeviceCertificate> {
    const request = await readRequest(csr);
    const notAfter = new Date(
      Math.min(now.getTime() + DEVICE_DAYS * DAY, this.certificate.validToDate.getTime()),
    );
    const issued = await x509.X509CertificateGenerator.create({
      serialNumber: newSerialNumber(),
      subject: [{ O: [DEVICE_ORGANIZATION] }, { CN: [request.serial] }],
      issuer: new x509.X509Certificate(this.pem).subject,
      notBefore: new Date(now.getTime() - BACKDATED_MS),
      notAfter,
      publicKey: request.publicKey,
      signingKey: this.#key,
      signingAlgorithm: SIGNING,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth], true),
      ],
    });
    const pem = issued.toString('pem');
    const certificate = new X509Certificate(pem);
    return {
      pem,
      serial: request.serial,
      fingerprint: fingerprintOf(certificate),
      keyHash: keyHashOf(certificate),
      notAfter,
    };
  }

  #stillGood(certificate: X509Certificate, names: readonly string[], now: Date): boolean {
    const left = certificate.validToDate.getTime() - now.getTime();
    const holds = (name: string): boolean =>
      certificate.checkHost(name) !== undefined &&
      (isIP(name) === 0 || certificate.checkIP(name) !== undefined);
    return left > SERVER_RENEWED_BEFORE_DAYS * DAY && this.issued(certificate) && names.every(holds);
  }

  async #makeServerPair(names: readonly string[], now: Date): Promise<KeyPairPem> {
    const keys = await newKeys();
    const issued = await x509.X509CertificateGenerator.create({
      serialNumber: newSerialNumber(),
      subject: [{ CN: [names[0] ?? 'localhost'] }],
      issuer: new x509.X509Certificate(this.pem).subject,
      notBefore: new Date(now.getTime() - BACKDATED_MS),
      notAfter: new Date(now.getTime() + SERVER_DAYS * DAY),
      publicKey: keys.publicKey,
      signingKey: this.#key,
      signingAlgorithm: SIGNING,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(names.flatMap(alternativeNames)),
      ],
    });
    return { key: await keyPem(keys.privateKey), certificate: issued.toString('pem') };
  }
}

/** Access points compare an IP address with DNS names only. */
function alternativeNames(name: string): x509.JsonGeneralName[] {
  const asDns = { type: 'dns', value: name } as const;
  return isIP(name) === 0 ? [asDns] : [asDns, { type: 'ip', value: name }];
}

function namesIn({ subjectAltName = '' }: X509Certificate): string[] {
  const names = subjectAltName.matchAll(/(?:DNS|IP Address):([^,"]+)/g);
  return [...names].flatMap(([, name]) => (name === undefined ? [] : shortest(name)));
}

/** Shortens IPv6 addresses, which certificates list in full. */
function shortest(name: string): string {
  return isIP(name) === 6 ? new URL(`https://[${name}]`).hostname.slice(1, -1) : name;
}

async function makeAuthority(now: Date): Promise<KeyPairPem> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    // Authorities of different installations have different names.
    name: [{ CN: [`Airloom devices ${randomBytes(4).toString('hex')}`] }],
    notBefore: new Date(now.getTime() - BACKDATED_MS),
    notAfter: new Date(now.getTime() + AUTHORITY_DAYS * DAY),
    keys,
    signingAlgorithm: SIGNING,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { key: await keyPem(keys.privateKey), certificate: certificate.toString('pem') };
}

async function readRequest(csr: string): Promise<{ serial: Serial; publicKey: x509.PublicKey }> {
  const request = parseRequest(csr);
  if (!acceptable(request.publicKey)) throw new CsrRefused('badKey');
  if (!(await request.verify().catch(() => false))) throw new CsrRefused('badSignature');
  const [name, ...more] = request.subjectName.getField('CN');
  const serial = name === undefined || more.length > 0 ? null : serialOf(name);
  if (serial === null) throw new CsrRefused('noSerial');
  return { serial, publicKey: request.publicKey };
}

/** The serial that a request names; null if it is invalid. */
export async function serialInRequest(csr: string): Promise<Serial | null> {
  return readRequest(csr).then(
    ({ serial }) => serial,
    () => null,
  );
}

function parseRequest(csr: string): x509.Pkcs10CertificateRequest {
  try {
    return new x509.Pkcs10CertificateRequest(csr);
  } catch {
    throw new CsrRefused('unreadable');
  }
}

/** Refuses weak keys, and keys so large that verifying them is expensive. */
function acceptable(publicKey: x509.PublicKey): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey.rawData), format: 'der', type: 'spki' });
    const { namedCurve, modulusLength } = key.asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType === 'ec') return CURVES.has(namedCurve ?? '');
    if (key.asymmetricKeyType !== 'rsa' || modulusLength === undefined) return false;
    return modulusLength >= RSA_BITS.min && modulusLength <= RSA_BITS.max;
  } catch {
    return false;
  }
}

function newKeys(): Promise<Pair> {
  return crypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
}

async function keyPem(key: Key): Promise<string> {
  return x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

function importKey(pem: string): Promise<Key> {
  return crypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(pem), CURVE, false, ['sign']);
}

/** 126 random bits: positive, and never shorter than its encoding. */
function newSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
}
