import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyFingerprint, publicKeyIn, signatureIn, signerOf, spkiPem } from './signature.ts';

const image = Buffer.from('an image');
const ed = generateKeyPairSync('ed25519');
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

function trusted(key: KeyObject, name: string) {
  return { name, fingerprint: keyFingerprint(key), key };
}

const keys = [trusted(ed.publicKey, 'ed'), trusted(ec.publicKey, 'ec'), trusted(rsa.publicKey, 'rsa')];

test.each([
  ['ed', () => sign(null, image, ed.privateKey)],
  ['ec', () => sign('sha256', image, ec.privateKey)],
  ['ec', () => sign('sha256', image, { key: ec.privateKey, dsaEncoding: 'ieee-p1363' as const })],
  ['rsa', () => sign('sha256', image, rsa.privateKey)],
])('finds the signer: %s', async (name, make) => {
  expect((await signerOf(image, make(), keys))?.name).toBe(name);
  expect(await signerOf(Buffer.from('an imagE'), make(), keys)).toBeNull();
  expect(
    await signerOf(
      image,
      make(),
      keys.filter((key) => key.name !== name),
    ),
  ).toBeNull();
});

test.each([Buffer.alloc(0), Buffer.alloc(64), Buffer.alloc(71, 1), Buffer.alloc(256, 7)])(
  'finds no signer of an invalid signature',
  async (signature) => expect(await signerOf(image, signature, keys)).toBeNull(),
);

const pemOf = (key: KeyObject) => spkiPem(key);

test.each([
  ['Ed25519', () => pemOf(ed.publicKey)],
  ['ECDSA P-256', () => pemOf(ec.publicKey)],
  ['RSA', () => pemOf(rsa.publicKey)],
  ['RSA as PKCS#1', () => rsa.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString()],
])('a public key: %s', (_, pem) => expect(publicKeyIn(pem())).not.toBeNull());

test.each([
  ['a private key', () => ed.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ['another curve', () => pemOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey)],
  ['a short RSA key', () => pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)],
  ['a key for agreeing', () => pemOf(generateKeyPairSync('x25519').publicKey)],
  ['nonsense', () => '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
  ['nothing', () => ''],
])('no public key: %s', (_, pem) => expect(publicKeyIn(pem())).toBeNull());

test('a key has one fingerprint', () => {
  const again = publicKeyIn(rsa.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString());
  expect(again && keyFingerprint(again)).toBe(keyFingerprint(rsa.publicKey));
  expect(keyFingerprint(ed.publicKey)).toBe(
    createHash('sha256')
      .update(ed.publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex'),
  );
});

test('accepts base64 signatures with and without line breaks', () => {
  expect(signatureIn('AQID\nBA==')).toEqual(Buffer.from([1, 2, 3, 4]));
  for (const text of ['', '!', 'a b!', '=']) expect(signatureIn(text)).toBeNull();
});
