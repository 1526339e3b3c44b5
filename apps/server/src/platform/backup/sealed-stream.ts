import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { sameBytes } from '../secrets.ts';
import { ByteReader } from './byte-reader.ts';

/*
 * A stream sealed with a passphrase, in chunks that are authenticated one by one:
 *
 *   header  magic, format (u16), salt (16), nonce prefix (7), HMAC-SHA256 of all before it (32)
 *   chunk   length with the highest bit set in the last chunk (u32), AES-256-GCM ciphertext, tag (16)
 *
 * The nonce of a chunk is the prefix, the number of the chunk (u32) and whether it is the last (u8), so chunks cannot be
 * left out, moved, repeated or cut off unnoticed. Both keys come from scrypt over the passphrase and the salt.
 */

const MAGIC = Buffer.from('airloom-backup\n');
export const FORMAT = 1;
const SALT_BYTES = 16;
const PREFIX_BYTES = 7;
const MAC_BYTES = 32;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const CHUNK_BYTES = 64 * 1024;
const LAST = 0x8000_0000;
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** A backup that cannot be used; the message is for the operator. */
export class BackupRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupRefused';
  }
}

interface Keys {
  readonly encryption: Buffer;
  readonly header: Buffer;
}

/** Seals the bytes written to it. */
export async function sealingStream(passphrase: string): Promise<Transform> {
  const salt = randomBytes(SALT_BYTES);
  const prefix = randomBytes(PREFIX_BYTES);
  const keys = await deriveKeys(passphrase, salt);
  const format = Buffer.alloc(2);
  format.writeUInt16BE(FORMAT);
  const start = Buffer.concat([MAGIC, format, salt, prefix]);
  return new Sealing(keys.encryption, prefix, Buffer.concat([start, macOf(keys, start)]));
}

class Sealing extends Transform {
  readonly #key: Buffer;
  readonly #prefix: Buffer;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #number = 0;

  constructor(key: Buffer, prefix: Buffer, header: Buffer) {
    super();
    this.#key = key;
    this.#prefix = prefix;
    this.push(header);
  }

  override _transform(part: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#waiting.push(part);
    this.#waitingBytes += part.length;
    if (this.#waitingBytes >= CHUNK_BYTES) {
      let bytes = Buffer.concat(this.#waiting);
      for (; bytes.length >= CHUNK_BYTES; bytes = bytes.subarray(CHUNK_BYTES)) {
        this.#seal(bytes.subarray(0, CHUNK_BYTES), false);
      }
      this.#waiting = [bytes];
      this.#waitingBytes = bytes.length;
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#seal(Buffer.concat(this.#waiting), true);
    done();
  }

  #seal(plain: Buffer, last: boolean): void {
    const length = lengthField(plain.length, last);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(this.#prefix, this.#number, last));
    this.#number += 1;
    this.push(Buffer.concat([length, cipher.update(plain), cipher.final(), cipher.getAuthTag()]));
  }
}

/**
 * The plain bytes, each only after its chunk was authenticated.
 * @throws {BackupRefused}
 */
export async function* unsealed(
  source: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer, void, undefined> {
  const reader = new ByteReader(source);
  const { key, prefix } = await readHeader(reader, passphrase);
  for (let number = 0; ; number += 1) {
    const field = (await reader.take(4))?.readUInt32BE();
    if (field === undefined) throw truncated();
    const last = field >= LAST;
    const length = last ? field - LAST : field;
    if (length > CHUNK_BYTES) throw damaged(number);
    const sealed = await reader.take(length + TAG_BYTES);
    if (sealed === null) throw truncated();
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(prefix, number, last));
    decipher.setAuthTag(sealed.subarray(length));
    let plain: Buffer;
    try {
      plain = Buffer.concat([decipher.update(sealed.subarray(0, length)), decipher.final()]);
    } catch (error) {
      throw damaged(number, error);
    }
    yield plain;
    if (last) break;
  }
  if ((await reader.take(1)) !== null)
    throw new BackupRefused('The backup is damaged: bytes follow its end.');
}

async function readHeader(reader: ByteReader, passphrase: string): Promise<{ key: Buffer; prefix: Buffer }> {
  const start = await reader.take(MAGIC.length + 2);
  if (start === null || !start.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new BackupRefused('This file is not an Airloom backup.');
  }
  const format = start.readUInt16BE(MAGIC.length);
  if (format > FORMAT) {
    throw new BackupRefused(
      `The backup has format ${format}; this version of Airloom reads formats up to ${FORMAT}. ` +
        'Restore it with the version that made it, or a later one.',
    );
  }
  const random = await reader.take(SALT_BYTES + PREFIX_BYTES);
  const mac = await reader.take(MAC_BYTES);
  if (random === null || mac === null) throw truncated();
  const keys = await deriveKeys(passphrase, random.subarray(0, SALT_BYTES));
  if (!sameBytes(mac, macOf(keys, Buffer.concat([start, random])))) {
    throw new BackupRefused('The passphrase is wrong, or the first bytes of the backup are damaged.');
  }
  return { key: keys.encryption, prefix: random.subarray(SALT_BYTES) };
}

function deriveKeys(passphrase: string, salt: Buffer): Promise<Keys> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 2 * KEY_BYTES, SCRYPT, (error, bytes) => {
      if (error) reject(error);
      else resolve({ encryption: bytes.subarray(0, KEY_BYTES), header: bytes.subarray(KEY_BYTES) });
    });
  });
}

function macOf(keys: Keys, start: Buffer): Buffer {
  return createHmac('sha256', keys.header).update(start).digest();
}

function lengthField(length: number, last: boolean): Buffer {
  const field = Buffer.alloc(4);
  field.writeUInt32BE(last ? length + LAST : length);
  return field;
}

function nonceOf(prefix: Buffer, number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(PREFIX_BYTES + 5);
  prefix.copy(nonce);
  nonce.writeUInt32BE(number, PREFIX_BYTES);
  nonce.writeUInt8(last ? 1 : 0, PREFIX_BYTES + 4);
  return nonce;
}

function truncated(): BackupRefused {
  return new BackupRefused('The backup is incomplete: its end is missing.');
}

function damaged(chunk: number, cause?: unknown): BackupRefused {
  return new BackupRefused(`The backup is damaged or was changed (chunk ${chunk}).`, { cause });
}
