import { inflateRawSync } from 'node:zlib';
import { errorCode } from '../error-code.ts';

const END = 0x06054b50;
const CENTRAL_HEADER = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_SEARCH_BYTES = 22 + 0xffff;
const ENTRIES_MAX = 2_000;
const STORED = 0;
const DEFLATED = 8;
const TAG_START = 0x3c;

/** Why an archive is not read. */
export type ArchiveFault = 'unreadable' | 'tooLarge';

export interface ArchiveEntry {
  readonly name: Buffer;
  readonly content: Buffer;
}

/** The position of an entry in the archive, from its local header to the end of its content. */
interface Place {
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

/**
 * All entries of an archive whose content has at most this many bytes and XML tags. Declared sizes are not
 * trusted. Archives that another reader could interpret differently are refused: local headers that contradict the
 * directory, and entries that overlap.
 */
export function unpackArchive(
  archive: Buffer,
  maxBytes: number,
  maxTags: number,
): ArchiveEntry[] | ArchiveFault {
  try {
    return entriesOf(archive, maxBytes, maxTags);
  } catch (error) {
    // Larger than allowed; otherwise it is damaged, or reads out of its bounds.
    return errorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'unreadable';
  }
}

function entriesOf(archive: Buffer, maxBytes: number, maxTags: number): ArchiveEntry[] | ArchiveFault {
  const end = endOf(archive);
  if (end === null) return 'unreadable';
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  if (count > ENTRIES_MAX) return 'tooLarge';
  const entries: ArchiveEntry[] = [];
  const places: Place[] = [];
  let bytes = 0;
  let tags = 0;
  for (let nth = 0; nth < count; nth += 1) {
    if (archive.readUInt32LE(at) !== CENTRAL_HEADER) return 'unreadable';
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.subarray(at + 46, at + 46 + nameLength);
    const method = archive.readUInt16LE(at + 10);
    const place = placeOf(archive, at);
    if (place.end > archive.length || !isSame(archive, place.start, name, method)) return 'unreadable';
    places.push(place);
    const content = unpacked(archive.subarray(place.content, place.end), method, maxBytes - bytes);
    bytes += content.length;
    tags += tagsIn(content);
    if (bytes > maxBytes || tags > maxTags) return 'tooLarge';
    entries.push({ name, content });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return overlap(places) ? 'unreadable' : entries;
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

function placeOf(archive: Buffer, header: number): Place {
  const size = archive.readUInt32LE(header + 20);
  const start = archive.readUInt32LE(header + 42);
  const content = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
  return { start, content, end: content + size };
}

/** Whether the local header names the same file, packed in the same way. Its sizes are not used. */
function isSame(archive: Buffer, local: number, name: Buffer, method: number): boolean {
  return (
    archive.readUInt32LE(local) === LOCAL_HEADER &&
    archive.readUInt16LE(local + 8) === method &&
    archive.subarray(local + 30, local + 30 + archive.readUInt16LE(local + 26)).equals(name)
  );
}

function overlap(places: readonly Place[]): boolean {
  let end = 0;
  for (const place of places.toSorted((one, other) => one.start - other.start)) {
    if (place.start < end) return true;
    end = place.end;
  }
  return false;
}

function unpacked(packed: Buffer, method: number, left: number): Buffer {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new Error('packed in a way no spreadsheet uses');
  return packed.length === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, left) });
}
