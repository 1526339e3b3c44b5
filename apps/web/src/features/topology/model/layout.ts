import { type HierarchyNode, hierarchy, tree as tidyTree } from 'd3-hierarchy';
import type { Point } from '../../../shared/viewport/geometry.ts';

export const LAYOUTS = ['right', 'down', 'radial'] as const;
export type Layout = (typeof LAYOUTS)[number];

export const NODE = { width: 184, height: 48 } as const;

/** Gaps between siblings and between levels. */
const GAP = { beside: 14, level: 88, down: 72 } as const;
/** Distance between levels. */
export const LEVEL = { right: NODE.width + GAP.level, down: NODE.height + GAP.down } as const;
const RING_MIN = 260;
/** Arc length of one device on a ring. */
const ARC = 96;
const TREES_APART = 0.3;
/** Aspect ratio of the diagram on a screen. */
const SCREEN_ASPECT = 2;

/** Input of a layout: index of each device's parent, or -1. Transferable to a worker. */
export interface LayoutRequest {
  readonly layout: Layout;
  readonly parents: readonly number[];
}

interface Branch {
  readonly at: number;
  readonly children: Branch[];
}

/** Centre of each device. */
export function layOut({ layout, parents }: LayoutRequest): Point[] {
  const branches = parents.map((_, at): Branch => ({ at, children: [] }));
  const roots: Branch[] = [];
  for (const [at, upper] of parents.entries()) {
    const own = branches[at];
    if (own === undefined) continue;
    const above = branches[upper];
    if (above === undefined) roots.push(own);
    else above.children.push(own);
  }
  const trees = roots.filter(({ children }) => children.length > 0);
  const loose = roots.filter(({ children }) => children.length === 0);
  const places: Point[] = parents.map(() => ({ x: 0, y: 0 }));
  const bounds = PLACERS[layout](trees, places);
  placeLoose(loose, places, bounds, layout);
  return places;
}

interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

type Placer = (trees: readonly Branch[], places: Point[]) => Bounds;

/** Growth of a tree: `beside` between siblings, `level` between levels, `line` within a block. */
interface Direction {
  readonly beside: number;
  readonly level: number;
  readonly line: number;
  /** Maximum ratio of length to width. */
  readonly stretch: number;
  pointAt(across: number, along: number): Point;
}

const TO_THE_RIGHT: Direction = {
  beside: NODE.height + GAP.beside,
  level: LEVEL.right,
  line: NODE.width + GAP.beside * 2,
  stretch: SCREEN_ASPECT,
  pointAt: (across, along) => ({ x: along, y: across }),
};
const DOWNWARDS: Direction = {
  beside: NODE.width + GAP.beside,
  level: LEVEL.down,
  line: NODE.height + GAP.beside * 2,
  stretch: 1 / SCREEN_ASPECT,
  pointAt: (across, along) => ({ x: across, y: along }),
};

const PLACERS: Readonly<Record<Layout, Placer>> = {
  right: (trees, places) => tidy(trees, places, TO_THE_RIGHT),
  down: (trees, places) => tidy(trees, places, DOWNWARDS),
  radial,
};

/** A hidden root, so that the trees are placed beside each other. */
function whole(trees: readonly Branch[]): HierarchyNode<Branch> {
  return hierarchy<Branch>({ at: -1, children: [...trees] }, ({ children }) => children);
}

/** A device, or a block of the leaves of one device. */
interface Cell {
  readonly at: number;
  readonly block: readonly Branch[];
  readonly breadth: number;
  readonly children: Cell[];
}

/** Number of lines per block with which the diagram fits a screen best. */
function linesOf(trees: readonly Branch[], { beside, level, line, stretch }: Direction): number {
  const blocks: number[] = [];
  let depth = 0;
  let most = 1;
  const open = trees.map((branch) => ({ branch, deep: 1 }));
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { branch, deep } = one;
    depth = Math.max(depth, deep);
    const leaves = branch.children.filter(isLeaf).length;
    if (leaves > 0) blocks.push(leaves);
    most = Math.max(most, leaves);
    for (const lower of branch.children) open.push({ branch: lower, deep: deep + 1 });
  }
  const sizeWith = (lines: number): number => {
    const across = blocks.reduce((sum, leaves) => sum + Math.ceil(leaves / lines), 0) * beside;
    return Math.max(across, (depth * level + (lines - 1) * line) / stretch);
  };
  let best = 1;
  for (let lines = 2; lines <= most; lines += 1) if (sizeWith(lines) < sizeWith(best)) best = lines;
  return best;
}

