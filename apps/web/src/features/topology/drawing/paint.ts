import type { Box, Point, Size } from '../../../shared/viewport/geometry.ts';
import { shownBox, type Viewport } from '../../../shared/viewport/viewport.ts';
import { NODE } from '../model/axes.ts';
import type { Drawing } from './drawables.ts';
import { paintLinks, paintLinkTexts } from './paint-links.ts';
import { type Marks, paintInternet, paintNodes, paintStrangers } from './paint-nodes.ts';
import { type Canvas, type Colours, LINK_TEXTS_FROM } from './painting.ts';

/** Width of lines and height of texts beside them. */
const LINK_MARGIN = 16;

/** Paints the visible part. */
export function paint(
  canvas: Canvas,
  drawing: Drawing,
  view: Viewport,
  screen: Size & { readonly ratio: number },
  colours: Colours,
  marks: Marks,
): void {
  const { ratio } = screen;
  const { scale } = view;
  canvas.setTransform(1, 0, 0, 1, 0, 0);
  canvas.fillStyle = colours.surface;
  canvas.fillRect(0, 0, screen.width * ratio, screen.height * ratio);
  canvas.setTransform(scale * ratio, 0, 0, scale * ratio, view.x * ratio, view.y * ratio);
  const shown = shownBox(view, screen);
  const isShown = ({ x, y }: Point) =>
    meets(shown, {
      x: x - NODE.width / 2,
      y: y - NODE.height / 2,
      width: NODE.width,
      height: NODE.height,
    });
  const wide = {
    x: shown.x - LINK_MARGIN,
    y: shown.y - LINK_MARGIN,
    width: shown.width + 2 * LINK_MARGIN,
    height: shown.height + 2 * LINK_MARGIN,
  };
  const links = drawing.links.filter(({ line }) => meets(wide, line.bounds));
  paintLinks(canvas, links, scale, colours);
  if (scale >= LINK_TEXTS_FROM) paintLinkTexts(canvas, links, scale, colours);
  paintStrangers(canvas, drawing.strangers.filter(isShown), scale, colours);
  if (drawing.internet !== null) paintInternet(canvas, drawing.internet, scale, colours);
  paintNodes(canvas, drawing.nodes.filter(isShown), scale, colours, marks);
  if (marks.pen !== null) paintPen(canvas, marks.pen, scale, colours);
}

function meets(one: Box, other: Box): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  );
}

/** The link that is being created, from the chosen device to the pointer. */
function paintPen(
  canvas: Canvas,
  { from, to }: { readonly from: Point; readonly to: Point },
  scale: number,
  colours: Colours,
): void {
  canvas.strokeStyle = colours.primary;
  canvas.lineWidth = 2 / scale;
  canvas.setLineDash([6 / scale, 4 / scale]);
  canvas.beginPath();
  canvas.moveTo(from.x, from.y);
  canvas.lineTo(to.x, from.y);
  canvas.lineTo(to.x, to.y);
  canvas.stroke();
  canvas.setLineDash([]);
}
