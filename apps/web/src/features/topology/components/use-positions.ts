import type { Layout, Topology } from '@airloom/contract/topology/topology.model';
import { useEffect, useMemo, useState } from 'react';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { arrangedOf, type Spots, spotsOf } from '../model/arrangement.ts';
import { type LaidOut, type LayoutRequest, layOut } from '../model/layout.ts';
import type { Tree } from '../model/tree.ts';

/** Larger layouts are computed in a worker. */
const AT_ONCE_MAX = 400;

interface Computed {
  readonly key: string;
  readonly laidOut: LaidOut;
}

function elsewhere(request: LayoutRequest, done: (laidOut: LaidOut) => void): () => void {
  const worker = new Worker(new URL('../model/layout.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<LaidOut>) => {
    done(data);
    worker.terminate();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  worker.postMessage(request);
  return () => worker.terminate();
}

export interface Positions {
  /** Automatic positions. */
  readonly spots: Spots;
  /** Positions of visible devices: manual ones of this layout, or automatic ones. */
  readonly places: ReadonlyMap<string, Point>;
}

/** Null while computing. */
export function usePositions(
  topology: Topology,
  tree: Tree,
  closed: ReadonlySet<string>,
  layout: Layout,
  withStrangers: boolean,
): Positions | null {
  const fresh = useMemo(
    () => arrangedOf(topology, tree, closed, layout, withStrangers),
    [topology, tree, closed, layout, withStrangers],
  );
  // Status changes do not change the layout.
  const [shown, setShown] = useState(fresh);
  if (shown.key !== fresh.key) setShown(fresh);
  const isMany = shown.ids.length > AT_ONCE_MAX;

  const atOnce = useMemo(() => (isMany ? null : layOut(shown)), [isMany, shown]);
  const [later, setLater] = useState<Computed | null>(null);
  useEffect(() => {
    if (!isMany) return undefined;
    const { layout: requested, parents, key } = shown;
    return elsewhere({ layout: requested, parents }, (laidOut) => setLater({ key, laidOut }));
  }, [isMany, shown]);

  const laidOut = atOnce ?? (later?.key === shown.key ? later.laidOut : null);
  const spots = useMemo(() => laidOut && spotsOf(shown, laidOut), [laidOut, shown]);
  return useMemo(() => {
    if (spots === null) return null;
    const places = new Map<string, Point>();
    for (const { deviceUUID } of topology.nodes) {
      const spot = spots.get(deviceUUID);
      if (spot !== undefined) places.set(deviceUUID, spot.point);
    }
    for (const { deviceUUID, layout: of, x, y } of topology.places)
      if (of === layout && places.has(deviceUUID)) places.set(deviceUUID, { x, y });
    return { spots, places };
  }, [spots, topology, layout]);
}
