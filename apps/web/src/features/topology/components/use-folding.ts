import { useMemo, useState } from 'react';
import { closedAtFirst, openedFor, type Tree } from '../model/tree.ts';

const NONE: ReadonlySet<string> = new Set();

export interface Folding {
  readonly closed: ReadonlySet<string>;
  toggle(id: string): void;
  /** Opens the ancestors of a device. */
  reveal(id: string): void;
  openAll(): void;
  closeAll(): void;
}

/** Folded branches. Initially a limited number of devices is shown. */
export function useFolding(tree: Tree, sought: string | null): Folding {
  // Manual choices are kept when devices change.
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [soughtFirst] = useState(sought);
  const atFirst = useMemo(() => {
    const closed = closedAtFirst(tree);
    return soughtFirst === null ? closed : openedFor(tree, closed, soughtFirst);
  }, [tree, soughtFirst]);
  const closed = chosen ?? atFirst;
  return useMemo(
    () => ({
      closed,
      toggle(id) {
        const next = new Set(closed);
        if (!next.delete(id)) next.add(id);
        setChosen(next);
      },
      reveal: (id) => setChosen(openedFor(tree, closed, id)),
      openAll: () => setChosen(NONE),
      closeAll: () => setChosen(new Set(tree.children.keys())),
    }),
    [closed, tree],
  );
}
