import type { Layout } from '@airloom/contract/topology/topology.model';
import { childrenOf, openRows, type Tree } from './tree.ts';

type Direction = 'up' | 'below' | 'before' | 'after';

/** Directions of arrow keys by layout: outwards is right, down, or away from the centre. */
const DIRECTIONS: Readonly<Record<Layout, Readonly<Record<string, Direction>>>> = {
  right: { ArrowLeft: 'up', ArrowRight: 'below', ArrowUp: 'before', ArrowDown: 'after' },
  down: { ArrowUp: 'up', ArrowDown: 'below', ArrowLeft: 'before', ArrowRight: 'after' },
  radial: { ArrowLeft: 'up', ArrowRight: 'below', ArrowUp: 'before', ArrowDown: 'after' },
};

/** The device in the direction of an arrow key; the first one without a selection. Null: none. */
export function deviceInDirection(
  tree: Tree,
  closed: ReadonlySet<string>,
  layout: Layout,
  from: string | null,
  key: string,
): string | null {
  if (from === null) return openRows(tree, closed)[0]?.id ?? null;
  const direction = DIRECTIONS[layout][key];
  if (direction === undefined) return null;
  const upper = tree.parents.get(from);
  if (direction === 'up') return upper ?? null;
  if (direction === 'below') return closed.has(from) ? null : (childrenOf(tree, from)[0] ?? null);
  const beside = upper === undefined ? tree.roots : childrenOf(tree, upper);
  const at = beside.indexOf(from) + (direction === 'after' ? 1 : -1);
  return at < 0 ? null : (beside[at] ?? null);
}
