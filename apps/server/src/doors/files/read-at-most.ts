import type { Readable } from 'node:stream';
import { Failure } from '../../platform/failure.ts';

/** The whole body, unless it is too large; then what is left of it is not kept, and the sender still gets an answer. */
export async function readAtMost(body: Readable, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(part)) throw new TypeError('A request body comes in bytes');
    size += part.length;
    if (size > maxBytes) throw new Failure('payloadTooLarge');
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}
