import { PHOTO_LIMITS } from '@airloom/contract/devices/annotations.limits';
import { describe, expect, it } from 'vitest';
import {
  CAMERA,
  JPEG,
  LOSSLESS_WEBP,
  LOSSY_WEBP,
  locatedJpeg,
  locatedPng,
  locatedTiff,
  locatedWebp,
  PROGRESSIVE_JPEG,
  png,
  pngChunk,
} from '../../../testing/pictures.ts';
import { cleanImage } from './clean-image.ts';

const SIZE = { width: 16, height: 12 };
/** The directory of the location, and texts of the metadata. */
const MARKS = [Buffer.from([0x25, 0x88, 4, 0]), Buffer.from(CAMERA), Buffer.from('xmpmeta')];

describe('a JPEG', () => {
  it('loses the location, texts, and whatever follows the picture', () => {
    const picture = locatedJpeg();
    const cleaned = cleanImage(picture);
    expect(cleaned).toMatchObject(SIZE);
    for (const mark of MARKS) {
      expect(picture.includes(mark)).toBe(true);
      expect(cleaned?.bytes.includes(mark)).toBe(false);
    }
    // The rest is the original picture.
    expect(cleaned?.bytes.subarray(-JPEG.length + 20)).toEqual(JPEG.subarray(20));
  });

  it('keeps only which side is up', () => {
    const { bytes } = cleanImage(locatedJpeg(JPEG, 6)) ?? { bytes: Buffer.alloc(0) };
    const exif = bytes.indexOf('Exif');
    expect(bytes.readUInt16BE(exif - 2)).toBe(34);
    expect(bytes.subarray(exif + 6, exif + 32).toString('hex')).toBe(
      '4d4d002a00000008000101120003000000010006000000000000',
    );
    expect(cleanImage(locatedJpeg(JPEG, 1))?.bytes.includes('Exif')).toBe(false);
  });

  it('is the same without metadata, with one scan or several', () => {
    for (const picture of [JPEG, PROGRESSIVE_JPEG]) {
      expect(cleanImage(picture)?.bytes).toEqual(picture);
      expect(cleanImage(locatedJpeg(picture, 1))?.bytes).toEqual(picture);
    }
  });

  it('is refused when it is incomplete or not a picture', () => {
    for (const length of [2, 4, 30, JPEG.length - 2, JPEG.length - 1]) {
      expect(cleanImage(JPEG.subarray(0, length))).toBeNull();
    }
    const lossless = Buffer.from(JPEG);
    lossless[JPEG.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc3;
    expect(cleanImage(lossless)).toBeNull();
  });
});

describe('a PNG', () => {
  it('loses the location, texts, and whatever follows the picture', () => {
    const cleaned = cleanImage(locatedPng());
    expect(cleaned).toEqual({
      ...SIZE,
      bytes: png(16, 12, [pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]))]),
    });
    expect(locatedPng().includes(locatedTiff(1))).toBe(true);
  });

  it('is refused when it is incomplete, damaged or too large', () => {
    const good = png(16, 12);
    expect(cleanImage(good)?.bytes).toEqual(good);
    expect(cleanImage(good.subarray(0, -12))).toBeNull();
    const damaged = Buffer.from(good);
    damaged[45] = (damaged[45] ?? 0) ^ 1;
    expect(cleanImage(damaged)).toBeNull();
    expect(cleanImage(png(16, 12, [pngChunk('ABCD', Buffer.alloc(1))]))).toBeNull();
    expect(cleanImage(png(PHOTO_LIMITS.sideMax + 1, 1))).toBeNull();
    expect(cleanImage(png(PHOTO_LIMITS.sideMax, 1))).not.toBeNull();
  });
});

describe('a WebP', () => {
  it('loses the location, texts, and whatever follows the picture', () => {
    for (const picture of [LOSSY_WEBP, LOSSLESS_WEBP]) {
      const cleaned = cleanImage(locatedWebp(picture));
      expect(cleaned).toMatchObject(SIZE);
      for (const mark of [CAMERA, 'EXIF', 'XMP ']) expect(cleaned?.bytes.includes(mark)).toBe(false);
      expect(cleaned?.bytes.subarray(30)).toEqual(picture.subarray(12));
      expect(cleaned?.bytes.readUInt32LE(4)).toBe((cleaned?.bytes.length ?? 0) - 8);
      expect(cleaned?.bytes[20]).toBe(0);
    }
  });

  it('is the same without metadata', () => {
    expect(cleanImage(LOSSY_WEBP)).toEqual({ ...SIZE, bytes: LOSSY_WEBP });
    expect(cleanImage(LOSSLESS_WEBP)).toEqual({ ...SIZE, bytes: LOSSLESS_WEBP });
  });

  it('is refused when it is incomplete or an animation', () => {
    expect(cleanImage(LOSSY_WEBP.subarray(0, -4))).toBeNull();
    expect(cleanImage(locatedWebp(LOSSY_WEBP, 0x02))).toBeNull();
  });
});

it('refuses everything else', () => {
  for (const text of ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', 'RIFF0000WEBP']) {
    expect(cleanImage(Buffer.from(text))).toBeNull();
  }
});
