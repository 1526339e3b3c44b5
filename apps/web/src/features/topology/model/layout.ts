import type { Layout } from '@airloom/contract/topology/topology.model';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { DOWN, GAP, NODE, RIGHT } from './axes.ts';
import { type Branches, branchesOf, branchOfRoot, lookOver } from './branches.ts';
import { cross } from './cross-layout.ts';
import { type Placement, placeForest } from './tree-layout.ts';

/** Input of a layout. Transferable to a worker. */
export interface LayoutRequest {
  readonly layout: Layout;
  /** Index of each node's parent, or -1. */
  readonly parents: readonly number[];
}

/** Centre of each node, and the line from its parent: horizontal and vertical segments, empty without a parent. */
export interface LaidOut {
  readonly points: readonly Point[];
  readonly routes: readonly (readonly Point[])[];
}

/** Space between the trees and the nodes without links. */
const LOOSE_GAP = 72;

/** Places every node so that no two boxes intersect. Nodes without links stand in rows below the trees. */
export function layOut({ layout, parents }: LayoutRequest): LaidOut {
  const branches = branchesOf(parents);
  const roots = parents.flatMap((parent, at) => (branches.has(parent) ? [] : [at]));
  const isTree = (at: number) => (branches.get(at)?.length ?? 0) > 0;
  const trees = roots.filter(isTree);
  const placement: Placement = {
    points: parents.map(() => ({ x: 0, y: 0 })),
    routes: parents.map((): readonly Point[] => []),
  };
  if (trees.length > 0) placeTrees(layout, branches, trees, placement);
  const placed = trees.flatMap((root) => branchOfRoot(branches, root));
  placeLoose(
    layout,
    roots.filter((at) => !isTree(at)),
    lookOver(placed, placement.points),
    placement,
  );
  return placement;
}

function placeTrees(
  layout: Layout,
  branches: Branches,
  trees: readonly number[],
  placement: Placement,
): void {
  if (layout === 'radial') cross(branches, trees, placement);
  else placeForest(branches, trees, layout === 'right' ? RIGHT : DOWN, placement);
}

interface Edges {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

function placeLoose(
  layout: Layout,
  loose: readonly number[],
  { left, right, bottom }: Edges,
  placement: Placement,
): void {
  if (loose.length === 0) return;
  const [width, height] = [NODE.width + 2 * GAP, NODE.height + 2 * GAP];
  const fitting = Math.floor((right - left) / width) + 1;
  const columns = Math.max(fitting, Math.ceil(Math.sqrt(loose.length / 2)));
  const from = layout === 'right' ? left : (left + right - (Math.min(columns, loose.length) - 1) * width) / 2;
  const top = bottom + NODE.height + LOOSE_GAP;
  for (const [index, at] of loose.entries())
    placement.points[at] = {
      x: from + (index % columns) * width,
      y: top + Math.floor(index / columns) * height,
    };
}
