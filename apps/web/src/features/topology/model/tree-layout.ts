import type { Point } from '../../../shared/viewport/geometry.ts';
import { type Axis, GAP, pitchOf } from './axes.ts';
import { type Branches, branchOfRoot, isLeaf } from './branches.ts';
import { straightened } from './route.ts';

/** Filled by the layouts. */
export interface Placement {
  readonly points: Point[];
  readonly routes: (readonly Point[])[];
}

/** A free strip beside a block, through which the links of its farther lines pass. */
const STRIP = 20;
const TREES_GAP = 2 * GAP;
/** More lines per block are not tried. */
const LINES_MAX = 60;

/** The leaves of one node as a block: `rows` across, `lines` along. */
interface Block {
  readonly leaves: readonly number[];
  readonly lines: number;
  readonly rows: number;
}

function blockOf(leaves: readonly number[], linesMax: number): Block {
  const rows = Math.ceil(leaves.length / linesMax);
  return { leaves, rows, lines: rows === 0 ? 0 : Math.ceil(leaves.length / rows) };
}

function widthOfBlock({ leaves, lines, rows }: Block, { halfAcross }: Axis): number {
  if (leaves.length === 0) return 0;
  return rows * 2 * halfAcross + (rows - 1) * GAP + (lines > 1 ? 2 * STRIP : 0);
}

function widthOfItems(widths: readonly number[], gap: number): number {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((sum, width) => sum + width, 0) + Math.max(0, shown.length - 1) * gap;
}

/** Children with children of their own, and the others. */
interface Children {
  readonly inner: readonly number[];
  readonly leaves: readonly number[];
}

function childrenOf(branches: Branches, children: readonly number[]): Children {
  return {
    inner: children.filter((child) => !isLeaf(branches, child)),
    leaves: children.filter((child) => isLeaf(branches, child)),
  };
}

const NO_CHILDREN: Children = { inner: [], leaves: [] };

/** Trees with the width that each of their nodes needs for itself and all below it. */
class Forest {
  readonly axis: Axis;
  readonly #below: ReadonlyMap<number, Children>;
  readonly #linesMax: number;
  readonly #widths = new Map<number, number>();

  /** `below` lists parents before their children. */
  constructor(below: ReadonlyMap<number, Children>, axis: Axis, linesMax: number) {
    this.axis = axis;
    this.#below = below;
    this.#linesMax = linesMax;
    for (const [at, children] of [...below].toReversed())
      this.#widths.set(at, Math.max(2 * axis.halfAcross, this.widthOfChildren(children)));
  }

  below(at: number): Children {
    return this.#below.get(at) ?? NO_CHILDREN;
  }

  widthOf(at: number): number {
    return this.#widths.get(at) ?? 0;
  }

