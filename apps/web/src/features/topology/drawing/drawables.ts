import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { type DeviceStatus, isConnected } from '@airloom/contract/devices/devices.states';
import type { Colour } from '../../../shared/theme/tokens.ts';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { type Curve, curveOf, pointOn } from '../model/curve.ts';
import { NODE } from '../model/layout.ts';
import type { Scene, SceneLink, SceneLinkKind, SceneNode } from '../model/scene.ts';

/** Labels of the diagram in the language of the page. */
export interface Labels {
  readonly status: Readonly<Record<DeviceStatus, string>>;
  clients(count: number): string;
  alarms(count: number): string;
  speed(mbps: number): string;
  errors(count: number): string;
  readonly down: string;
  readonly virtual: string;
  count(value: number): string;
}

/** Width of a text in pixels of the diagram. */
export type Measure = (text: string, font: 'name' | 'note') => number;

export interface NodeDrawing extends Point {
  readonly id: string;
  readonly kind: DeviceKind;
  /** Truncated to the available width. */
  readonly name: string;
  readonly wholeName: string;
  /** Width of the full name. */
  readonly nameWidth: number;
  readonly note: string;
  readonly tone: Colour;
  readonly isAway: boolean;
  /** Number of active alarms; empty for none. */
  readonly alarms: string;
  /** Number of folded devices, or the sign for open ones; empty without children. */
  readonly folded: string;
  readonly lit: boolean;
  readonly dim: boolean;
}

export interface LinkDrawing {
  readonly curve: Curve;
  readonly style: LinkStyle;
  readonly label: string;
  readonly labelAt: Point;
  readonly lit: boolean;
  readonly dim: boolean;
}

export interface StrangerDrawing extends Point {
  readonly name: string;
}

export interface Drawing {
  readonly nodes: readonly NodeDrawing[];
  readonly links: readonly LinkDrawing[];
  readonly strangers: readonly StrangerDrawing[];
}

export interface LinkStyle {
  readonly colour: Colour;
  readonly width: number;
  /** Kinds differ without colours. */
  readonly dash: readonly number[];
}

export const LINK_STYLES: Readonly<Record<SceneLinkKind | 'down', LinkStyle>> = {
  wired: { colour: 'text3', width: 1.5, dash: [] },
  mesh: { colour: 'series2', width: 1.5, dash: [2, 4] },
  managed: { colour: 'series4', width: 1, dash: [8, 4, 2, 4] },
  manual: { colour: 'primary', width: 1.5, dash: [8, 4] },
  unseen: { colour: 'text3', width: 1, dash: [1, 5] },
  stranger: { colour: 'text3', width: 1, dash: [1, 3] },
  down: { colour: 'error', width: 2, dash: [4, 3] },
};

const TONES: Readonly<Record<DeviceStatus, Colour>> = {
  online: 'ok',
  partlyOffline: 'warn',
  offline: 'offline',
  neverConnected: 'primary',
};

/** Position and margins of texts in the box of a device. */
export const TEXT = { left: 40, right: 12, name: -6, note: 12 } as const;
const STRANGER_ROOM = NODE.width / 2 - 8;
const ELLIPSIS = '…';
const OPEN = '−';
const SQUEEZED_LEAST = 4;

/** Builds the drawing for any output: texts are truncated, colours are named. */
export function drawingOf(scene: Scene, labels: Labels, measure: Measure): Drawing {
  const isSought = scene.lit.size > 0;
  return {
    nodes: scene.nodes.map((node) => nodeDrawing(node, labels, measure, scene, isSought)),
    links: scene.links.map((link) => linkDrawing(link, labels, scene, isSought)),
    strangers: scene.strangers.map(({ x, y, stranger }) => ({
      x,
      y,
      name: cut(stranger.name || stranger.mac, 'note', STRANGER_ROOM, measure),
    })),
  };
}

function nodeDrawing(
  { id, node, folded, foldable, x, y }: SceneNode,
  labels: Labels,
  measure: Measure,
  { lit }: Scene,
  isSought: boolean,
): NodeDrawing {
  const isAway = !isConnected(node.status);
  const room = NODE.width - TEXT.left - TEXT.right;
  const alarms = node.alarms === null || node.alarms === 0 ? '' : labels.count(node.alarms);
  const clients = isAway || node.clients === null ? '' : labels.clients(node.clients);
  const note = [labels.status[node.status], node.virtual ? labels.virtual : '', clients]
    .filter(Boolean)
    .join(' · ');
  const nameRoom = alarms === '' ? room : room - measure(alarms, 'note') - 20;
  return {
    id,
    x,
    y,
    kind: node.kind,
    name: cut(node.name, 'name', nameRoom, measure),
    wholeName: node.name,
    nameWidth: measure(node.name, 'name'),
    note: cut(note, 'note', room - 12, measure),
    tone: TONES[node.status],
    isAway,
    alarms,
    folded: folded > 0 ? `+${labels.count(folded)}` : foldable ? OPEN : '',
    lit: lit.has(id),
    dim: isSought && !lit.has(id),
  };
}

function linkDrawing(
  link: SceneLink,
  labels: Labels,
  { layout, lit }: Scene,
  isSought: boolean,
): LinkDrawing {
  const curve = curveOf(layout, link);
  const isDown = link.isUp === false;
  return {
    curve,
    style: LINK_STYLES[isDown ? 'down' : link.kind],
    label: labelOf(link, labels),
    labelAt: pointOn(curve, 0.5),
    lit: link.lit,
    dim: isSought && !link.lit && lit.size > 0,
  };
}

function labelOf({ links, isUp, errors, kind }: SceneLink, labels: Labels): string {
  const parts: string[] = [];
  const speeds = links.flatMap(({ speedMbps }) => speedMbps ?? []);
  const cables = links.filter((one) => one.kind === 'wired').length;
  if (speeds.length > 0) {
    const speed = labels.speed(Math.min(...speeds));
    parts.push(cables > 1 ? `${labels.count(cables)} × ${speed}` : speed);
  }
  if (isUp === false && kind !== 'managed') parts.push(labels.down);
  if (errors > 0) parts.push(labels.errors(errors));
  return parts.join(' · ');
}

/** Keeps the start and the end of a name if that shows more. */
export function squeeze(name: string, width: number, room: number): string {
  if (width <= room) return name;
  const kept = Math.floor((name.length * room) / width) - 1;
  if (kept < SQUEEZED_LEAST) return '';
  const tail = Math.floor(kept / 2);
  return `${name.slice(0, kept - tail).trimEnd()}${ELLIPSIS}${name.slice(name.length - tail).trimStart()}`;
}

/** Truncates a text to a width. */
export function cut(text: string, font: 'name' | 'note', room: number, measure: Measure): string {
  if (measure(text, font) <= room) return text;
  let [least, most] = [0, text.length];
  while (least < most) {
    const half = Math.ceil((least + most) / 2);
    if (measure(`${text.slice(0, half)}${ELLIPSIS}`, font) <= room) least = half;
    else most = half - 1;
  }
  return `${text.slice(0, least).trimEnd()}${ELLIPSIS}`;
}
