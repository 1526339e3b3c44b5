import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { Incoming } from './incoming.ts';
import { type S3Options, S3Store } from './s3-store.ts';
import { keep, readAll } from './testing/bytes.ts';
import { S3StandIn } from './testing/s3-stand-in.ts';

const CREDENTIALS = {
  region: 'eu-central-1',
  accessKeyId: 'AKIATESTKEY',
  secretAccessKey: 'wJalr/secret+key',
};

let server: S3StandIn;
let folder: string;
let incoming: Incoming;

beforeEach(async () => {
  server = await S3StandIn.start(CREDENTIALS);
  folder = await mkdtemp(join(tmpdir(), 'airloom-incoming-'));
  incoming = await Incoming.open(folder, new Date());
});
afterEach(async () => {
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
  await server.stop();
});

function store(changes: Partial<S3Options> = {}): S3Store {
  const options = {
    ...CREDENTIALS,
    endpoint: server.endpoint,
    bucket: 'airloom-files',
    timeoutMs: 5_000,
    ...changes,
  };
  return new S3Store(options, incoming);
}

describe('S3 store', () => {
  it('stores, reads and deletes bytes under <bucket>/<key>, every request signed', async () => {
    const key = newId();
    const bytes = randomBytes(300_000);
    await keep(store(), key, bytes);
    expect(server.objects.get(`/airloom-files/${key}`)).toEqual({ bytes, contentType: 'image/png' });
    expect(await readAll(store(), key)).toEqual(bytes);
    expect(await readAll(store(), key, { first: 100_000, last: 200_000 })).toEqual(
      bytes.subarray(100_000, 200_001),
    );
    await store().delete(key);
    expect(await readAll(store(), key)).toBeNull();
  });

  it('accepts an endpoint with a trailing slash', async () => {
    const key = newId();
    await keep(store({ endpoint: `${server.endpoint}/`, bucket: 'b' }), key, Buffer.from('x'));
    expect([...server.objects.keys()]).toEqual([`/b/${key}`]);
  });

  it.each([{ secretAccessKey: 'wrong' }, { region: 'us-east-1' }])(
    'fails at once with a signature made from %o',
    async (wrong) => {
      await expect(keep(store(wrong), newId(), Buffer.from('x'))).rejects.toThrow('403');
      expect(server.objects.size).toBe(0);
      expect(server.requests).toBe(1);
    },
  );

  it('retries when the store is busy or the connection breaks', async () => {
    const key = newId();
    server.faults.push('busy', 'reset');
    await keep(store(), key, Buffer.from('kept'));
    expect(await readAll(store(), key)).toEqual(Buffer.from('kept'));
    expect(server.requests).toBe(4);
  });

  it('gives up after three attempts', async () => {
    server.faults.push('busy', 'busy', 'busy', 'busy');
    await expect(store().read(newId())).rejects.toThrow('503');
    expect(server.requests).toBe(3);
  });

  it('fails where the store breaks off, instead of returning a partial file', async () => {
    const key = newId();
    await keep(store(), key, randomBytes(300_000));
    server.faults.push('cut');
    await expect(readAll(store(), key)).rejects.toThrow();
  });

  it('times out when the store hangs', async () => {
    server.faults.push('hang', 'hang', 'hang');
    await expect(store({ timeoutMs: 50 }).read(newId())).rejects.toThrow('could not be reached');
  });

  it('follows no redirect with a signed request', async () => {
    server.faults.push('redirect');
    await expect(store().read(newId())).rejects.toThrow('307');
    expect(server.requests).toBe(1);
  });

  it.each(['', '../other-bucket/key', 'a/b', `${newId()}?acl`, `${newId()}/../x`, `${newId()}\n`])(
    'never requests the hostile key %j',
    async (key) => {
      await expect(store().read(key)).rejects.toThrow('Not the key');
      await expect(keep(store(), key, Buffer.from('x'))).rejects.toThrow('Not the key');
      await expect(store().delete(key)).rejects.toThrow('Not the key');
      expect(server.requests).toBe(0);
    },
  );
});
