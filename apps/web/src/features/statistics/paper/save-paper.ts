import { SHARPNESS } from '../../../shared/chart/draw-chart.ts';
import { PALETTE } from '../../../shared/theme/tokens.ts';
import { saveBlob } from '../../../shared/ui/save-file.ts';
import { type Item, itemsOf, PAGE } from './paint.ts';
import type { Paper } from './paper.ts';
import { pdfOf } from './pdf.ts';
import { placeItems } from './place-items.ts';

/** Largest canvas size of browsers; larger pictures are scaled down. */
const SIDE_MAX = 16_000;
const QUALITY = 0.92;

function drawPage(items: readonly Item[], height: number): OffscreenCanvas {
  const scale = Math.min(SHARPNESS, SIDE_MAX / height);
  const canvas = new OffscreenCanvas(Math.ceil(PAGE.width * scale), Math.ceil(height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no pictures');
  context.scale(scale, scale);
  context.fillStyle = PALETTE.light.surface;
  context.fillRect(0, 0, PAGE.width, height);
  let top: number = PAGE.margin;
  for (const item of items) {
    item.paint(context, top);
    top += item.height;
  }
  return canvas;
}

export type PictureFormat = 'png' | 'pdf';

/** Saves the page as one picture or as a PDF. */
export async function savePaper(paper: Paper, format: PictureFormat): Promise<void> {
  const items = itemsOf(paper);
  if (format === 'png') {
    const height = items.reduce((sum, item) => sum + item.height, 2 * PAGE.margin);
    const picture = await drawPage(items, height).convertToBlob({ type: 'image/png' });
    saveBlob(picture, `${paper.fileName}.png`);
    return;
  }
  const pages = placeItems(items, PAGE.height - 2 * PAGE.margin).map((own) => drawPage(own, PAGE.height));
  const pictures = await Promise.all(
    pages.map(async (canvas) => {
      const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
      return {
        jpeg: new Uint8Array(await jpeg.arrayBuffer()),
        width: canvas.width,
        height: canvas.height,
      };
    }),
  );
  saveBlob(new Blob([pdfOf(pictures, paper.title)], { type: 'application/pdf' }), `${paper.fileName}.pdf`);
}
