import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Readable } from 'node:stream';

const RSA_MIN_BITS = 2048;
const ED25519_BYTES = 64;
const P256_RAW_BYTES = 64;

/** A public key that can verify signatures; null for anything else, including private keys. */
export function publicKeyIn(pem: string): KeyObject | null {
  if (!/^-----BEGIN (?:RSA )?PUBLIC KEY-----/.test(pem)) return null;
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    return null;
  }
  return algorithmOf(key) === null ? null : key;
}

export function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null {
  switch (asymmetricKeyType) {
    case 'ed25519':
      return 'Ed25519';
    case 'ec':
      return asymmetricKeyDetails?.namedCurve === 'prime256v1' ? 'ECDSA P-256' : null;
    case 'rsa': {
      const bits = asymmetricKeyDetails?.modulusLength ?? 0;
      return bits >= RSA_MIN_BITS ? `RSA ${bits}` : null;
    }
    default:
      return null;
  }
}

/** Independent of how the PEM is written. */
export function keyFingerprint(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

export function spkiPem(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Decodes a base64 signature; null if invalid. */
export function signatureIn(text: string): Buffer | null {
  const plain = text.replaceAll(/\s/g, '');
  return BASE64.test(plain) ? Buffer.from(plain, 'base64') : null;
}

export interface TrustedKey {
  readonly name: string;
  readonly fingerprint: string;
  readonly key: KeyObject;
}

/** The key that made this signature; null when none of them did. */
export async function signerOf(
  image: Buffer,
  signature: Buffer,
  keys: readonly TrustedKey[],
): Promise<TrustedKey | null> {
  for (const trusted of keys) if (await isSignedBy(image, signature, trusted.key)) return trusted;
  return null;
}

function isSignedBy(image: Buffer, signature: Buffer, key: KeyObject): Promise<boolean> {
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return signature.length === ED25519_BYTES ? check(null, image, key, signature) : no();
    case 'ec':
      // ECDSA signatures have two encodings, which differ in length.
      return check('sha256', image, { key, dsaEncoding: encodingOf(signature) }, signature);
    case 'rsa':
      return signature.length * 8 === key.asymmetricKeyDetails?.modulusLength
        ? check('sha256', image, key, signature)
        : no();
    default:
      return no();
  }
}

function encodingOf(signature: Buffer): 'ieee-p1363' | 'der' {
  return signature.length === P256_RAW_BYTES ? 'ieee-p1363' : 'der';
}

const no = (): Promise<boolean> => Promise.resolve(false);

/** Off the event loop: hashing a large image takes several hundred milliseconds. */
function check(
  hash: 'sha256' | null,
  image: Buffer,
  key: KeyObject | { readonly key: KeyObject; readonly dsaEncoding: 'ieee-p1363' | 'der' },
  signature: Buffer,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // A malformed signature is an error in the API and an invalid signature here.
  verify(hash, image, key, signature, (error, valid) => resolve(error === null && valid));
  return promise;
}

/** Ed25519 needs the whole message in memory: one image at a time. */
let reading: Promise<unknown> = Promise.resolve();

export function withWholeImage<T>(
  open: () => Promise<Readable>,
  size: number,
  use: (image: Buffer) => Promise<T>,
): Promise<T> {
  const turn = reading.then(async () => {
    const image = Buffer.allocUnsafeSlow(size);
    let length = 0;
    for await (const part of await open()) {
      if (!Buffer.isBuffer(part)) throw new TypeError('A file comes in bytes');
      length += part.copy(image, length);
    }
    if (length !== size) throw new Error('The file store gave less than was stored');
    return use(image);
  });
  // The caller receives the failure; the next one waits only for the end.
  reading = turn.catch(() => undefined);
  return turn;
}
