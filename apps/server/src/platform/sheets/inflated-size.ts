import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const CENTRAL_HEADER = 0x02014b50;
const END_SEARCH_BYTES = 22 + 0xffff;
const ENTRIES_MAX = 2_000;
const STORED = 0;
const DEFLATED = 8;

/**
 * How large the content of an archive really is; null when it is more than `maxBytes`, or no archive at all.
 * Whatever the archive says about itself counts for nothing: everything is unpacked once, and thrown away.
 */
export function inflatedSize(archive: Buffer, maxBytes: number): number | null {
  try {
    return sizeOf(archive, maxBytes);
  } catch {
    // Out of bounds, damaged, or larger than allowed: all of it makes the archive useless.
    return null;
  }
}

function sizeOf(archive: Buffer, maxBytes: number): number | null {
  const end = endOf(archive);
  if (end === null) return null;
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  if (count > ENTRIES_MAX) return null;
  let total = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (archive.readUInt32LE(at) !== CENTRAL_HEADER) return null;
    const packed = packedBytes(archive, at);
    total += unpackedLength(packed, archive.readUInt16LE(at + 10), maxBytes - total);
    if (total > maxBytes) return null;
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return total;
}

function endOf(archive: Buffer): number | null {
  const from = Math.max(0, archive.length - END_SEARCH_BYTES);
  for (let at = archive.length - 22; at >= from; at -= 1) {
    if (archive.readUInt32LE(at) === END) return at;
  }
  return null;
}

function packedBytes(archive: Buffer, header: number): Buffer {
  const size = archive.readUInt32LE(header + 20);
  const local = archive.readUInt32LE(header + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  return archive.subarray(start, start + size);
}

function unpackedLength(packed: Buffer, method: number, left: number): number {
  if (method === STORED) return packed.length;
  if (method !== DEFLATED) throw new Error('packed in a way no spreadsheet uses');
  return packed.length === 0 ? 0 : inflateRawSync(packed, { maxOutputLength: Math.max(1, left) }).length;
}
