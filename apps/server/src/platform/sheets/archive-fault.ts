import { inflateRawSync } from 'node:zlib';
import { errorCode } from '../error-code.ts';

const END = 0x06054b50;
const CENTRAL_HEADER = 0x02014b50;
const END_SEARCH_BYTES = 22 + 0xffff;
const ENTRIES_MAX = 2_000;
const STORED = 0;
const DEFLATED = 8;
const TAG_START = 0x3c;

/** Why an archive is not read. */
export type ArchiveFault = 'unreadable' | 'tooLarge';

/**
 * Null for an archive whose content has at most so many bytes and XML tags. The sizes an archive declares are not
 * trusted: everything is unpacked once, and thrown away.
 */
export function archiveFault(archive: Buffer, maxBytes: number, maxTags: number): ArchiveFault | null {
  try {
    return faultOf(archive, maxBytes, maxTags);
  } catch (error) {
    // Larger than allowed; otherwise it is damaged, or reads out of its bounds.
    return errorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'unreadable';
  }
}

function faultOf(archive: Buffer, maxBytes: number, maxTags: number): ArchiveFault | null {
  const end = endOf(archive);
  if (end === null) return 'unreadable';
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  if (count > ENTRIES_MAX) return 'tooLarge';
  let bytes = 0;
  let tags = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (archive.readUInt32LE(at) !== CENTRAL_HEADER) return 'unreadable';
    const content = unpacked(packedBytes(archive, at), archive.readUInt16LE(at + 10), maxBytes - bytes);
    bytes += content.length;
    tags += tagsIn(content);
    if (bytes > maxBytes || tags > maxTags) return 'tooLarge';
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return null;
}

function tagsIn(content: Buffer): number {
  let tags = 0;
  for (const byte of content) if (byte === TAG_START) tags += 1;
  return tags;
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

function unpacked(packed: Buffer, method: number, left: number): Buffer {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new Error('packed in a way no spreadsheet uses');
  return packed.length === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, left) });
}
