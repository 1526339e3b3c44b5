import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readAtMost } from './read-at-most.ts';

const CHUNK = Buffer.alloc(1000, 1);

describe('reading a body', () => {
  it('takes exactly as much as is allowed', async () => {
    expect(await readAtMost(Readable.from([CHUNK, CHUNK]), 2000)).toEqual(Buffer.concat([CHUNK, CHUNK]));
    expect(await readAtMost(Readable.from([]), 2000)).toEqual(Buffer.alloc(0));
  });

  it('stops as soon as it is too much, and leaves the connection to answer on', async () => {
    let given = 0;
    const long = new Readable({
      highWaterMark: CHUNK.length,
      read() {
        given += 1;
        this.push(given <= 100 ? CHUNK : null);
      },
    });
    await expect(readAtMost(long, 4999)).rejects.toThrow('payloadTooLarge');
    expect(given).toBeLessThan(10);
    expect(long.destroyed).toBe(false);
  });
});
