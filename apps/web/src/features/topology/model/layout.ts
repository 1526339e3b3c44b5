import { type HierarchyNode, hierarchy, tree as tidyTree } from 'd3-hierarchy';

export const LAYOUTS = ['right', 'down', 'radial'] as const;
export type Layout = (typeof LAYOUTS)[number];

export const NODE = { width: 184, height: 48 } as const;

/** Room between devices, beside and towards the next level. */
const GAP = { beside: 14, level: 88, down: 72 } as const;
/** From one level to the next. */
export const LEVEL = { right: NODE.width + GAP.level, down: NODE.height + GAP.down } as const;
const RING_MIN = 260;
/** How much of a ring one device needs. */
const ARC = 96;
const TREES_APART = 0.3;
/** Of a screen without what stands around the picture. */
const SCREEN_ASPECT = 2;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What is laid out: each device's place in the list of its upper one, or -1. Plain enough for a worker. */
export interface Wanted {
  readonly layout: Layout;
  readonly uppers: readonly number[];
}

interface Branch {
  readonly at: number;
  readonly lowers: Branch[];
}

/** Where the middle of each device stands. */
export function layOut({ layout, uppers }: Wanted): Point[] {
  const branches = uppers.map((_, at): Branch => ({ at, lowers: [] }));
  const roots: Branch[] = [];
  for (const [at, upper] of uppers.entries()) {
    const own = branches[at];
    if (own === undefined) continue;
    const above = branches[upper];
    if (above === undefined) roots.push(own);
    else above.lowers.push(own);
  }
  const trees = roots.filter(({ lowers }) => lowers.length > 0);
  const loose = roots.filter(({ lowers }) => lowers.length === 0);
  const places: Point[] = uppers.map(() => ({ x: 0, y: 0 }));
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

/** A tree that grows one way: `beside` between neighbours, `level` to the next ones, `line` within a block of them. */
interface Direction {
  readonly beside: number;
  readonly level: number;
  readonly line: number;
  /** How much longer than broad it may become, to fit a screen. */
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

/** The trees hang below something that is not shown, so that they stand beside each other. */
function whole(trees: readonly Branch[]): HierarchyNode<Branch> {
  return hierarchy<Branch>({ at: -1, lowers: [...trees] }, ({ lowers }) => lowers);
}

/** A device, or the block that those below one stand in which have nobody below themselves. */
interface Cell {
  readonly at: number;
  readonly block: readonly Branch[];
  readonly breadth: number;
  readonly lowers: Cell[];
}

/** So many of a block stand one behind the other that all of the picture fits a screen best. */
function linesOf(trees: readonly Branch[], { beside, level, line, stretch }: Direction): number {
  const blocks: number[] = [];
  let depth = 0;
  let most = 1;
  const open = trees.map((branch) => ({ branch, deep: 1 }));
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { branch, deep } = one;
    depth = Math.max(depth, deep);
    const leaves = branch.lowers.filter(isLeaf).length;
    if (leaves > 0) blocks.push(leaves);
    most = Math.max(most, leaves);
    for (const lower of branch.lowers) open.push({ branch: lower, deep: deep + 1 });
  }
  const sizeWith = (lines: number): number => {
    const across = blocks.reduce((sum, leaves) => sum + Math.ceil(leaves / lines), 0) * beside;
    return Math.max(across, (depth * level + (lines - 1) * line) / stretch);
  };
  let best = 1;
  for (let lines = 2; lines <= most; lines += 1) if (sizeWith(lines) < sizeWith(best)) best = lines;
  return best;
}

function isLeaf({ lowers }: Branch): boolean {
  return lowers.length === 0;
}

function cellOf({ at, lowers }: Branch, lines: number, levels: number): Cell {
  const leaves = lowers.filter(isLeaf);
  const inner = lowers.filter((lower) => !isLeaf(lower)).map((lower) => cellOf(lower, lines, levels));
  if (leaves.length === 0) return { at, block: [], breadth: 1, lowers: inner };
  // It is as deep as its lines, so that nothing deeper comes to stand in it.
  const breadth = Math.ceil(leaves.length / lines);
  let behind: Cell[] = [];
  for (let level = 1; level < levels; level += 1) behind = [{ at: -1, block: [], breadth, lowers: behind }];
  return {
    at,
    block: [],
    breadth: 1,
    lowers: [...inner, { at: -1, block: leaves, breadth, lowers: behind }],
  };
}

function tidy(trees: readonly Branch[], places: Point[], direction: Direction): Bounds {
  if (trees.length === 0) return { left: 0, right: 0, bottom: 0 };
  const { beside, level, line, pointAt } = direction;
  const lines = linesOf(trees, direction);
  const levels = Math.ceil(((lines - 1) * line) / level) + 1;
  const cells = trees.map((branch) => cellOf(branch, lines, levels));
  const root: Cell = { at: -1, block: [], breadth: 1, lowers: cells };
  const laid = tidyTree<Cell>()
    .nodeSize([beside, level])
    .separation(
      (one, other) =>
        (one.data.breadth + other.data.breadth) / 2 + (one.parent === other.parent ? 0 : TREES_APART),
    )(hierarchy(root, (cell) => cell.lowers));
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
    only !== undefined && trees.length === 1 ? hierarchy<Branch>(only, ({ lowers }) => lowers) : whole(trees);
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
    open.push(...one.lowers);
  }
  return { left, right, bottom };
}

/** Devices nobody knows the way out of stand below the trees, in rows. */
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
