import type { ByteRange } from '../../platform/files/file-store.ts';

const ONE_RANGE = /^bytes=[ \t]*(?:(?<first>\d{1,15})-(?<last>\d{1,15})?|-(?<suffix>\d{1,15}))[ \t]*$/i;

/**
 * The range of a `Range` header (RFC 9110, 14.2). Null stands for the whole file: invalid headers and
 * multiple ranges are ignored.
 */
export function requestedRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const asked = ONE_RANGE.exec(header ?? '')?.groups;
  if (asked === undefined) return null;
  const range =
    asked.suffix === undefined
      ? { first: Number(asked.first), last: Math.min(Number(asked.last ?? size), size - 1) }
      : { first: Math.max(size - Number(asked.suffix), 0), last: size - 1 };
  if (asked.last !== undefined && Number(asked.last) < range.first) return null;
  return range.first < size ? range : 'unsatisfiable';
}
