import { type HierarchyNode, hierarchy, tree as tidyTree } from 'd3-hierarchy';

export const LAYOUTS = ['right', 'down', 'radial'] as const;
export type Layout = (typeof LAYOUTS)[number];

export const NODE = { width: 184, height: 48 } as const;

/** Room between devices, beside and towards the next level. */
const GAP = { beside: 14, level: 88, down: 72 } as const;
const RING_MIN = 260;
/** How much of a ring one device needs. */
const ARC = 96;
const TREES_APART = 1.3;

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

const PLACERS: Readonly<Record<Layout, Placer>> = {
  right: (trees, places) =>
    tidy(trees, places, [NODE.height + GAP.beside, NODE.width + GAP.level], (across, along) => ({
      x: along,
      y: across,
    })),
  down: (trees, places) =>
    tidy(trees, places, [NODE.width + GAP.beside, NODE.height + GAP.down], (across, along) => ({
      x: across,
      y: along,
    })),
  radial,
};

/** The trees hang below something that is not shown, so that they stand beside each other. */
function whole(trees: readonly Branch[]): HierarchyNode<Branch> {
  return hierarchy<Branch>({ at: -1, lowers: [...trees] }, ({ lowers }) => lowers);
}

function tidy(
  trees: readonly Branch[],
  places: Point[],
  [beside, level]: [number, number],
  pointAt: (across: number, along: number) => Point,
): Bounds {
  if (trees.length === 0) return { left: 0, right: 0, bottom: 0 };
  const laid = tidyTree<Branch>()
    .nodeSize([beside, level])
    .separation((one, other) => (one.parent === other.parent ? 1 : TREES_APART))(whole(trees));
  for (const node of laid.descendants())
    if (node.data.at >= 0) places[node.data.at] = pointAt(node.x, node.y - level);
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
