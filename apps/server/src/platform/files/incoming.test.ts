import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Incoming } from './incoming.ts';

const CHUNK = Buffer.alloc(1000, 1);

let folder: string;
let incoming: Incoming;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airloom-incoming-'));
  incoming = await Incoming.open(folder, new Date());
});
afterEach(async () => {
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

describe('receiving a body', () => {
  it('accepts exactly as much as is allowed', async () => {
    for (const parts of [[CHUNK, CHUNK], []]) {
      const all = Buffer.concat(parts);
      await incoming.receive(Readable.from(parts), 2000, async (file) => {
        expect(await readFile(file.path)).toEqual(all);
        expect(file).toMatchObject({
          size: all.length,
          sha256: createHash('sha256').update(all).digest('hex'),
        });
      });
    }
  });

  it('returns the start of the body, however small its chunks are', async () => {
    const bytes = Buffer.from('twenty bytes of text');
    const start = await incoming.receive(
      Readable.from([...bytes].map((byte) => Buffer.from([byte]))),
      20,
      async (file) => file.start,
    );
    expect(start).toEqual(bytes.subarray(0, 16));
  });

  it('stops as soon as the limit is exceeded, and keeps the connection for the answer', async () => {
    let given = 0;
    const long = new Readable({
      highWaterMark: CHUNK.length,
      read() {
        given += 1;
        this.push(given <= 100 ? CHUNK : null);
      },
    });
    await expect(incoming.receive(long, 4999, async () => undefined)).rejects.toThrow('payloadTooLarge');
    expect(given).toBeLessThan(10);
    expect(long.destroyed).toBe(false);
  });

  it('keeps nothing of an aborted or refused body', async () => {
    const broken = incoming.receive(Readable.from(breaksOff()), 4999, async () => undefined);
    await expect(broken).rejects.toThrow('gone');
    const refused = incoming.receive(Readable.from([CHUNK]), 4999, () => Promise.reject(new Error('no')));
    await expect(refused).rejects.toThrow('no');
  });
});

async function* breaksOff() {
  yield CHUNK;
  throw new Error('gone');
}
