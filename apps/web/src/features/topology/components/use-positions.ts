import type { Topology } from '@airloom/contract/topology/topology.model';
import { useEffect, useMemo, useState } from 'react';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { type Layout, type LayoutRequest, layOut } from '../model/layout.ts';
import { openRows, type Tree } from '../model/tree.ts';

/** Larger layouts are computed in a worker. */
const AT_ONCE_MAX = 400;

interface LaidOut {
  readonly key: string;
  readonly points: readonly Point[];
}

function elsewhere(request: LayoutRequest, done: (points: readonly Point[]) => void): () => void {
  const worker = new Worker(new URL('../model/layout.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<readonly Point[]>) => {
    done(data);
    worker.terminate();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  worker.postMessage(request);
  return () => worker.terminate();
}

interface ShownTree extends LayoutRequest {
  readonly ids: readonly string[];
  readonly key: string;
}

function shownTree(tree: Tree, closed: ReadonlySet<string>, layout: Layout): ShownTree {
  const ids = openRows(tree, closed).map(({ id }) => id);
  const index = new Map(ids.map((id, at) => [id, at]));
  const parents = ids.map((id) => index.get(tree.parents.get(id) ?? '') ?? -1);
  return { ids, parents, layout, key: `${layout} ${ids.join()} ${parents.join()}` };
}

/** Positions of visible devices: manual ones or from the layout; null while computing. */
export function usePositions(
  topology: Topology,
  tree: Tree,
  closed: ReadonlySet<string>,
  layout: Layout,
): ReadonlyMap<string, Point> | null {
  const fresh = useMemo(() => shownTree(tree, closed, layout), [tree, closed, layout]);
  // Status changes do not change the layout.
  const [shown, setShown] = useState(fresh);
  if (shown.key !== fresh.key) setShown(fresh);
  const isMany = shown.ids.length > AT_ONCE_MAX;

  const atOnce = useMemo(() => (isMany ? null : layOut(shown)), [isMany, shown]);
  const [later, setLater] = useState<LaidOut | null>(null);
  useEffect(() => {
    if (!isMany) return undefined;
    const { layout: request, parents, key } = shown;
    return elsewhere({ layout: request, parents }, (points) => setLater({ key, points }));
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
