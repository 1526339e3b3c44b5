import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { S3Store } from './s3-store.ts';
import { S3StandIn } from './testing/s3-stand-in.ts';

const CREDENTIALS = {
  region: 'eu-central-1',
  accessKeyId: 'AKIATESTKEY',
  secretAccessKey: 'wJalr/secret+key',
};

let server: S3StandIn;

beforeEach(async () => {
  server = await S3StandIn.start(CREDENTIALS);
});
afterEach(async () => {
  await server.stop();
});

function store(changes: { secretAccessKey?: string; region?: string; timeoutMs?: number } = {}): S3Store {
  return new S3Store({
    ...CREDENTIALS,
    endpoint: server.endpoint,
    bucket: 'airloom-files',
    timeoutMs: 5_000,
    ...changes,
  });
}

describe('S3 store', () => {
  it('keeps, reads and deletes bytes under <bucket>/<key>, every request signed', async () => {
    const key = newId();
    const bytes = randomBytes(300_000);
    await store().put(key, bytes, 'image/png');
    expect(server.objects.get(`/airloom-files/${key}`)).toEqual({ bytes, contentType: 'image/png' });
    expect(await store().get(key)).toEqual(bytes);
    await store().delete(key);
    expect(await store().get(key)).toBeNull();
  });

  it('accepts an endpoint with a slash at its end', async () => {
    const key = newId();
    const slashed = new S3Store({
      ...CREDENTIALS,
      endpoint: `${server.endpoint}/`,
      bucket: 'b',
      timeoutMs: 5_000,
    });
    await slashed.put(key, Buffer.from('x'), 'image/png');
    expect([...server.objects.keys()]).toEqual([`/b/${key}`]);
  });

  it.each([{ secretAccessKey: 'wrong' }, { region: 'us-east-1' }])(
    'fails at once with a signature made from %o',
    async (wrong) => {
      await expect(store(wrong).put(newId(), Buffer.from('x'), 'image/png')).rejects.toThrow('403');
      expect(server.objects.size).toBe(0);
      expect(server.requests).toBe(1);
    },
  );

  it('tries again when the store is busy or the connection breaks', async () => {
    const key = newId();
    server.faults.push('busy', 'reset');
    await store().put(key, Buffer.from('kept'), 'image/png');
    expect(await store().get(key)).toEqual(Buffer.from('kept'));
    expect(server.requests).toBe(4);
  });

  it('gives up after three tries', async () => {
    server.faults.push('busy', 'busy', 'busy', 'busy');
    await expect(store().get(newId())).rejects.toThrow('503');
    expect(server.requests).toBe(3);
  });

  it('does not wait for a store that hangs', async () => {
    server.faults.push('hang', 'hang', 'hang');
    await expect(store({ timeoutMs: 50 }).get(newId())).rejects.toThrow('could not be reached');
  });

  it('follows no redirect with a signed request', async () => {
    server.faults.push('redirect');
    await expect(store().get(newId())).rejects.toThrow('307');
    expect(server.requests).toBe(1);
  });

  it.each(['', '../other-bucket/key', 'a/b', `${newId()}?acl`, `${newId()}/../x`, `${newId()}\n`])(
    'never asks for the hostile key %j',
    async (key) => {
      await expect(store().get(key)).rejects.toThrow('Not the key');
      await expect(store().put(key, Buffer.from('x'), 'image/png')).rejects.toThrow('Not the key');
      await expect(store().delete(key)).rejects.toThrow('Not the key');
      expect(server.requests).toBe(0);
    },
  );
});
