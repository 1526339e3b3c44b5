import { type Colour, FONTS } from '../../../shared/theme/tokens.ts';
import type { Size } from '../../../shared/viewport/geometry.ts';
import { shownBox, type Viewport } from '../../../shared/viewport/viewport.ts';
import { NODE } from '../model/layout.ts';
import { FOLD } from '../model/scene.ts';
import { type Drawing, type LinkDrawing, type NodeDrawing, squeeze, TEXT } from './drawables.ts';
import { GLYPH_SIZE, GLYPHS } from './glyphs.ts';

export type Colours = Readonly<Record<Colour, string>>;

const NAME_PX = 12.5;
export const NAME_FONT = `500 ${NAME_PX}px ${FONTS.text}`;
export const NOTE_FONT = `400 11px ${FONTS.text}`;
const RADIUS = 6;
const DIM = 0.25;
/** Minimum scales for notes, names and fine details. */
const NOTES_FROM = 0.75;
const NAMES_FROM = 0.24;
const FINE_FROM = 0.3;
/** Minimum font size of names on screen. */
const NAME_LEAST_PX = 10.5;
/** Width of the status edge at small scales. */
const EDGE = NODE.width / 8;

export interface Marks {
  readonly selected: string | null;
  readonly hovered: string | null;
  /** Devices that cannot be chosen now. */
  readonly barred: ReadonlySet<string> | null;
}

type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const glyphs = new Map<string, Path2D>();

function glyphOf(kind: NodeDrawing['kind']): Path2D {
  const known = glyphs.get(kind) ?? new Path2D(GLYPHS[kind]);
  glyphs.set(kind, known);
  return known;
}

/** Paints the visible part; lines and boxes of one style together, so that thousands fit into a frame. */
export function paint(
  canvas: Canvas,
  drawing: Drawing,
  view: Viewport,
  screen: Size & { readonly ratio: number },
  colours: Colours,
  marks: Marks,
): void {
  const { ratio } = screen;
  canvas.setTransform(1, 0, 0, 1, 0, 0);
  canvas.fillStyle = colours.surface;
  canvas.fillRect(0, 0, screen.width * ratio, screen.height * ratio);
  canvas.setTransform(view.scale * ratio, 0, 0, view.scale * ratio, view.x * ratio, view.y * ratio);
  const box = shownBox(view, screen);
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const nodes = drawing.nodes.filter(
    ({ x, y }) =>
      x + NODE.width / 2 >= box.x &&
      x - NODE.width / 2 <= right &&
      y + NODE.height / 2 >= box.y &&
      y - NODE.height / 2 <= bottom,
  );
  const links = drawing.links.filter(
    ({ curve: { from, to } }) =>
      Math.max(from.x, to.x) >= box.x &&
      Math.min(from.x, to.x) <= right &&
      Math.max(from.y, to.y) >= box.y &&
      Math.min(from.y, to.y) <= bottom,
  );
  paintLinks(canvas, links, view.scale, colours);
  if (view.scale >= NOTES_FROM) paintLabels(canvas, links, colours);
  paintStrangers(canvas, drawing, view.scale, colours);
  paintNodes(canvas, nodes, view.scale, colours, marks);
}

function paintLinks(canvas: Canvas, links: readonly LinkDrawing[], scale: number, colours: Colours): void {
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
      for (const { curve } of own) trace(canvas, curve, scale);
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
  for (const { curve } of lit) trace(canvas, curve, scale);
  canvas.stroke();
}

function trace(canvas: Canvas, { from, bend1, bend2, to }: LinkDrawing['curve'], scale: number): void {
  canvas.moveTo(from.x, from.y);
  if (scale < FINE_FROM) canvas.lineTo(to.x, to.y);
  else canvas.bezierCurveTo(bend1.x, bend1.y, bend2.x, bend2.y, to.x, to.y);
}

