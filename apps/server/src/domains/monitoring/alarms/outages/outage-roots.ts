import type { Uplinks } from '../../../network/topology/index.ts';

const NO_PARENTS: readonly string[] = [];

/**
 * For each offline device: the topmost offline device above it that is covered by a rule, itself if there is none, or
 * null. A root is its own root.
 */
export function outageRootsOf(
  away: ReadonlySet<string>,
  uplinks: Uplinks,
  alarmable: ReadonlySet<string>,
): ReadonlyMap<string, string | null> {
  const roots = new Map<string, string | null>();
  const find = (id: string): string | null => {
    const known = roots.get(id);
    if (known !== undefined) return known;
    for (const above of uplinks.get(id) ?? NO_PARENTS) {
      const root = away.has(above) ? find(above) : null;
      if (root !== null) {
        roots.set(id, root);
        return root;
      }
    }
    const own = alarmable.has(id) ? id : null;
    roots.set(id, own);
    return own;
  };
  for (const id of away) find(id);
  return roots;
}
