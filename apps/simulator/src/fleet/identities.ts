import { generateKeyPair, type KeyObject, webcrypto } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isRecord, readJson, textIn } from '../json.ts';
import type { Node } from '../simulation/node.ts';

export interface Credentials {
  /** PEM */
  readonly key: string;
  /** PEM, with its chain. */
  readonly certificate: string;
}

/** Issues a certificate to a device without one. */
export type Issuer = (node: Node, keys: Keys) => Promise<string>;

export interface Keys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const FILE = 'identities.ndjson';
const MAKING_MAX = 8;
const generate = promisify(generateKeyPair);

/** Keys and certificates of the fleet, kept for the next start. */
export class Identities {
  readonly #file: string | null;
  readonly #issue: Issuer;
  readonly #known: Map<string, Credentials>;
  readonly #underway = new Map<string, Promise<Credentials>>();
  readonly #waiting: (() => void)[] = [];
  #making = 0;

  private constructor(file: string | null, issue: Issuer, known: Map<string, Credentials>) {
    this.#file = file;
    this.#issue = issue;
    this.#known = known;
  }

  /** Keeps nothing without a folder. */
  static async open(folder: string | null, issue: Issuer): Promise<Identities> {
    if (folder === null) return new Identities(null, issue, new Map());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, FILE);
    return new Identities(file, issue, await readKept(file));
  }

  of(node: Node): Promise<Credentials> {
    const known = this.#known.get(node.serial);
    if (known) return Promise.resolve(known);
    const underway = this.#underway.get(node.serial) ?? this.#make(node);
    this.#underway.set(node.serial, underway);
    return underway.finally(() => this.#underway.delete(node.serial));
  }

  /** Limits parallel enrolments. */
  async #make(node: Node): Promise<Credentials> {
    if (this.#making >= MAKING_MAX) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#making += 1;
    try {
      return await this.#makeNow(node);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#making -= 1;
    }
  }

  async #makeNow(node: Node): Promise<Credentials> {
    const keys: Keys = await generate('ec', { namedCurve: 'P-256' });
    const certificate = await this.#issue(node, keys);
    const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const made = { key, certificate };
    this.#known.set(node.serial, made);
    if (this.#file) {
      await appendFile(this.#file, `${JSON.stringify({ serial: node.serial, ...made })}\n`, { mode: 0o600 });
    }
    return made;
  }
}

async function readKept(file: string): Promise<Map<string, Credentials>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isRecord(error) && error['code'] === 'ENOENT') return '';
    throw error;
  });
  const known = new Map<string, Credentials>();
  for (const line of text.split('\n')) {
    const value = line === '' ? null : readJson(line);
    const serial = textIn(value?.['serial']);
    const key = textIn(value?.['key']);
    const certificate = textIn(value?.['certificate']);
    if (serial && key && certificate) known.set(serial, { key, certificate });
  }
  return known;
}

export const SIGNING = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Converts the keys for the certificate library. */
export async function cryptoKeys({ privateKey, publicKey }: Keys): Promise<webcrypto.CryptoKeyPair> {
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' });
  const open = publicKey.export({ type: 'spki', format: 'der' });
  return {
    privateKey: await webcrypto.subtle.importKey('pkcs8', secret, SIGNING, false, ['sign']),
    publicKey: await webcrypto.subtle.importKey('spki', open, SIGNING, true, ['verify']),
  };
}
