import type { Layout } from './layout.ts';
import { lowersOf, openRows, type Tree } from './tree.ts';

type Direction = 'up' | 'below' | 'before' | 'after';

/** Arrows lead where they point: outwards is right, down, or away from the middle. */
const DIRECTIONS: Readonly<Record<Layout, Readonly<Record<string, Direction>>>> = {
  right: { ArrowLeft: 'up', ArrowRight: 'below', ArrowUp: 'before', ArrowDown: 'after' },
  down: { ArrowUp: 'up', ArrowDown: 'below', ArrowLeft: 'before', ArrowRight: 'after' },
  radial: { ArrowLeft: 'up', ArrowRight: 'below', ArrowUp: 'before', ArrowDown: 'after' },
};

/** The device an arrow key leads to from the selected one; from none to the first. Null: there is nothing there. */
export function walkFrom(
  tree: Tree,
  closed: ReadonlySet<string>,
  layout: Layout,
  from: string | null,
  key: string,
): string | null {
  if (from === null) return openRows(tree, closed)[0]?.id ?? null;
  const direction = DIRECTIONS[layout][key];
  if (direction === undefined) return null;
  const upper = tree.uppers.get(from);
  if (direction === 'up') return upper ?? null;
  if (direction === 'below') return closed.has(from) ? null : (lowersOf(tree, from)[0] ?? null);
  const beside = upper === undefined ? tree.roots : lowersOf(tree, upper);
  const at = beside.indexOf(from) + (direction === 'after' ? 1 : -1);
  return at < 0 ? null : (beside[at] ?? null);
}
