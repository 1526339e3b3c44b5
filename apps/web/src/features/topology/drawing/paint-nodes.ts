import { FONTS } from '../../../shared/theme/tokens.ts';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { NODE } from '../model/axes.ts';
import { FOLD } from '../model/scene.ts';
import { type InternetDrawing, type NodeDrawing, type StrangerDrawing, TEXT } from './drawables.ts';
import { GLYPH_SIZE, GLYPHS } from './glyphs.ts';
import {
  type Canvas,
  type Colours,
  DIM,
  EDGE,
  FINE_FROM,
  NAME_FONT,
  NAME_PX,
  NAMES_FROM,
  NOTE_FONT,
  NOTES_FROM,
} from './painting.ts';
import { squeeze } from './text-width.ts';

const RADIUS = 6;
/** Minimum font size of names on screen. */
const NAME_LEAST_PX = 10.5;
/** Width of the sign of alarms and their number. */
const ALARMS_ROOM = 32;

export interface Marks {
  readonly selected: string | null;
  readonly hovered: string | null;
  /** Devices that cannot be chosen now. */
  readonly barred: ReadonlySet<string> | null;
  /** Line of a link that is being created. */
  readonly pen: { readonly from: Point; readonly to: Point } | null;
}

const glyphs = new Map<string, Path2D>();

function glyphOf(kind: keyof typeof GLYPHS): Path2D {
  const known = glyphs.get(kind) ?? new Path2D(GLYPHS[kind]);
  glyphs.set(kind, known);
  return known;
}

/** Unknown neighbours: boxes with a dotted outline. */
export function paintStrangers(
  canvas: Canvas,
  strangers: readonly StrangerDrawing[],
  scale: number,
  colours: Colours,
): void {
  if (strangers.length === 0) return;
  canvas.beginPath();
  for (const stranger of strangers) boxPath(canvas, stranger, scale);
  canvas.fillStyle = colours.surface;
  canvas.fill();
  canvas.strokeStyle = colours.text3;
  canvas.lineWidth = Math.max(1, 1 / scale);
  canvas.setLineDash(scale >= FINE_FROM ? [2, 3] : []);
  canvas.stroke();
  canvas.setLineDash([]);
  if (scale < NAMES_FROM) return;
  canvas.textBaseline = 'middle';
  canvas.fillStyle = colours.text2;
  if (scale < NOTES_FROM) {
    paintNamesAlone(canvas, strangers, scale);
    return;
  }
  const left = TEXT.right - NODE.width / 2;
  canvas.font = NAME_FONT;
  for (const { x, y, name } of strangers) canvas.fillText(name, x + left, y + TEXT.name - 3);
  canvas.font = NOTE_FONT;
  for (const { x, y, note } of strangers) canvas.fillText(note, x + left, y + TEXT.note);
}

/** A box with round ends. */
export function paintInternet(
  canvas: Canvas,
  internet: InternetDrawing,
  scale: number,
  colours: Colours,
): void {
  const { x, y, name } = internet;
  canvas.beginPath();
  canvas.roundRect(x - NODE.width / 2, y - NODE.height / 2, NODE.width, NODE.height, NODE.height / 2);
  canvas.fillStyle = colours.selectedBg;
  canvas.fill();
  canvas.strokeStyle = colours.primary;
  canvas.lineWidth = Math.max(1, 1 / scale);
  canvas.stroke();
  if (scale < NAMES_FROM) return;
  canvas.fillStyle = colours.selectedText;
  canvas.strokeStyle = colours.selectedText;
  canvas.textBaseline = 'middle';
  canvas.textAlign = 'center';
  canvas.font = `600 ${Math.max(NAME_PX, NAME_LEAST_PX / scale)}px ${FONTS.text}`;
  const isFine = scale >= NOTES_FROM;
  canvas.fillText(name, x + (isFine ? GLYPH_SIZE / 2 : 0), y);
  if (isFine) {
    const width = canvas.measureText(name).width;
    paintGlyph(canvas, 'internet', x - width / 2 - GLYPH_SIZE, y - GLYPH_SIZE / 2);
  }
  canvas.textAlign = 'left';
}

function paintGlyph(canvas: Canvas, kind: keyof typeof GLYPHS, left: number, top: number): void {
  canvas.lineWidth = 1.5;
  canvas.lineCap = 'round';
  canvas.lineJoin = 'round';
  canvas.translate(left, top);
  canvas.stroke(glyphOf(kind));
  canvas.translate(-left, -top);
  canvas.lineCap = 'butt';
  canvas.lineJoin = 'miter';
}

function boxPath(canvas: Canvas, { x, y }: Point, scale: number): void {
  const [left, top] = [x - NODE.width / 2, y - NODE.height / 2];
  if (scale < FINE_FROM) canvas.rect(left, top, NODE.width, NODE.height);
  else canvas.roundRect(left, top, NODE.width, NODE.height, RADIUS);
}

export function paintNodes(
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
  if (scale < NAMES_FROM) return;
  // On top of the outlines, which cross them.
  canvas.font = NOTE_FONT;
  for (const node of nodes) if (node.folded !== '') paintFolded(canvas, node, colours);
}

function outline(canvas: Canvas, { x, y }: NodeDrawing): void {
  canvas.beginPath();
  canvas.roundRect(x - NODE.width / 2, y - NODE.height / 2, NODE.width, NODE.height, RADIUS);
  canvas.stroke();
}

function paintBoxes(canvas: Canvas, nodes: readonly NodeDrawing[], scale: number, colours: Colours): void {
  for (const [isAway, own] of Map.groupBy(nodes, (node) => node.isAway)) {
    canvas.beginPath();
    for (const node of own) boxPath(canvas, node, scale);
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
  }
}

/** Names at a readable size, truncated. */
function paintNamesAlone(
  canvas: Canvas,
  nodes: readonly (Point & Pick<NodeDrawing, 'wholeName' | 'nameWidth'> & { readonly alarms?: string })[],
  scale: number,
): void {
  const size = Math.max(NAME_PX, NAME_LEAST_PX / scale);
  const gap = 6 / scale;
  const roomFor = (alarms: string) =>
    ((NODE.width - EDGE - 3 * gap - (alarms === '' ? 0 : ALARMS_ROOM)) * NAME_PX) / size;
  canvas.font = `500 ${size}px ${FONTS.text}`;
  const left = EDGE + gap - NODE.width / 2;
  for (const { x, y, wholeName, nameWidth, alarms = '' } of nodes)
    canvas.fillText(squeeze(wholeName, nameWidth, roomFor(alarms)), x + left, y);
}

function paintGlyphs(canvas: Canvas, nodes: readonly NodeDrawing[], colours: Colours): void {
  canvas.strokeStyle = colours.text2;
  for (const { x, y, kind } of nodes) paintGlyph(canvas, kind, x - NODE.width / 2 + 11, y - GLYPH_SIZE / 2);
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
