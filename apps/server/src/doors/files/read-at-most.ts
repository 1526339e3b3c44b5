import type { Readable } from 'node:stream';
import { Failure } from '../../platform/failure.ts';

/**
 * The whole body in one piece of memory, unless it is too large; then what is left of it is not kept, and the
 * sender still gets an answer. Memory that nothing is written to costs nothing, so a sender who only declares
 * much takes little.
 */
export async function readAtMost(body: Readable, maxBytes: number, declared = maxBytes): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(Math.min(declared, maxBytes));
  let size = 0;
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(part)) throw new TypeError('A request body comes in bytes');
    if (size + part.length > bytes.length) throw new Failure('payloadTooLarge');
    size += part.copy(bytes, size);
  }
  return bytes.subarray(0, size);
}
