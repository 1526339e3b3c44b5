import { FONTS } from '../../../shared/theme/tokens.ts';
import type { LinkDrawing } from './drawables.ts';
import { type Canvas, type Colours, DIM, FINE_FROM, NOTE_PX } from './painting.ts';
import type { RoundedLine } from './rounded-line.ts';
import { squeeze } from './text-width.ts';

/** Lines of one style are painted together, so that thousands fit into a frame. */
export function paintLinks(
  canvas: Canvas,
  links: readonly LinkDrawing[],
  scale: number,
  colours: Colours,
): void {
  // Lines thinner than a pixel are slower.
  const least = 1 / scale;
  for (const [style, all] of Map.groupBy(links, (link) => link.style)) {
    for (const [dim, own] of Map.groupBy(all, (link) => link.dim)) {
      canvas.globalAlpha = dim ? DIM : 1;
      canvas.strokeStyle = colours[style.colour];
      canvas.lineWidth = Math.max(style.width, least);
      // Invisible dashes are skipped.
      canvas.setLineDash(scale >= FINE_FROM ? [...style.dash] : []);
      canvas.beginPath();
      for (const { line } of own) trace(canvas, line, scale);
      canvas.stroke();
    }
  }
  canvas.setLineDash([]);
  canvas.globalAlpha = 1;
  const lit = links.filter((link) => link.lit);
  if (lit.length === 0) return;
  canvas.strokeStyle = colours.primary;
  canvas.lineWidth = Math.max(3.5, 2.5 / scale);
  canvas.beginPath();
  for (const { line } of lit) trace(canvas, line, scale);
  canvas.stroke();
}

function trace(canvas: Canvas, { from, corners, to }: RoundedLine, scale: number): void {
  canvas.moveTo(from.x, from.y);
  for (const { before, at, after } of corners) {
    if (scale < FINE_FROM) canvas.lineTo(at.x, at.y);
    else {
      canvas.lineTo(before.x, before.y);
      canvas.quadraticCurveTo(at.x, at.y, after.x, after.y);
    }
  }
  canvas.lineTo(to.x, to.y);
}

/** Minimum font size on screen. */
const LEAST_PX = 9;

/** At small scales the font is larger and texts are truncated, so that they can be read. */
export function paintLinkTexts(
  canvas: Canvas,
  links: readonly LinkDrawing[],
  scale: number,
  colours: Colours,
): void {
  const larger = Math.max(1, LEAST_PX / (NOTE_PX * scale));
  canvas.font = `400 ${NOTE_PX * larger}px ${FONTS.text}`;
  canvas.textBaseline = 'middle';
  canvas.fillStyle = colours.text2;
  for (const { texts, dim } of links) {
    if (dim) continue;
    for (const { text, x, y, align, width, room } of texts) {
      canvas.textAlign = align;
      canvas.fillText(squeeze(text, width, room / larger), x, y);
    }
  }
  canvas.textAlign = 'left';
}
