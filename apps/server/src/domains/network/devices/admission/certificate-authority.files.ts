import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../../../platform/error-code.ts';
import { newToken } from '../../../../platform/secrets.ts';

/** A private key and its certificate in one file, so that neither exists without the other. */
export interface KeyPairPem {
  readonly key: string;
  readonly certificate: string;
}

const KEY = /-----BEGIN PRIVATE KEY-----[\s\S]+?-----END PRIVATE KEY-----/;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/;

export async function readPair(path: string): Promise<KeyPairPem | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const key = KEY.exec(text)?.[0];
  const certificate = CERTIFICATE.exec(text)?.[0];
  if (key === undefined || certificate === undefined) {
    throw new Error(`${path} is damaged: restore it from a backup`);
  }
  return { key, certificate };
}

/** Keeps an existing file: of two concurrent writers, the second one uses the first one's. */
export async function keepFirst(path: string, pair: KeyPairPem): Promise<KeyPairPem> {
  await written(path, pair, async (temporary) => {
    await link(temporary, path).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  });
  return (await readPair(path)) ?? pair;
}

export async function replacePair(path: string, pair: KeyPairPem): Promise<void> {
  await written(path, pair, (temporary) => rename(temporary, path));
}

/** Written under another name first, so that the file is always complete. */
async function written(
  path: string,
  pair: KeyPairPem,
  put: (temporary: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${newToken()}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${pair.certificate}\n${pair.key}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await put(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}
