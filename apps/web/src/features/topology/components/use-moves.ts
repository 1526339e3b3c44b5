import { topologyCalls } from '@airloom/contract/topology/topology.calls';
import type { Layout, Topology } from '@airloom/contract/topology/topology.model';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import { undoToast } from '../../../shared/ui/feedback/undo-toast.ts';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { branchOf, type Tree } from '../model/tree.ts';

interface Move {
  readonly id: string;
  /** Without the devices below it. */
  readonly alone: boolean;
  readonly by: Point;
}

type Places = readonly {
  readonly deviceUUID: string;
  readonly place: Point | null;
  /** Undo: where it must still be. */
  readonly expected?: Point | null;
}[];

interface Moves {
  /** Positions including the current drag. */
  readonly places: ReadonlyMap<string, Point>;
  move(move: Move | null): void;
  drop(move: Move): void;
  /** Whether devices were moved in this layout. */
  readonly hasMoved: boolean;
  /** Restores the automatic positions of this layout. */
  reset(): void;
}

interface Drag {
  readonly places: ReadonlyMap<string, Point>;
  /** Dropped: it stays there while the change is being saved. */
  readonly dropped: boolean;
}

interface Undo {
  readonly before: Places;
  readonly layout: Layout;
  readonly text: string;
}

/** Moves devices, saves their positions, and resets them. */
export function useMoves(
  topology: Topology,
  siteUUID: string,
  layout: Layout,
  tree: Tree,
  closed: ReadonlySet<string>,
  places: ReadonlyMap<string, Point>,
): Moves {
  const { t } = useTranslation();
  const [drag, setDrag] = useState<Drag | null>(null);
  const undo = useRef<Undo | null>(null);
  const save = useCommand(topologyCalls.savePlaces, {
    refresh: [topologyCalls.viewTopology],
    onDone() {
      const done = undo.current;
      undo.current = null;
      if (done === null) return;
      void undoToast({
        text: done.text,
        label: t('topology.undo'),
        undo: () => save.start({ siteUUID, layout: done.layout, places: [...done.before] }),
      });
    },
  });

  const placed = topology.places.filter((place) => place.layout === layout);

  function moved({ id, alone, by }: Move): ReadonlyMap<string, Point> {
    const ids = alone ? [id] : branchOf(tree, closed, id);
    return new Map(
      ids.flatMap((one) => {
        const place = places.get(one);
        return place === undefined ? [] : [[one, { x: place.x + by.x, y: place.y + by.y }] as const];
      }),
    );
  }

  function keep(next: Places, text: string): void {
    const known = new Map(placed.map(({ deviceUUID, x, y }) => [deviceUUID, { x, y }]));
    const before = next.map(({ deviceUUID, place }) => ({
      deviceUUID,
      place: known.get(deviceUUID) ?? null,
      expected: place,
    }));
    undo.current = { before, layout, text };
    save.start({ siteUUID, layout, places: [...next] });
  }

  const dragged = drag !== null && (!drag.dropped || save.pending) ? drag.places : null;
  const shown = useMemo(
    () => (dragged === null ? places : new Map([...places, ...dragged])),
    [places, dragged],
  );
  return {
    places: shown,
    hasMoved: placed.length > 0,
    move: (move) => setDrag(move && { places: moved(move), dropped: false }),
    drop(move) {
      const next = moved(move);
      setDrag({ places: next, dropped: true });
      keep(
        [...next].map(([deviceUUID, place]) => ({ deviceUUID, place })),
        t('topology.moved', { count: next.size }),
      );
    },
    reset() {
      keep(
        placed.map(({ deviceUUID }) => ({ deviceUUID, place: null })),
        t('topology.resetDone', { count: placed.length }),
      );
    },
  };
}
