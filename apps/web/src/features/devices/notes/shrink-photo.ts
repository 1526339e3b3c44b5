import { PHOTO_LIMITS } from '@airloom/contract/devices/annotations.limits';

/** Enough to read a label in the picture. */
const SIDE_PX = 2_560;
const THUMBNAIL_PX = 360;
/** Tried in this sequence until the picture is small enough. */
const QUALITIES = [0.85, 0.7, 0.5];
const THUMBNAIL_QUALITY = 0.75;
const TYPE = 'image/jpeg';

/** Size within a square, in the same proportions; never larger than before. */
export function fitted(
  { width, height }: { width: number; height: number },
  side: number,
): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function drawn(picture: ImageBitmap, side: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const { width, height } = fitted(picture, side);
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas');
  // Transparent parts would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
}

function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, TYPE, quality));
}

async function smallEnough(canvas: HTMLCanvasElement): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const blob = await encoded(canvas, quality);
    if (blob !== null && blob.size <= PHOTO_LIMITS.maxBytes) return blob;
  }
  return null;
}

export interface ShrunkPhoto {
  photo: Blob;
  thumbnail: Blob;
}

/** The picture and its thumbnail, upright and without metadata; null when the browser cannot read the file. */
export async function shrinkPhoto(file: Blob): Promise<ShrunkPhoto | null> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
  try {
    const [photo, thumbnail] = await Promise.all([
      smallEnough(drawn(picture, SIDE_PX)),
      encoded(drawn(picture, THUMBNAIL_PX), THUMBNAIL_QUALITY),
    ]);
    return photo === null || thumbnail === null ? null : { photo, thumbnail };
  } finally {
    picture.close();
  }
}
