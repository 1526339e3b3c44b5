import type {
  Layout,
  Topology,
  TopologyNode,
  TopologyStranger,
} from '@airloom/contract/topology/topology.model';
import type { Box, Point } from '../../../shared/viewport/geometry.ts';
import { INTERNET, type Spots, strangerId } from './arrangement.ts';
import { NODE } from './axes.ts';
import { distanceTo, type Route } from './route.ts';
import { linksOf, type SceneLink } from './scene-links.ts';
import { pathToRoot, type Tree } from './tree.ts';

export interface SceneNode extends Point {
  readonly id: string;
  readonly node: TopologyNode;
  /** Number of folded devices below it. */
  readonly folded: number;
  /** Whether it has children. */
  readonly foldable: boolean;
}

export interface SceneStranger extends Point {
  readonly id: string;
  readonly stranger: TopologyStranger;
}

export interface Scene {
  readonly layout: Layout;
  readonly nodes: readonly SceneNode[];
  readonly strangers: readonly SceneStranger[];
  /** Null without a gateway. */
  readonly internet: Point | null;
  readonly links: readonly SceneLink[];
  /** Devices on the highlighted path; empty without one. */
  readonly lit: ReadonlySet<string>;
}

export interface SceneParts {
  readonly topology: Topology;
  readonly tree: Tree;
  readonly layout: Layout;
  /** Automatic positions. */
  readonly spots: Spots;
  /** Positions of visible devices. */
  readonly places: ReadonlyMap<string, Point>;
  readonly closed: ReadonlySet<string>;
  readonly sought: string | null;
  readonly withManagement: boolean;
}

export function sceneOf(parts: SceneParts): Scene {
  const { topology, tree, layout, closed, sought } = parts;
  const lit = new Set(sought === null ? [] : pathToRoot(tree, sought));
  const strangers = strangersOf(parts);
  const internet = internetOf(parts);
  const places = new Map([
    ...parts.places,
    ...strangers.map(({ id, x, y }) => [id, { x, y }] as const),
    ...(internet === null ? [] : [[INTERNET, internet] as const]),
  ]);
  const nodes = topology.nodes.flatMap((node): SceneNode[] => {
    const place = places.get(node.deviceUUID);
    if (place === undefined) return [];
    const below = tree.below.get(node.deviceUUID) ?? 0;
    const folded = closed.has(node.deviceUUID) ? below : 0;
    return [{ id: node.deviceUUID, node, folded, foldable: below > 0, ...place }];
  });
  return {
    layout,
    nodes,
    strangers,
    internet,
    lit,
    links: linksOf({ ...parts, places }, strangers, lit),
  };
}

/** How far a device was moved from its automatic position. */
function movedBy({ spots, places }: SceneParts, id: string): Point {
  const [spot, place] = [spots.get(id)?.point, places.get(id)];
  return spot === undefined || place === undefined
    ? { x: 0, y: 0 }
    : { x: place.x - spot.x, y: place.y - spot.y };
}

/** Unknown neighbours move with the device that reports them. */
function strangersOf(parts: SceneParts): SceneStranger[] {
  return parts.topology.strangers.flatMap((stranger): SceneStranger[] => {
    const id = strangerId(stranger);
    const spot = parts.spots.get(id)?.point;
    if (spot === undefined) return [];
    const by = movedBy(parts, stranger.besideUUID);
    return [{ id, stranger, x: spot.x + by.x, y: spot.y + by.y }];
  });
}

/** The internet moves with its gateways. */
function internetOf(parts: SceneParts): Point | null {
  const spot = parts.spots.get(INTERNET)?.point;
  if (spot === undefined) return null;
  const gateways = new Set(parts.topology.internet.map(({ deviceUUID }) => deviceUUID));
  const moved = [...gateways].filter((id) => parts.places.has(id)).map((id) => movedBy(parts, id));
  const count = Math.max(1, moved.length);
  return {
    x: spot.x + moved.reduce((sum, { x }) => sum + x, 0) / count,
    y: spot.y + moved.reduce((sum, { y }) => sum + y, 0) / count,
  };
}

/** Of all boxes and lines. */
export function boundsOf({
  nodes,
  strangers,
  internet,
  links,
}: Pick<Scene, 'nodes' | 'strangers' | 'internet' | 'links'>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = ({ x, y }: Point, width: number, height: number): void => {
    left = Math.min(left, x - width / 2);
    right = Math.max(right, x + width / 2);
    top = Math.min(top, y - height / 2);
    bottom = Math.max(bottom, y + height / 2);
  };
  for (const node of nodes) add(node, NODE.width, NODE.height);
  for (const stranger of strangers) add(stranger, NODE.width, NODE.height);
  if (internet !== null) add(internet, NODE.width, NODE.height);
  for (const { route } of links) for (const point of route) add(point, 0, 0);
  if (left > right) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function isWithin({ x, y }: Point, centre: Point): boolean {
  return Math.abs(centre.x - x) <= NODE.width / 2 && Math.abs(centre.y - y) <= NODE.height / 2;
}

/** The topmost device at a position. */
export function nodeAt({ nodes }: Pick<Scene, 'nodes'>, at: Point): SceneNode | undefined {
  return nodes.findLast((node) => isWithin(at, node));
}

export function strangerAt({ strangers }: Pick<Scene, 'strangers'>, at: Point): SceneStranger | undefined {
  return strangers.findLast((stranger) => isWithin(at, stranger));
}

/** Fold button on the lower edge of a device with children. */
export const FOLD = { width: 56, height: 18, inset: 8 } as const;

export function foldAt({ nodes }: Pick<Scene, 'nodes'>, { x, y }: Point): SceneNode | undefined {
  return nodes.findLast(
    (node) =>
      node.foldable &&
      Math.abs(x - (node.x + NODE.width / 2 - FOLD.inset - FOLD.width / 2)) <= FOLD.width / 2 &&
      Math.abs(y - (node.y + NODE.height / 2)) <= FOLD.height / 2 + 2,
  );
}

/** The nearest link within `reach` of a point. */
export function linkAt(links: readonly SceneLink[], at: Point, reach: number): SceneLink | undefined {
  let nearest: SceneLink | undefined;
  let least = reach;
  for (const link of links) {
    if (link.kind === 'stranger' || !isNear(link.route, at, least)) continue;
    const distance = distanceTo(link.route, at);
    if (distance >= least) continue;
    least = distance;
    nearest = link;
  }
  return nearest;
}

function isNear(route: Route, { x, y }: Point, reach: number): boolean {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const point of route) {
    left = Math.min(left, point.x);
    right = Math.max(right, point.x);
    top = Math.min(top, point.y);
    bottom = Math.max(bottom, point.y);
  }
  return x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach;
}
