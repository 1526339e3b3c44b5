import type { TopologyNode } from '@airloom/contract/topology/topology.model';

/** Maximum devices shown initially. */
export const OPEN_MAX = 150;

type Linked = Pick<TopologyNode, 'deviceUUID' | 'upperUUID'>;

/** Parents and children: a few trees, and devices without an uplink. */
export interface Tree {
  readonly roots: readonly string[];
  readonly parents: ReadonlyMap<string, string>;
  readonly children: ReadonlyMap<string, readonly string[]>;
  /** Number of devices downstream. */
  readonly below: ReadonlyMap<string, number>;
}

const NONE: readonly string[] = [];

export function treeOf(nodes: readonly Linked[]): Tree {
  const known = new Set(nodes.map(({ deviceUUID }) => deviceUUID));
  const parents = new Map<string, string>();
  for (const { deviceUUID, upperUUID } of nodes)
    if (upperUUID !== null && known.has(upperUUID)) parents.set(deviceUUID, upperUUID);
  const children = new Map<string, string[]>();
  for (const { deviceUUID } of nodes) {
    const upper = parents.get(deviceUUID);
    if (upper === undefined) continue;
    const own = children.get(upper);
    if (own === undefined) children.set(upper, [deviceUUID]);
    else own.push(deviceUUID);
  }
  const roots = nodes.flatMap(({ deviceUUID }) => (parents.has(deviceUUID) ? [] : [deviceUUID]));
  return { roots, parents, children, below: countBelow(roots, children) };
}

function countBelow(
  roots: readonly string[],
  children: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const order: string[] = [...roots];
  for (let at = 0; at < order.length; at += 1) order.push(...(children.get(order[at] ?? '') ?? NONE));
  const below = new Map<string, number>();
  for (const id of order.toReversed()) {
    const own = children.get(id) ?? NONE;
    below.set(
      id,
      own.reduce((sum, lower) => sum + 1 + (below.get(lower) ?? 0), 0),
    );
  }
  return below;
}

export function childrenOf(tree: Tree, id: string): readonly string[] {
  return tree.children.get(id) ?? NONE;
}

/** A visible row of the tree. */
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
    for (const id of childrenOf(tree, row.id).toReversed()) open.push({ id, level: row.level + 1 });
  }
  return rows;
}

/** Opens as many levels from the top as fit the maximum. */
export function closedAtFirst(tree: Tree, most: number = OPEN_MAX): ReadonlySet<string> {
  let shown = tree.roots.length;
  let level = tree.roots;
  while (level.length > 0) {
    const next = level.flatMap((id) => childrenOf(tree, id));
    if (shown + next.length > most) return new Set(level.filter((id) => childrenOf(tree, id).length > 0));
    shown += next.length;
    level = next;
  }
  return new Set();
}

/** From a device to its root. */
export function pathToRoot(tree: Tree, id: string): readonly string[] {
  const path = [id];
  for (let at = tree.parents.get(id); at !== undefined; at = tree.parents.get(at)) path.push(at);
  return path;
}

/** Opens the ancestors of a device. */
export function openedFor(tree: Tree, closed: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const above = new Set(pathToRoot(tree, id).slice(1));
  return new Set([...closed].filter((one) => !above.has(one)));
}

/** A device with its visible descendants. */
export function branchOf(tree: Tree, closed: ReadonlySet<string>, id: string): readonly string[] {
  const branch = [id];
  for (let at = 0; at < branch.length; at += 1) {
    const one = branch[at] ?? '';
    if (!closed.has(one)) branch.push(...childrenOf(tree, one));
  }
  return branch;
}
