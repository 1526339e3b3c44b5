import { deflateSync, inflateSync } from 'node:zlib';
import { z } from 'zod';

/** Compressed parameters of a uCentral message. */
export const compressedParams = z.looseObject({ compress_64: z.string(), compress_sz: z.number() });
export type CompressedParams = z.infer<typeof compressedParams>;

export function compressParams(params: unknown): { compress_64: string; compress_sz: number } {
  const plain = Buffer.from(JSON.stringify(params));
  return { compress_64: deflateSync(plain).toString('base64'), compress_sz: plain.length };
}

/** The inflated bytes, or null when they are no zlib stream or above the limit. */
export function inflateParams(packed: string, maxBytes: number): Buffer | null {
  try {
    return inflateSync(Buffer.from(packed, 'base64'), { maxOutputLength: maxBytes });
  } catch {
    return null;
  }
}
