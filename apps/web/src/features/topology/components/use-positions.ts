import type { Topology } from '@airloom/contract/topology/topology.model';
import { useEffect, useMemo, useState } from 'react';
import { type Layout, layOut, type Point, type Wanted } from '../model/layout.ts';
import { openRows, type Tree } from '../model/tree.ts';

/** Up to so many are laid out between two frames; more are left to a worker. */
const AT_ONCE_MAX = 400;

interface LaidOut {
  readonly key: string;
  readonly points: readonly Point[];
}

function elsewhere(wanted: Wanted, done: (points: readonly Point[]) => void): () => void {
  const worker = new Worker(new URL('../model/layout.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<readonly Point[]>) => {
    done(data);
    worker.terminate();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  worker.postMessage(wanted);
  return () => worker.terminate();
}

interface ShownTree extends Wanted {
  readonly ids: readonly string[];
  readonly key: string;
}

function shownTree(tree: Tree, closed: ReadonlySet<string>, layout: Layout): ShownTree {
  const ids = openRows(tree, closed).map(({ id }) => id);
  const index = new Map(ids.map((id, at) => [id, at]));
  const uppers = ids.map((id) => index.get(tree.uppers.get(id) ?? '') ?? -1);
  return { ids, uppers, layout, key: `${layout} ${ids.join()} ${uppers.join()}` };
}

/** Where the devices that show stand: where a person put them, or where the layout does; null while it is worked out. */
export function usePlaces(
  topology: Topology,
  tree: Tree,
  closed: ReadonlySet<string>,
  layout: Layout,
): ReadonlyMap<string, Point> | null {
  const fresh = useMemo(() => shownTree(tree, closed, layout), [tree, closed, layout]);
  // States of devices change all the time, and no layout with them.
  const [shown, setShown] = useState(fresh);
  if (shown.key !== fresh.key) setShown(fresh);
  const isMany = shown.ids.length > AT_ONCE_MAX;

  const atOnce = useMemo(() => (isMany ? null : layOut(shown)), [isMany, shown]);
  const [later, setLater] = useState<LaidOut | null>(null);
  useEffect(() => {
    if (!isMany) return undefined;
    const { layout: wanted, uppers, key } = shown;
    return elsewhere({ layout: wanted, uppers }, (points) => setLater({ key, points }));
  }, [isMany, shown]);

  const points = atOnce ?? (later?.key === shown.key ? later.points : null);
  return useMemo(() => {
    if (points === null) return null;
    const laid = new Map(shown.ids.map((id, at) => [id, points[at] ?? { x: 0, y: 0 }]));
    for (const { deviceUUID, place } of topology.nodes)
      if (place !== null && laid.has(deviceUUID)) laid.set(deviceUUID, place);
    return laid;
  }, [points, shown, topology]);
}
