import { crc32, deflateSync } from 'node:zlib';

/** 16 × 12 pixels each, without metadata. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAMABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUG/8QAGRAAAQUAAAAAAAAAAAAAAAAAAAISFFFh/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAXEQADAQAAAAAAAAAAAAAAAAAAAxUW/9oADAMBAAIRAxEAPwDLSNEjSa9Vh6rKPPqFbbD/2Q==',
  'base64',
);
/** Several scans with tables between them. */
export const PROGRESSIVE_JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAAMABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQF/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/2gAMAwEAAhADEAAAAcpMoq//xAAWEAEBAQAAAAAAAAAAAAAAAAASABD/2gAIAQEAAQUCUt//xAAWEQADAAAAAAAAAAAAAAAAAAAAAhT/2gAIAQMBAT8BtY//xAAWEQADAAAAAAAAAAAAAAAAAAAAAhX/2gAIAQIBAT8Bnqf/xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAY/Ah//xAAXEAADAQAAAAAAAAAAAAAAAAAAAREQ/9oACAEBAAE/IcKys//aAAwDAQACAAMAAAAQ/wD/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/EF//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/ED//xAAWEAEBAQAAAAAAAAAAAAAAAAAAYXH/2gAIAQEAAT8Q00ss/9k=',
  'base64',
);
export const LOSSY_WEBP = Buffer.from(
  'UklGRlAAAABXRUJQVlA4IEQAAABwAgCdASoQAAwAAgA0JbACdGuA/wFx/geiAVrwAP71hpcF8i2FBJ3Gl//v2+fqz/XjAJX/7LL7//0JReHMI+dCSgAAAA==',
  'base64',
);
export const LOSSLESS_WEBP = Buffer.from(
  'UklGRk4AAABXRUJQVlA4TEEAAAAvD8ACAF8AEIT/bRMCgRRu0QKBxN/0KJ7/1AEc6AAAIW07mcIUpjCFFFJIIYUUUkghvusQ0f/8PC6HzWIyaIokAAA=',
  'base64',
);

/** Part of every text of the metadata below. */
export const CAMERA = 'SECRETCAM';
const XMP = Buffer.from(
  `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><exif:GPSLatitude>52,13.5N ${CAMERA}</exif:GPSLatitude></x:xmpmeta>`,
);

/** TIFF data of a camera: its name, the orientation, and a location as 52° 13′ N, 21° 0′ E. */
export function locatedTiff(orientation: number): Buffer<ArrayBuffer> {
  const tiff = Buffer.alloc(200);
  tiff.write('II', 0, 'latin1');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(3, 8);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  };
  entry(10, 0x010f, 2, CAMERA.length + 1, 60);
  entry(22, 0x0112, 3, 1, orientation);
  entry(34, 0x8825, 4, 1, 80);
  tiff.write(CAMERA, 60, 'latin1');
  tiff.writeUInt16LE(2, 80);
  entry(82, 0x0001, 2, 2, 'N'.charCodeAt(0));
  entry(94, 0x0002, 5, 3, 120);
  [52, 1, 13, 1, 47, 1].forEach((number, nth) => tiff.writeUInt32LE(number, 120 + nth * 4));
  return tiff;
}

function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** As a phone writes it: Exif with a location, XMP, IPTC, a comment, and a video after the picture. */
export function locatedJpeg(picture = JPEG, orientation = 6): Buffer<ArrayBuffer> {
  return Buffer.concat([
    picture.subarray(0, 2),
    jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), locatedTiff(orientation)])),
    jpegSegment(0xe1, XMP),
    jpegSegment(0xed, Buffer.from(`Photoshop 3.0\0${CAMERA}`)),
    jpegSegment(0xfe, Buffer.from(CAMERA)),
    picture.subarray(2),
    Buffer.from(`ftypmp42${CAMERA}`),
  ]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(checked));
  return Buffer.concat([length, checked, sum]);
}

/** Grey pixels; `more` stands before them. */
export function png(width: number, height: number, more: readonly Buffer[] = []): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height, 120))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function locatedPng(): Buffer<ArrayBuffer> {
  return Buffer.concat([
    png(16, 12, [
      pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])),
      pngChunk('eXIf', locatedTiff(1)),
      pngChunk('tEXt', Buffer.from(`Comment\0${CAMERA}`)),
      pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${XMP.toString()}`)),
    ]),
    Buffer.from(CAMERA),
  ]);
}

function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** An extended file with the given flags around a simple one. */
export function locatedWebp(picture = LOSSY_WEBP, flags = 0x0c): Buffer<ArrayBuffer> {
  const extended = Buffer.alloc(10);
  extended.writeUInt8(flags, 0);
  extended.writeUIntLE(15, 4, 3);
  extended.writeUIntLE(11, 7, 3);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    riffChunk('VP8X', extended),
    picture.subarray(12),
    riffChunk('EXIF', locatedTiff(1)),
    riffChunk('XMP ', XMP),
  ]);
  return Buffer.concat([riffChunk('RIFF', body), Buffer.from(CAMERA)]);
}
