import { orientationIn, orientationSegment } from './exif-orientation.ts';
import type { CleanImage } from './image.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP14 = 0xee;

/** Baseline, extended and progressive; browsers display no other. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];
/** DHT, DQT, DRI and DNL: tables and numbers that decoders need. */
const TABLES: readonly number[] = [0xc4, 0xdb, 0xdd, 0xdc];

const JFIF = Buffer.from('JFIF\0', 'latin1');
const ADOBE = Buffer.from('Adobe', 'latin1');
/** Identifier, version, units and density, without the thumbnail that may follow. */
const JFIF_LENGTH = 12;
const ADOBE_LENGTH = 12;

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** What is left of an application segment: how colours are stored, and which side is up. */
function keptOfApplication(marker: number, content: Buffer): Buffer | null {
  if (marker === APP0 && content.length >= JFIF_LENGTH && content.subarray(0, JFIF.length).equals(JFIF)) {
    return segment(APP0, Buffer.concat([content.subarray(0, JFIF_LENGTH), Buffer.from([0, 0])]));
  }
  if (marker === APP14 && content.length >= ADOBE_LENGTH && content.subarray(0, ADOBE.length).equals(ADOBE)) {
    return segment(APP14, content.subarray(0, ADOBE_LENGTH));
  }
  if (marker === APP1) {
    const orientation = orientationIn(content);
    return orientation === null ? null : segment(APP1, orientationSegment(orientation));
  }
  return null;
}

/** Where the compressed data of a scan ends: at a marker that is neither stuffing nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** The picture with its first orientation only; null for anything that is no complete JPEG. */
export function cleanJpeg(bytes: Buffer): CleanImage | null {
  const parts: Buffer[] = [Buffer.from([0xff, SOI])];
  let size: Pick<CleanImage, 'width' | 'height'> | null = null;
  let hasOrientation = false;
  let scans = 0;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      // Any number of fill bytes may precede a marker.
      at += 1;
      continue;
    }
    if (marker === EOI) break;
    const length = bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    const content = bytes.subarray(at + 4, end);
    if (FRAMES.includes(marker)) {
      if (size !== null || content.length < 6) return null;
      size = { height: content.readUInt16BE(1), width: content.readUInt16BE(3) };
      parts.push(bytes.subarray(at, end));
    } else if (TABLES.includes(marker)) {
      parts.push(bytes.subarray(at, end));
    } else if (marker === SOS) {
      if (size === null) return null;
      const next = endOfScan(bytes, end);
      parts.push(bytes.subarray(at, next));
      scans += 1;
      at = next;
      continue;
    } else if (marker >= 0xc0 && marker <= 0xcf) {
      return null;
    } else if (marker !== APP1 || !hasOrientation) {
      const kept = keptOfApplication(marker, content);
      if (kept !== null) parts.push(kept);
      hasOrientation ||= marker === APP1 && kept !== null;
    }
    at = end;
  }
  // Whatever follows the end of the picture is left out, such as the video of a motion photo.
  if (bytes[at] !== 0xff || bytes[at + 1] !== EOI || size === null || scans === 0) return null;
  return { bytes: Buffer.concat([...parts, Buffer.from([0xff, EOI])]), ...size };
}
