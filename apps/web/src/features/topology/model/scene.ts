import type {
  LinkKind,
  Topology,
  TopologyLink,
  TopologyNode,
  TopologyStranger,
} from '@airloom/contract/topology/topology.model';
import type { Box, Point } from '../../../shared/viewport/geometry.ts';
import { type Layout, NODE } from './layout.ts';
import { pathToRoot, type Tree } from './tree.ts';

/** unseen: the uplink passes a hidden device. */
export type SceneLinkKind = LinkKind | 'unseen' | 'stranger';

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

export interface SceneLink {
  readonly id: string;
  readonly upper: Point;
  readonly lower: Point;
  readonly kind: SceneLinkKind;
  /** All links between the two, drawn as one. */
  readonly links: readonly TopologyLink[];
  readonly isUp: boolean | null;
  readonly errors: number;
  readonly lit: boolean;
}

export interface Scene {
  readonly layout: Layout;
  readonly nodes: readonly SceneNode[];
  readonly strangers: readonly SceneStranger[];
  readonly links: readonly SceneLink[];
  /** Devices on the highlighted path; empty without one. */
  readonly lit: ReadonlySet<string>;
}

export interface SceneParts {
  readonly topology: Topology;
  readonly tree: Tree;
  readonly layout: Layout;
  /** Positions of visible devices. */
  readonly places: ReadonlyMap<string, Point>;
  readonly closed: ReadonlySet<string>;
  readonly sought: string | null;
  readonly withStrangers: boolean;
  readonly withManagement: boolean;
}

const STRANGER_BELOW = NODE.height / 2 + 34;

export function sceneOf(parts: SceneParts): Scene {
  const { topology, tree, layout, places, closed, sought } = parts;
  const lit = new Set(sought === null ? [] : pathToRoot(tree, sought));
  const nodes = topology.nodes.flatMap((node): SceneNode[] => {
    const place = places.get(node.deviceUUID);
    if (place === undefined) return [];
    const below = tree.below.get(node.deviceUUID) ?? 0;
    const folded = closed.has(node.deviceUUID) ? below : 0;
    return [{ id: node.deviceUUID, node, folded, foldable: below > 0, ...place }];
  });
  const strangers = parts.withStrangers ? strangersOf(topology.strangers, places) : [];
  return {
    layout,
    nodes,
    strangers,
    lit,
    links: [
      ...linksOf(parts, lit),
      ...strangers.flatMap(({ id, stranger, x, y }): SceneLink[] => {
        const upper = places.get(stranger.besideUUID);
        if (upper === undefined) return [];
        const told = { links: [], isUp: null, errors: 0, lit: false };
        return [{ id, upper, lower: { x, y }, kind: 'stranger', ...told }];
      }),
    ],
  };
}

/** In a row below the device that reports them. */
function strangersOf(
  strangers: readonly TopologyStranger[],
  places: ReadonlyMap<string, Point>,
): SceneStranger[] {
  return [...Map.groupBy(strangers, ({ besideUUID }) => besideUUID)].flatMap(([beside, own]) => {
    const place = places.get(beside);
    if (place === undefined) return [];
    return own.map((stranger, index) => ({
      id: `${beside} ${stranger.port} ${stranger.mac}`,
      stranger,
      x: place.x + (index - (own.length - 1) / 2) * (NODE.width / 2),
      y: place.y + STRANGER_BELOW,
    }));
  });
}

/** Of several links the kind with the lowest rank is drawn. */
const RANK: Readonly<Record<LinkKind, number>> = { wired: 0, mesh: 1, manual: 2, managed: 3 };

function linksOf(
  { topology, tree, places, withManagement }: SceneParts,
  lit: ReadonlySet<string>,
): SceneLink[] {
  const drawn = new Set<string>();
  const pairs = Map.groupBy(topology.links, ({ upperUUID, lowerUUID }) => `${upperUUID} ${lowerUUID}`);
  const between = [...pairs].flatMap(([id, all]): SceneLink[] => {
    const links = all.toSorted((one, other) => RANK[one.kind] - RANK[other.kind]);
    const [first] = links;
    if (first === undefined) return [];
    const { upperUUID, lowerUUID, kind } = first;
    const [upper, lower] = [places.get(upperUUID), places.get(lowerUUID)];
    if (upper === undefined || lower === undefined) return [];
    const isWay = tree.parents.get(lowerUUID) === upperUUID || tree.parents.get(upperUUID) === lowerUUID;
    if (kind === 'managed' && !isWay && !withManagement) return [];
    drawn.add(id);
    return [
      {
        id,
        upper,
        lower,
        kind,
        links,
        isUp: isUpOf(links),
        errors: links.reduce((sum, { errors }) => sum + (errors ?? 0), 0),
        lit: isWay && lit.has(upperUUID) && lit.has(lowerUUID),
      },
    ];
  });
  const unseen = [...tree.parents].flatMap(([lowerUUID, upperUUID]): SceneLink[] => {
    if (drawn.has(`${upperUUID} ${lowerUUID}`) || drawn.has(`${lowerUUID} ${upperUUID}`)) return [];
    const [upper, lower] = [places.get(upperUUID), places.get(lowerUUID)];
    if (upper === undefined || lower === undefined) return [];
    const told = { kind: 'unseen' as const, links: [], isUp: null, errors: 0 };
    return [{ id: `${upperUUID} ${lowerUUID}`, upper, lower, ...told, lit: lit.has(lowerUUID) }];
  });
  return [...between, ...unseen];
}

/** Up while one of them is. */
function isUpOf(links: readonly TopologyLink[]): boolean | null {
  const known = links.flatMap(({ isUp }) => isUp ?? []);
  return known.length === 0 ? null : known.includes(true);
}

export function boundsOf({ nodes, strangers }: Pick<Scene, 'nodes' | 'strangers'>): Box {
  const points: readonly Point[] = [...nodes, ...strangers];
  if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return {
    x: left - NODE.width / 2,
    y: top - NODE.height / 2,
    width: right - left + NODE.width,
    height: bottom - top + NODE.height,
  };
}

/** The topmost device at a position. */
export function nodeAt({ nodes }: Pick<Scene, 'nodes'>, { x, y }: Point): SceneNode | undefined {
  return nodes.findLast(
    (node) => Math.abs(node.x - x) <= NODE.width / 2 && Math.abs(node.y - y) <= NODE.height / 2,
  );
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