function paintLabels(canvas: Canvas, links: readonly LinkDrawing[], colours: Colours): void {
  canvas.font = NOTE_FONT;
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  for (const { label, labelAt, dim } of links) {
    if (label === '' || dim) continue;
    const width = canvas.measureText(label).width + 8;
    canvas.fillStyle = colours.surface;
    canvas.fillRect(labelAt.x - width / 2, labelAt.y - 8, width, 16);
    canvas.fillStyle = colours.text2;
    canvas.fillText(label, labelAt.x, labelAt.y);
  }
  canvas.textAlign = 'left';
}

function paintStrangers(canvas: Canvas, { strangers }: Drawing, scale: number, colours: Colours): void {
  if (strangers.length === 0) return;
  canvas.fillStyle = colours.text3;
  canvas.beginPath();
  for (const { x, y } of strangers) canvas.rect(x - 4, y - 4, 8, 8);
  canvas.fill();
  if (scale < NOTES_FROM) return;
  canvas.font = NOTE_FONT;
  canvas.textAlign = 'center';
  canvas.textBaseline = 'top';
  canvas.fillStyle = colours.text2;
  for (const { x, y, name } of strangers) canvas.fillText(name, x, y + 6);
  canvas.textAlign = 'left';
}

function paintNodes(
  canvas: Canvas,
  nodes: readonly NodeDrawing[],
  scale: number,
  colours: Colours,
  marks: Marks,
): void {
  const isDim = ({ dim, id }: NodeDrawing) => dim || (marks.barred?.has(id) ?? false);
  for (const [dim, own] of Map.groupBy(nodes, isDim)) {
    canvas.globalAlpha = 1;
    paintBoxes(canvas, own, scale, colours);
    if (dim) canvas.globalAlpha = DIM + 0.15;
    paintTones(canvas, own, scale, colours);
    if (scale >= NAMES_FROM) paintTexts(canvas, own, scale, colours);
  }
  canvas.globalAlpha = 1;
  for (const node of nodes) {
    const isMarked = node.id === marks.selected || node.id === marks.hovered || node.lit;
    if (!isMarked) continue;
    canvas.strokeStyle = colours.primary;
    canvas.lineWidth = (node.id === marks.hovered ? 1.5 : 2.5) / Math.min(1, scale);
    outline(canvas, node);
  }
}

function outline(canvas: Canvas, { x, y }: NodeDrawing): void {
  canvas.beginPath();
  canvas.roundRect(x - NODE.width / 2, y - NODE.height / 2, NODE.width, NODE.height, RADIUS);
  canvas.stroke();
}

function paintBoxes(canvas: Canvas, nodes: readonly NodeDrawing[], scale: number, colours: Colours): void {
  for (const [isAway, own] of Map.groupBy(nodes, (node) => node.isAway)) {
    canvas.beginPath();
    for (const { x, y } of own) {
      const [left, top] = [x - NODE.width / 2, y - NODE.height / 2];
      if (scale < FINE_FROM) canvas.rect(left, top, NODE.width, NODE.height);
      else canvas.roundRect(left, top, NODE.width, NODE.height, RADIUS);
    }
    canvas.fillStyle = isAway ? colours.layout : colours.elevated;
    canvas.fill();
    canvas.strokeStyle = isAway ? colours.text3 : colours.border;
    canvas.lineWidth = Math.max(1, 1 / scale);
    // Offline devices have a dashed outline besides their colour.
    canvas.setLineDash(isAway && scale >= FINE_FROM ? [4, 3] : []);
    canvas.stroke();
    canvas.setLineDash([]);
  }
}

/** Status as a dot; at small scales as an edge: full, narrow for offline, half for partly offline. */
function paintTones(canvas: Canvas, nodes: readonly NodeDrawing[], scale: number, colours: Colours): void {
  for (const [tone, own] of Map.groupBy(nodes, (node) => node.tone)) {
    canvas.beginPath();
    for (const { x, y, isAway } of own) {
      if (scale < NOTES_FROM) {
        const [width, height] = [isAway ? EDGE / 3 : EDGE, tone === 'warn' ? NODE.height / 2 : NODE.height];
        canvas.rect(x - NODE.width / 2, y - NODE.height / 2, width, height);
      } else {
        const left = x - NODE.width / 2 + TEXT.left + 4;
        canvas.moveTo(left + 4, y + TEXT.note);
        canvas.arc(left, y + TEXT.note, 4, 0, 2 * Math.PI);
      }
    }
    canvas.fillStyle = colours[tone];
    canvas.fill();
  }
}

