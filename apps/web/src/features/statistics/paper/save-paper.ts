import { SHARPNESS } from '../../../shared/chart/draw-chart.ts';
import { PALETTE } from '../../../shared/theme/tokens.ts';
import { saveBlob } from '../../../shared/ui/save-file.ts';
import { itemsOf, PAGE } from './paint.ts';
import type { Paper } from './paper.ts';

/** Largest canvas size of browsers; larger pictures are scaled down. */
const SIDE_MAX = 16_000;

/** Saves the page as one picture. */
export async function savePaper(paper: Paper): Promise<void> {
  const items = itemsOf(paper);
  const height = items.reduce((sum, item) => sum + item.height, 2 * PAGE.margin);
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
  saveBlob(await canvas.convertToBlob({ type: 'image/png' }), `${paper.fileName}.png`);
}