  blockOf({ leaves }: Children): Block {
    return blockOf(leaves, this.#linesMax);
  }

  widthOfChildren(children: Children): number {
    return widthOfItems(
      [
        ...children.inner.map((child) => this.widthOf(child)),
        widthOfBlock(this.blockOf(children), this.axis),
      ],
      GAP,
    );
  }
}

/** Trees below one point, or beside each other. Each node has its own band of the width that it needs. */
export interface Bands {
  readonly forest: Forest;
  readonly children: Children;
  readonly width: number;
}

/** The number of lines per block with which the trees fit the wanted aspect ratio best. */
export function bandsOf(branches: Branches, roots: readonly number[], axis: Axis): Bands {
  const order = roots.flatMap((root) => branchOfRoot(branches, root));
  const below = new Map(order.map((at) => [at, childrenOf(branches, branches.get(at) ?? [])]));
  const children = childrenOf(branches, roots);
  const depth = depthBelow(branches, roots);
  const most = [...below.values(), children].reduce((max, { leaves }) => Math.max(max, leaves.length), 1);
  const tried = (linesMax: number) => {
    const forest = new Forest(below, axis, linesMax);
    const width = forest.widthOfChildren(children);
    const length = (depth + linesMax - 1) * pitchOf(axis);
    return { forest, children, width, size: Math.max(width, length / axis.stretch) };
  };
  let best = tried(1);
  for (let linesMax = 2; linesMax <= Math.min(LINES_MAX, most); linesMax += 1) {
    const next = tried(linesMax);
    if (next.size < best.size) best = next;
  }
  return best;
}

function depthBelow(branches: Branches, children: readonly number[]): number {
  let depth = 0;
  for (let level = children; level.length > 0; depth += 1)
    level = level.flatMap((at) => branches.get(at) ?? []);
  return depth;
}

/** Trees beside each other, their roots at `along` 0. */
export function placeForest(
  branches: Branches,
  roots: readonly number[],
  axis: Axis,
  placement: Placement,
): void {
  const { forest } = bandsOf(branches, roots, axis);
  let from = 0;
  for (const root of roots) {
    const width = forest.widthOf(root);
    placement.points[root] = axis.point(from + width / 2, 0);
    placeBelow(forest, [{ at: root, across: from + width / 2, along: 0 }], placement);
    from += width + TREES_GAP;
  }
}

interface Placed {
  readonly at: number;
  readonly across: number;
  readonly along: number;
}

/** Places the children of a node around `across`; the first level is `first` from the parent. */
export function placeChildren(
  { forest, children, width }: Bands,
  parent: Placed,
  first: number,
  placement: Placement,
): void {
  placeBelow(forest, placeItems(forest, parent, children, width, first, placement), placement);
}

function placeBelow(forest: Forest, parents: readonly Placed[], placement: Placement): void {
  const open = [...parents];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const children = forest.below(parent.at);
    const width = forest.widthOfChildren(children);
    for (const child of placeItems(forest, parent, children, width, pitchOf(forest.axis), placement))
      open.push(child);
  }
}

/** Returns the children that have children. */
function placeItems(
  forest: Forest,
  parent: Placed,
  children: Children,
  width: number,
  first: number,
  placement: Placement,
): Placed[] {
  const { axis } = forest;
  const along = parent.along + first;
  const trunk = along - axis.halfAlong - axis.stub;
  let from = parent.across - width / 2;
  const placed = children.inner.map((at): Placed => {
    const across = from + forest.widthOf(at) / 2;
    from += forest.widthOf(at) + GAP;
    placement.points[at] = axis.point(across, along);
    placement.routes[at] = routeOf(axis, parent, { at, across, along }, [[across, trunk]], trunk);
    return { at, across, along };
  });
  placeBlock(axis, parent, forest.blockOf(children), { from, along, trunk }, placement);
  return placed;
}

interface BlockStart {
  readonly from: number;
  readonly along: number;
  readonly trunk: number;
}

function placeBlock(
  axis: Axis,
  parent: Placed,
  { leaves, lines }: Block,
  { from, along, trunk }: BlockStart,
  placement: Placement,
): void {
  // As wide on both sides, so that a block stands in the middle below its parent.
  const strip = lines > 1 ? STRIP : 0;
  for (const [index, at] of leaves.entries()) {
    const [row, line] = [Math.floor(index / lines), index % lines];
    const across = from + strip + row * (2 * axis.halfAcross + GAP) + axis.halfAcross;
    const shift = line * pitchOf(axis);
    const via: [number, number][] =
      line === 0
        ? [[across, trunk]]
        : [
            [from + strip / 2, trunk],
            [from + strip / 2, trunk + shift],
            [across, trunk + shift],
          ];
    placement.points[at] = axis.point(across, along + shift);
    placement.routes[at] = routeOf(axis, parent, { at, across, along: along + shift }, via, trunk);
  }
}

/** From the side of the parent through the trunk and some points, as pairs of across and along. */
function routeOf(
  { halfAlong, point }: Axis,
  parent: Placed,
  child: Placed,
  via: readonly (readonly [number, number])[],
  trunk: number,
): readonly Point[] {
  return straightened([
    point(parent.across, parent.along + halfAlong),
    point(parent.across, trunk),
    ...via.map(([across, along]) => point(across, along)),
    point(child.across, child.along - halfAlong),
  ]);
}