function paintTexts(canvas: Canvas, nodes: readonly NodeDrawing[], scale: number, colours: Colours): void {
  canvas.textBaseline = 'middle';
  canvas.fillStyle = colours.text;
  if (scale < NOTES_FROM) paintNamesAlone(canvas, nodes, scale);
  else {
    const left = TEXT.left - NODE.width / 2;
    canvas.font = NAME_FONT;
    for (const { x, y, name } of nodes) canvas.fillText(name, x + left, y + TEXT.name - 3);
    canvas.font = NOTE_FONT;
    canvas.fillStyle = colours.text2;
    for (const { x, y, note } of nodes) canvas.fillText(note, x + left + 13, y + TEXT.note);
    paintGlyphs(canvas, nodes, colours);
  }
  canvas.font = NOTE_FONT;
  for (const node of nodes) {
    if (node.alarms !== '') paintAlarms(canvas, node, colours);
    if (node.folded !== '') paintFolded(canvas, node, colours);
  }
}

/** Names at a readable size, truncated. */
function paintNamesAlone(canvas: Canvas, nodes: readonly NodeDrawing[], scale: number): void {
  const size = Math.max(NAME_PX, NAME_LEAST_PX / scale);
  const gap = 6 / scale;
  const room = ((NODE.width - EDGE - 3 * gap) * NAME_PX) / size;
  canvas.font = `500 ${size}px ${FONTS.text}`;
  const left = EDGE + gap - NODE.width / 2;
  for (const { x, y, wholeName, nameWidth } of nodes)
    canvas.fillText(squeeze(wholeName, nameWidth, room), x + left, y);
}

function paintGlyphs(canvas: Canvas, nodes: readonly NodeDrawing[], colours: Colours): void {
  canvas.strokeStyle = colours.text2;
  canvas.lineWidth = 1.5;
  canvas.lineCap = 'round';
  canvas.lineJoin = 'round';
  for (const { x, y, kind } of nodes) {
    const [left, top] = [x - NODE.width / 2 + 11, y - GLYPH_SIZE / 2];
    canvas.translate(left, top);
    canvas.stroke(glyphOf(kind));
    canvas.translate(-left, -top);
  }
  canvas.lineCap = 'butt';
  canvas.lineJoin = 'miter';
}

/** A triangle with the number of alarms. */
function paintAlarms(canvas: Canvas, { x, y, alarms }: NodeDrawing, colours: Colours): void {
  const right = x + NODE.width / 2 - TEXT.right;
  const width = canvas.measureText(alarms).width;
  canvas.fillStyle = colours.error;
  canvas.fillText(alarms, right - width, y + TEXT.name - 3);
  const middle = right - width - 9;
  const top = y + TEXT.name - 8;
  canvas.beginPath();
  canvas.moveTo(middle, top);
  canvas.lineTo(middle + 5.5, top + 9.5);
  canvas.lineTo(middle - 5.5, top + 9.5);
  canvas.closePath();
  canvas.fill();
}

/** A pill on the lower edge with the number of folded devices. */
function paintFolded(canvas: Canvas, { x, y, folded }: NodeDrawing, colours: Colours): void {
  const width = canvas.measureText(folded).width + 14;
  const left = x + NODE.width / 2 - width - FOLD.inset;
  const top = y + NODE.height / 2 - FOLD.height / 2;
  canvas.beginPath();
  canvas.roundRect(left, top, width, FOLD.height, FOLD.height / 2);
  canvas.fillStyle = colours.selectedBg;
  canvas.fill();
  canvas.fillStyle = colours.selectedText;
  canvas.fillText(folded, left + 7, top + 9.5);
}