function isLeaf({ children }: Branch): boolean {
  return children.length === 0;
}

function cellOf({ at, children }: Branch, lines: number, levels: number): Cell {
  const leaves = children.filter(isLeaf);
  const inner = children.filter((lower) => !isLeaf(lower)).map((lower) => cellOf(lower, lines, levels));
  if (leaves.length === 0) return { at, block: [], breadth: 1, children: inner };
  // As deep as its lines, so that no deeper device overlaps.
  const breadth = Math.ceil(leaves.length / lines);
  let behind: Cell[] = [];
  for (let level = 1; level < levels; level += 1) behind = [{ at: -1, block: [], breadth, children: behind }];
  return {
    at,
    block: [],
    breadth: 1,
    children: [...inner, { at: -1, block: leaves, breadth, children: behind }],
  };
}

function tidy(trees: readonly Branch[], places: Point[], direction: Direction): Bounds {
  if (trees.length === 0) return { left: 0, right: 0, bottom: 0 };
  const { beside, level, line, pointAt } = direction;
  const lines = linesOf(trees, direction);
  const levels = Math.ceil(((lines - 1) * line) / level) + 1;
  const cells = trees.map((branch) => cellOf(branch, lines, levels));
  const root: Cell = { at: -1, block: [], breadth: 1, children: cells };
  const laid = tidyTree<Cell>()
    .nodeSize([beside, level])
    .separation(
      (one, other) =>
        (one.data.breadth + other.data.breadth) / 2 + (one.parent === other.parent ? 0 : TREES_APART),
    )(hierarchy(root, (cell) => cell.children));
  for (const { data, x: across, y: along } of laid.descendants()) {
    if (data.at >= 0) places[data.at] = pointAt(across, along - level);
    for (const [index, { at }] of data.block.entries()) {
      const row = Math.floor(index / lines) - (data.breadth - 1) / 2;
      places[at] = pointAt(across + row * beside, along - level + (index % lines) * line);
    }
  }
  return boundsOf(trees, places);
}

function radial(trees: readonly Branch[], places: Point[]): Bounds {
  if (trees.length === 0) return { left: 0, right: 0, bottom: 0 };
  const [only] = trees;
  const root =
    only !== undefined && trees.length === 1
      ? hierarchy<Branch>(only, ({ children }) => children)
      : whole(trees);
  const perRing = new Map<number, number>();
  for (const { depth } of root.descendants()) perRing.set(depth, (perRing.get(depth) ?? 0) + 1);
  const ring = Math.max(
    RING_MIN,
    ...[...perRing].map(([depth, count]) => (depth === 0 ? 0 : (count * ARC) / (2 * Math.PI * depth))),
  );
  const laid = tidyTree<Branch>()
    .size([2 * Math.PI, root.height * ring])
    .separation((one, other) => (one.parent === other.parent ? 1 : 2) / Math.max(1, one.depth))(root);
  for (const { data, x: angle, y: radius } of laid.descendants())
    if (data.at >= 0) places[data.at] = { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
  return boundsOf(trees, places);
}

function boundsOf(trees: readonly Branch[], places: readonly Point[]): Bounds {
  let [left, right, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const open = [...trees];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const place = places[one.at];
    if (place !== undefined) {
      left = Math.min(left, place.x);
      right = Math.max(right, place.x);
      bottom = Math.max(bottom, place.y);
    }
    open.push(...one.children);
  }
  return { left, right, bottom };
}

/** Places devices without an uplink below the trees, in rows. */
function placeLoose(loose: readonly Branch[], places: Point[], bounds: Bounds, layout: Layout): void {
  if (loose.length === 0) return;
  const [width, height] = [NODE.width + GAP.beside * 2, NODE.height + GAP.beside * 2];
  const fitting = Math.floor((bounds.right - bounds.left) / width) + 1;
  const columns = Math.max(fitting, Math.ceil(Math.sqrt(loose.length / 2)));
  const left = layout === 'right' ? bounds.left : (bounds.left + bounds.right - (columns - 1) * width) / 2;
  const top = bounds.bottom + NODE.height + GAP.down;
  for (const [index, { at }] of loose.entries())
    places[at] = {
      x: left + (index % columns) * width,
      y: top + Math.floor(index / columns) * height,
    };
}
