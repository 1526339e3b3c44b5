import { crc32 } from 'node:zlib';
import type { CleanImage } from './image.ts';

const SIGNATURE_BYTES = 8;
/** Length and type before the data, checksum after it. */
const CHUNK_HEAD = 8;
const CHUNK_BYTES = 12;

/** The picture itself, and how its colours, transparency and pixels are displayed. */
const KEPT: readonly string[] = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'bKGD',
  'pHYs',
];

function isCritical(type: string): boolean {
  return /^[A-Z]/.test(type);
}

/** The picture without texts, times, profiles and Exif data; null for anything that is no complete PNG. */
export function cleanPng(bytes: Buffer): CleanImage | null {
  const parts: Buffer[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  let size: Pick<CleanImage, 'width' | 'height'> | null = null;
  let hasData = false;
  let at = SIGNATURE_BYTES;
  while (at + CHUNK_BYTES <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const end = at + CHUNK_BYTES + length;
    if (end > bytes.length) return null;
    const type = bytes.toString('latin1', at + 4, at + CHUNK_HEAD);
    const checked = bytes.subarray(at + 4, end - 4);
    if (crc32(checked) !== bytes.readUInt32BE(end - 4)) return null;
    if ((type === 'IHDR') !== (size === null)) return null;
    if (type === 'IHDR') {
      if (length !== 13) return null;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    hasData ||= type === 'IDAT';
    if (KEPT.includes(type)) parts.push(bytes.subarray(at, end));
    else if (isCritical(type)) return null;
    if (type === 'IEND') return size === null || !hasData ? null : { bytes: Buffer.concat(parts), ...size };
    at = end;
  }
  return null;
}
