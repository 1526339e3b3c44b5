import { saveBlob, saveText } from '../../../shared/ui/save-file.ts';
import type { Box } from '../../../shared/viewport/geometry.ts';
import type { Drawing } from './drawables.ts';
import { paint } from './paint.ts';
import type { Marks } from './paint-nodes.ts';
import type { Colours } from './painting.ts';
import { svgOf } from './svg.ts';

export interface Sheet {
  readonly drawing: Drawing;
  readonly bounds: Box;
  readonly colours: Colours;
  readonly title: string;
}

/** Maximum size of browsers; larger diagrams are scaled down. */
const SIDE_MAX = 8_000;
const MARGIN = 32;
const RATIO = 2;
const UNMARKED: Marks = { selected: null, hovered: null, barred: null, pen: null };

export function exportSvg(sheet: Sheet): void {
  saveText(svgText(sheet), `${fileName(sheet.title)}.svg`, 'image/svg+xml');
}

export async function exportPng({ drawing, bounds, colours, title }: Sheet): Promise<void> {
  const [width, height] = [bounds.width + 2 * MARGIN, bounds.height + 2 * MARGIN];
  const scale = Math.min(RATIO, SIDE_MAX / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return;
  const view = { scale: 1, x: MARGIN - bounds.x, y: MARGIN - bounds.y };
  paint(context, drawing, view, { width, height, ratio: scale }, colours, UNMARKED);
  saveBlob(await canvas.convertToBlob({ type: 'image/png' }), `${fileName(title)}.png`);
}

const PRINTING = 'topology-printing';

/** Prints only the diagram. */
export function printSheet(sheet: Sheet): void {
  const parsed = new DOMParser().parseFromString(svgText(sheet), 'image/svg+xml');
  const paper = document.createElement('div');
  paper.className = 'topology-paper';
  paper.append(document.importNode(parsed.documentElement, true));
  document.body.append(paper);
  document.body.classList.add(PRINTING);
  const over = (): void => {
    document.body.classList.remove(PRINTING);
    paper.remove();
  };
  window.addEventListener('afterprint', over, { once: true });
  window.print();
}

function svgText({ drawing, bounds, colours, title }: Sheet): string {
  return svgOf(drawing, bounds, colours, title);
}

function fileName(title: string): string {
  return title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
}
