import { type Axis, DOWN, GAP, mirrored, NODE, pitchOf, RIGHT } from './axes.ts';
import { type Branches, branchOfRoot, isLeaf, lookOver } from './branches.ts';
import { shifted } from './route.ts';
import { bandsOf, type Placement, placeChildren } from './tree-layout.ts';

const SIDES: readonly Axis[] = [RIGHT, DOWN, mirrored(RIGHT), mirrored(DOWN)];
const IS_VERTICAL: readonly boolean[] = [false, true, false, true];
const TREES_GAP = 96;

/** Radial: the centre of each tree in the middle, its branches on all four sides. Trees stand side by side. */
export function cross(branches: Branches, trees: readonly number[], placement: Placement): void {
  let from = 0;
  for (const root of trees) {
    const nodes = branchOfRoot(branches, root);
    placeCross(branches, root, placement);
    const { left, right } = lookOver(nodes, placement.points);
    const by = { x: from - left, y: 0 };
    for (const at of nodes) {
      const { x, y } = placement.points[at] ?? { x: 0, y: 0 };
      placement.points[at] = { x: x + by.x, y: y + by.y };
      placement.routes[at] = shifted(placement.routes[at] ?? [], by);
    }
    from += right - left + NODE.width + TREES_GAP;
  }
}

/** The root and its descendants while each has one child: they stand above the centre, the last of them. */
function stemOf(branches: Branches, root: number): readonly number[] {
  const stem = [root];
  for (let children = branches.get(root) ?? []; children.length === 1; ) {
    const [only] = children;
    if (only === undefined) break;
    stem.push(only);
    children = branches.get(only) ?? [];
  }
  return stem;
}

function placeCross(branches: Branches, root: number, placement: Placement): void {
  const stem = stemOf(branches, root);
  const centre = stem.at(-1) ?? root;
  for (const [index, at] of stem.entries()) {
    const y = (index + 1 - stem.length) * pitchOf(DOWN);
    placement.points[at] = { x: 0, y };
    if (index > 0) {
      const below = NODE.height / 2;
      placement.routes[at] = [
        { x: 0, y: y - pitchOf(DOWN) + below },
        { x: 0, y: y - below },
      ];
    }
  }
  // Above is the stem, if there is one.
  const sides = stem.length > 1 ? SIDES.slice(0, -1) : SIDES;
  const shares = sharesOf(branches, branches.get(centre) ?? [], sides.length);
  const bands = sides.map((axis, side) => bandsOf(branches, shares[side] ?? [], axis));
  const beside = Math.max(0, ...bands.map(({ width }, side) => (IS_VERTICAL[side] ? 0 : width)));
  for (const [side, axis] of sides.entries()) {
    const { [side]: band } = bands;
    if (band === undefined) continue;
    const first = IS_VERTICAL[side] ? Math.max(pitchOf(axis), clearOf(beside, axis)) : pitchOf(axis);
    placeChildren(band, { at: centre, across: 0, along: 0 }, first, placement);
  }
}

/** Distance of the first level below the centre so that its trunk is below what stands on the left and right. */
function clearOf(beside: number, { halfAlong, stub }: Axis): number {
  return beside / 2 + 2 * GAP + stub + halfAlong;
}

/** Divides children among the sides so that about as many devices stand on each. */
function sharesOf(branches: Branches, children: readonly number[], sides: number): number[][] {
  const shares = Array.from({ length: sides }, (): number[] => []);
  const weights = shares.map(() => 0);
  const weightOf = new Map(children.map((child) => [child, branchOfRoot(branches, child).length]));
  const weight = (child: number) => weightOf.get(child) ?? 1;
  const inner = children.filter((child) => !isLeaf(branches, child));
  const leaves = children.filter((child) => isLeaf(branches, child));
  for (const child of [...inner.toSorted((one, other) => weight(other) - weight(one)), ...leaves]) {
    const lightest = weights.indexOf(Math.min(...weights));
    shares[lightest]?.push(child);
    weights[lightest] = (weights[lightest] ?? 0) + weight(child);
  }
  return shares;
}
