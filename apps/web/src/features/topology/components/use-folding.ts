import { useMemo, useState } from 'react';
import { closedAtFirst, openedFor, type Tree } from '../model/tree.ts';

const NONE: ReadonlySet<string> = new Set();

export interface Folding {
  readonly closed: ReadonlySet<string>;
  toggle(id: string): void;
  /** Opens what is above a device. */
  reveal(id: string): void;
  openAll(): void;
  closeAll(): void;
}

/** Which branches are folded away. A site begins as open as can be taken in at once. */
export function useFolding(tree: Tree, sought: string | null): Folding {
  // Devices come and go, and what somebody opened stays open.
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
      closeAll: () => setChosen(new Set(tree.lowers.keys())),
    }),
    [closed, tree],
  );
}
