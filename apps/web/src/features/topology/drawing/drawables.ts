import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { type DeviceStatus, isConnected } from '@airloom/contract/devices/devices.states';
import { displayMac } from '@airloom/contract/formats/network/mac';
import type { TopologyNode } from '@airloom/contract/topology/topology.model';
import type { Colour } from '../../../shared/theme/tokens.ts';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { NODE } from '../model/axes.ts';
import type { Scene, SceneNode, SceneStranger } from '../model/scene.ts';
import type { SceneLink } from '../model/scene-links.ts';
import { type LinkStyle, styleOf } from './link-styles.ts';
import { type LinkText, linkTexts } from './link-texts.ts';
import { type RoundedLine, roundedLine } from './rounded-line.ts';
import { cut, type Measure } from './text-width.ts';

/** Labels of the diagram in the language of the page. */
export interface Labels {
  readonly status: Readonly<Record<DeviceStatus, string>>;
  clients(count: number): string;
  alarms(count: number): string;
  speed(mbps: number): string;
  errors(count: number): string;
  readonly down: string;
  readonly virtual: string;
  readonly internet: string;
  /** A share from 0 to 1. */
  share(value: number): string;
  count(value: number): string;
}

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
  readonly line: RoundedLine;
  readonly style: LinkStyle;
  /** Ports at both ends, and speed, load and errors between them. */
  readonly texts: readonly LinkText[];
  readonly lit: boolean;
  readonly dim: boolean;
}

export interface StrangerDrawing extends Point {
  readonly name: string;
  readonly wholeName: string;
  readonly nameWidth: number;
  readonly note: string;
}

export interface InternetDrawing extends Point {
  readonly name: string;
}

export interface Drawing {
  readonly nodes: readonly NodeDrawing[];
  readonly links: readonly LinkDrawing[];
  readonly strangers: readonly StrangerDrawing[];
  readonly internet: InternetDrawing | null;
}

const TONES: Readonly<Record<DeviceStatus, Colour>> = {
  online: 'ok',
  partlyOffline: 'warn',
  offline: 'offline',
  neverConnected: 'primary',
};

/** Position and margins of texts in the box of a device. */
export const TEXT = { left: 40, right: 12, name: -6, note: 12 } as const;
const OPEN = '−';

/** Builds the drawing for any output: texts are truncated, colours are named. */
export function drawingOf(scene: Scene, labels: Labels, measure: Measure): Drawing {
  const isSought = scene.lit.size > 0;
  return {
    nodes: scene.nodes.map((node) => nodeDrawing(node, labels, measure, scene, isSought)),
    links: scene.links.map((link) => linkDrawing(link, labels, measure, isSought)),
    strangers: scene.strangers.map((stranger) => strangerDrawing(stranger, measure)),
    internet: scene.internet && { ...scene.internet, name: labels.internet },
  };
}

/** Texts in the box of a device. */
type NodeTexts = Pick<NodeDrawing, 'name' | 'nameWidth' | 'note' | 'alarms'>;

/** Texts are truncated once per device and language: its position changes with every step of a drag. */
const known = new WeakMap<Labels, WeakMap<TopologyNode, NodeTexts>>();

function nodeTexts(node: TopologyNode, labels: Labels, measure: Measure): NodeTexts {
  const ofLanguage = known.get(labels) ?? new WeakMap<TopologyNode, NodeTexts>();
  known.set(labels, ofLanguage);
  const texts = ofLanguage.get(node) ?? truncatedTexts(node, labels, measure);
  ofLanguage.set(node, texts);
  return texts;
}

function truncatedTexts(node: TopologyNode, labels: Labels, measure: Measure): NodeTexts {
  const room = NODE.width - TEXT.left - TEXT.right;
  const alarms = node.alarms === null || node.alarms === 0 ? '' : labels.count(node.alarms);
  const clients = !isConnected(node.status) || node.clients === null ? '' : labels.clients(node.clients);
  const note = [labels.status[node.status], node.virtual ? labels.virtual : '', clients]
    .filter(Boolean)
    .join(' · ');
  const nameRoom = alarms === '' ? room : room - measure(alarms, 'note') - 20;
  return {
    name: cut(node.name, 'name', nameRoom, measure),
    nameWidth: measure(node.name, 'name'),
    note: cut(note, 'note', room - 12, measure),
    alarms,
  };
}

function nodeDrawing(
  { id, node, folded, foldable, x, y }: SceneNode,
  labels: Labels,
  measure: Measure,
  { lit }: Scene,
  isSought: boolean,
): NodeDrawing {
  return {
    ...nodeTexts(node, labels, measure),
    id,
    x,
    y,
    kind: node.kind,
    wholeName: node.name,
    tone: TONES[node.status],
    isAway: !isConnected(node.status),
    folded: folded > 0 ? `+${labels.count(folded)}` : foldable ? OPEN : '',
    lit: lit.has(id),
    dim: isSought && !lit.has(id),
  };
}

function strangerDrawing({ x, y, stranger }: SceneStranger, measure: Measure): StrangerDrawing {
  const wholeName = stranger.name || displayMac(stranger.mac);
  const note = stranger.name === '' ? stranger.description : displayMac(stranger.mac);
  const room = NODE.width - 2 * TEXT.right;
  return {
    x,
    y,
    name: cut(wholeName, 'name', room, measure),
    wholeName,
    nameWidth: measure(wholeName, 'name'),
    note: cut(note, 'note', room, measure),
  };
}

function linkDrawing(link: SceneLink, labels: Labels, measure: Measure, isSought: boolean): LinkDrawing {
  return {
    line: roundedLine(link.route),
    style: styleOf(link),
    texts: linkTexts(link, labels, measure),
    lit: link.lit,
    dim: isSought && !link.lit,
  };
}
