import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './error-code.ts';

const TOKEN_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A new random token of 256 bits, safe in URLs and cookies. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The stored form of a token. Tokens are random enough that a plain hash cannot be reversed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** This installation's own key, created at its first start and kept beside the data it protects. */
export class Vault {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** For secrets that must be read again, such as those of authenticator apps. */
  seal(plain: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#derive('seal'), iv);
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  }

  unseal(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.#derive('seal'), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  }

  /** For short secrets such as six-digit codes, whose plain hash could be brute-forced. */
  mac(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#derive(purpose)).update(text).digest();
  }

  /** Recognizes the key without revealing it. */
  fingerprint(): string {
    return this.mac('fingerprint', 'secret.key').toString('hex');
  }

  #derive(purpose: string): Buffer {
    return createHmac('sha256', this.#key).update(purpose).digest();
  }
}

function keyPath(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/** Whether the key exists: checked by processes that must not create it. */
export async function hasVault(dataDir: string): Promise<boolean> {
  return (await readKey(keyPath(dataDir))) !== null;
}

export async function openVault(dataDir: string): Promise<Vault> {
  const path = keyPath(dataDir);
  const text = (await readKey(path)) ?? (await makeKey(path));
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== TOKEN_BYTES) throw new Error(`${path} is damaged: restore it from a backup`);
  return new Vault(key);
}

async function readKey(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(unless('ENOENT'));
}

/** Written under a temporary name first: killed at any time, there is a whole key or none. The first one wins. */
async function makeKey(path: string): Promise<string> {
  const temporary = `${path}.${newToken()}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(newToken());
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, path).catch(unless('EEXIST'));
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(path, 'utf8');
}

/** For `.catch()`: this error means that there is nothing. */
function unless(code: string): (error: unknown) => null {
  return (error) => {
    if (errorCode(error) === code) return null;
    throw error;
  };
}
