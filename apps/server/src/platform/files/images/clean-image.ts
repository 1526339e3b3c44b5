import { PHOTO_LIMITS } from '@airloom/contract/devices/annotations.limits';
import { contentTypeOf } from '../content-type.ts';
import type { CleanImage } from './image.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

const CLEANERS: Readonly<Record<string, (bytes: Buffer) => CleanImage | null>> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
};

/**
 * A picture without metadata: no location, times, names, comments or embedded previews. Null when the bytes are no
 * complete JPEG, PNG or WebP, or the picture is too large to be displayed.
 */
export function cleanImage(bytes: Buffer): CleanImage | null {
  const image = CLEANERS[contentTypeOf(bytes)]?.(bytes) ?? null;
  if (image === null || image.width === 0 || image.height === 0) return null;
  return Math.max(image.width, image.height) > PHOTO_LIMITS.sideMax ? null : image;
}
