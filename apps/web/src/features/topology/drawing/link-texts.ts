import type { TopologyLink } from '@airloom/contract/topology/topology.model';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { ownSegment, type Segment } from '../model/route.ts';
import type { SceneLink } from '../model/scene-links.ts';
import type { Labels } from './drawables.ts';
import { cut, type Measure, squeeze } from './text-width.ts';

/** A text beside a line; `y` is its middle. */
export interface LinkText extends Point {
  readonly text: string;
  readonly align: 'left' | 'center' | 'right';
  /** Width at the normal font size, and the most it may have. */
  readonly width: number;
  readonly room: number;
}

/** Distances of texts from a line and from its ends. */
const OFF = { above: 9, below: 10, beside: 7, end: 5, lines: 14 } as const;
/** Room beside a vertical line, up to the next one. */
const BESIDE_ROOM = 106;
const MIN_LENGTH = 44;
const BETWEEN_PORTS = 12;

/** Port names at the ends of the child's own segment; speed, load, state and errors in the middle. */
export function linkTexts(link: SceneLink, labels: Labels, measure: Measure): LinkText[] {
  const own = ownSegment(link.route);
  if (own === null || link.links.length === 0) return [];
  const upper = portsOf(link.links, 'upperPort');
  const lower = portsOf(link.links, 'lowerPort');
  const texts =
    own.from.y === own.to.y
      ? besideHorizontal(own, upper, lower, labelOf(link, labels), measure)
      : besideVertical(own, upper, lower, labelOf(link, labels), measure);
  return texts.filter(({ text }) => text !== '' && text !== '…');
}

function portsOf(links: readonly TopologyLink[], end: 'upperPort' | 'lowerPort'): string {
  return [...new Set(links.map((link) => link[end]).filter(Boolean))].join(', ');
}

function fitted(text: string, room: number, measure: Measure) {
  const shown = cut(text, 'note', room, measure);
  return { text: shown, width: measure(shown, 'note'), room };
}

/** The number at the end of a port name distinguishes it. */
function fittedPort(text: string, room: number, measure: Measure) {
  const shown = squeeze(text, measure(text, 'note'), room);
  return { text: shown, width: measure(shown, 'note'), room };
}

function besideHorizontal(
  { from, to }: Segment,
  upper: string,
  lower: string,
  label: string,
  measure: Measure,
): LinkText[] {
  const length = Math.abs(to.x - from.x);
  if (length < MIN_LENGTH) return [];
  const side = to.x > from.x ? 1 : -1;
  const whole = length - 2 * OFF.end;
  const room = upper !== '' && lower !== '' ? (whole - BETWEEN_PORTS) / 2 : whole;
  const [start, end] = side === 1 ? (['left', 'right'] as const) : (['right', 'left'] as const);
  const y = from.y - OFF.above;
  return [
    { ...fittedPort(upper, room, measure), x: from.x + side * OFF.end, y, align: start },
    { ...fittedPort(lower, room, measure), x: to.x - side * OFF.end, y, align: end },
    { ...fitted(label, whole, measure), x: (from.x + to.x) / 2, y: from.y + OFF.below, align: 'center' },
  ];
}

function besideVertical(
  { from, to }: Segment,
  upper: string,
  lower: string,
  label: string,
  measure: Measure,
): LinkText[] {
  const length = Math.abs(to.y - from.y);
  if (length < MIN_LENGTH) return [];
  const side = to.y > from.y ? 1 : -1;
  const x = from.x + OFF.beside;
  const start = from.y + side * (OFF.end + OFF.lines / 2);
  const end = to.y - side * (OFF.end + OFF.lines / 2);
  const room = BESIDE_ROOM - OFF.beside;
  return [
    { ...fittedPort(upper, room, measure), x, y: start, align: 'left' },
    { ...fittedPort(lower, room, measure), x, y: end, align: 'left' },
    { ...fitted(label, room, measure), x, y: (start + end) / 2, align: 'left' },
  ];
}

function labelOf({ links, isUp, errors, kind, load }: SceneLink, labels: Labels): string {
  const parts: string[] = [];
  const speeds = links.flatMap(({ speedMbps }) => speedMbps ?? []);
  const cables = links.filter((one) => one.kind === 'wired').length;
  if (isUp === false && kind !== 'managed') parts.push(labels.down);
  if (speeds.length > 0) {
    const speed = labels.speed(Math.min(...speeds));
    parts.push(cables > 1 ? `${labels.count(cables)} × ${speed}` : speed);
  }
  if (load.share !== null) parts.push(labels.share(load.share));
  if (errors > 0) parts.push(labels.errors(errors));
  return parts.join(' · ');
}
