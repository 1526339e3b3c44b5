import type { Point } from '../../../shared/viewport/geometry.ts';

/** Children by parent; every node has an entry. */
export type Branches = ReadonlyMap<number, readonly number[]>;

export function branchesOf(parents: readonly number[]): Branches {
  const branches = new Map(parents.map((_, at): [number, number[]] => [at, []]));
  for (const [at, parent] of parents.entries()) branches.get(parent)?.push(at);
  return branches;
}

/** A node and everything below it, parents before their children. */
export function branchOfRoot(branches: Branches, root: number): readonly number[] {
  const order = [root];
  for (let index = 0; index < order.length; index += 1) {
    // A spread of thousands of arguments would exceed the stack.
    for (const child of branches.get(order[index] ?? -1) ?? []) order.push(child);
  }
  return order;
}

export function isLeaf(branches: Branches, at: number): boolean {
  return (branches.get(at)?.length ?? 0) === 0;
}

/** Edges of the centres of some nodes; all zero without any. */
export function lookOver(nodes: readonly number[], points: readonly Point[]) {
  if (nodes.length === 0) return { left: 0, right: 0, top: 0, bottom: 0 };
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const at of nodes) {
    const { x, y } = points[at] ?? { x: 0, y: 0 };
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, right, top, bottom };
}
