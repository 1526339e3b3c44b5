import type { CleanImage } from './image.ts';

const RIFF_BYTES = 12;
const CHUNK_HEAD = 8;
const EXTENDED_BYTES = 10;
/** Of the flags of an extended file, only transparency remains. */
const ALPHA = 0x10;
const ANIMATION = 0x02;

type Size = Pick<CleanImage, 'width' | 'height'>;

/** Lossy: a frame tag of three bytes and a start code, then 14 bits each. */
function lossySize(data: Buffer): Size | null {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return null;
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** Lossless: a signature byte, then 14 bits each, less one. */
function losslessSize(data: Buffer): Size | null {
  if (data.length < 5 || data[0] !== 0x2f) return null;
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(CHUNK_HEAD);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** The picture without profiles, Exif and XMP; null for animations and anything that is no complete WebP. */
export function cleanWebp(bytes: Buffer): CleanImage | null {
  if (bytes.length < RIFF_BYTES || bytes.readUInt32LE(4) + 8 > bytes.length) return null;
  const last = bytes.readUInt32LE(4) + 8;
  const parts: Buffer[] = [];
  let size: Size | null = null;
  let at = RIFF_BYTES;
  while (at + CHUNK_HEAD <= last) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + CHUNK_HEAD + length;
    if (end > last) return null;
    const data = bytes.subarray(at + CHUNK_HEAD, end);
    if (type === 'VP8X') {
      const flags = data[0] ?? 0;
      if (length !== EXTENDED_BYTES || parts.length > 0 || (flags & ANIMATION) !== 0) return null;
      const kept = Buffer.alloc(EXTENDED_BYTES);
      data.copy(kept, 4, 4);
      kept[0] = flags & ALPHA;
      parts.push(chunk(type, kept));
    } else if (type === 'ALPH') {
      parts.push(chunk(type, data));
    } else if (type === 'VP8 ' || type === 'VP8L') {
      if (size !== null) return null;
      size = type === 'VP8 ' ? lossySize(data) : losslessSize(data);
      if (size === null) return null;
      parts.push(chunk(type, data));
    }
    at = end + (length % 2);
  }
  if (size === null) return null;
  const body = Buffer.concat(parts);
  const riff = Buffer.alloc(RIFF_BYTES);
  riff.write('RIFF', 0, 'latin1');
  riff.writeUInt32LE(body.length + 4, 4);
  riff.write('WEBP', 8, 'latin1');
  return { bytes: Buffer.concat([riff, body]), ...size };
}
