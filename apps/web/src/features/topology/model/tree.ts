import type { TopologyNode } from '@airloom/contract/topology/topology.model';

/** More than so many at once are not taken in: branches begin closed. */
export const OPEN_MAX = 150;

type Linked = Pick<TopologyNode, 'deviceUUID' | 'upperUUID'>;

/** Who hangs below whom: a few trees, and devices nobody knows the way out of. */
export interface Tree {
  readonly roots: readonly string[];
  readonly uppers: ReadonlyMap<string, string>;
  readonly lowers: ReadonlyMap<string, readonly string[]>;
  /** How many there are below each, however deep. */
  readonly below: ReadonlyMap<string, number>;
}

const NOBODY: readonly string[] = [];

export function treeOf(nodes: readonly Linked[]): Tree {
  const known = new Set(nodes.map(({ deviceUUID }) => deviceUUID));
  const uppers = new Map<string, string>();
  for (const { deviceUUID, upperUUID } of nodes)
    if (upperUUID !== null && known.has(upperUUID)) uppers.set(deviceUUID, upperUUID);
  const lowers = new Map<string, string[]>();
  for (const { deviceUUID } of nodes) {
    const upper = uppers.get(deviceUUID);
    if (upper === undefined) continue;
    const own = lowers.get(upper);
    if (own === undefined) lowers.set(upper, [deviceUUID]);
    else own.push(deviceUUID);
  }
  const roots = nodes.flatMap(({ deviceUUID }) => (uppers.has(deviceUUID) ? [] : [deviceUUID]));
  return { roots, uppers, lowers, below: countBelow(roots, lowers) };
}

function countBelow(
  roots: readonly string[],
  lowers: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const order: string[] = [...roots];
  for (let at = 0; at < order.length; at += 1) order.push(...(lowers.get(order[at] ?? '') ?? NOBODY));
  const below = new Map<string, number>();
  for (const id of order.toReversed()) {
    const own = lowers.get(id) ?? NOBODY;
    below.set(
      id,
      own.reduce((sum, lower) => sum + 1 + (below.get(lower) ?? 0), 0),
    );
  }
  return below;
}

export function lowersOf(tree: Tree, id: string): readonly string[] {
  return tree.lowers.get(id) ?? NOBODY;
}

/** A row of the tree as it shows: those below a closed one do not. */
export interface OpenRow {
  readonly id: string;
  /** From 1. */
  readonly level: number;
}

export function openRows(tree: Tree, closed: ReadonlySet<string>): readonly OpenRow[] {
  const rows: OpenRow[] = [];
  const open: OpenRow[] = tree.roots.map((id) => ({ id, level: 1 })).toReversed();
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    rows.push(row);
    if (closed.has(row.id)) continue;
    for (const id of lowersOf(tree, row.id).toReversed()) open.push({ id, level: row.level + 1 });
  }
  return rows;
}

/** From the top down, as many levels are open as can be taken in at once. */
export function closedAtFirst(tree: Tree, most: number = OPEN_MAX): ReadonlySet<string> {
  let shown = tree.roots.length;
  let level = tree.roots;
  while (level.length > 0) {
    const next = level.flatMap((id) => lowersOf(tree, id));
    if (shown + next.length > most) return new Set(level.filter((id) => lowersOf(tree, id).length > 0));
    shown += next.length;
    level = next;
  }
  return new Set();
}

/** From a device to the last one on its way out. */
export function wayOut(tree: Tree, id: string): readonly string[] {
  const way = [id];
  for (let at = tree.uppers.get(id); at !== undefined; at = tree.uppers.get(at)) way.push(at);
  return way;
}

/** What must be open for a device to show. */
export function openedFor(tree: Tree, closed: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const above = new Set(wayOut(tree, id).slice(1));
  return new Set([...closed].filter((one) => !above.has(one)));
}

/** A device with all below it that shows. */
export function branchOf(tree: Tree, closed: ReadonlySet<string>, id: string): readonly string[] {
  const branch = [id];
  for (let at = 0; at < branch.length; at += 1) {
    const one = branch[at] ?? '';
    if (!closed.has(one)) branch.push(...lowersOf(tree, one));
  }
  return branch;
}
