import type { Topology, TopologyLink } from '@airloom/contract/topology/topology.model';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openRows, type Tree } from '../model/tree.ts';
import { TreeRow } from './TreeRow.tsx';
import type { Folding } from './use-folding.ts';

const ROW_PX = 32;
const COLUMNS = [
  'devices.column.name',
  'devices.column.status',
  'devices.column.kind',
  'topology.link.uplink',
  'devices.column.clients',
  'topology.node.alarmsLabel',
] as const;

/** Spacer for rows that are not rendered. */
function Gap({ height }: { height: number }) {
  if (height === 0) return null;
  return (
    <tbody aria-hidden>
      <tr className="grid-gap">
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nobody is told of it */}
        <td style={{ height }} />
      </tr>
    </tbody>
  );
}

interface TreeListProps {
  topology: Topology;
  tree: Tree;
  folding: Folding;
  sought: string | null;
  onOpen(id: string): void;
}

/** The topology as a tree of devices. Only visible rows are rendered. */
export function TreeList({ topology, tree, folding, sought, onOpen }: TreeListProps) {
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => openRows(tree, folding.closed), [tree, folding.closed]);
  const nodes = useMemo(
    () => new Map(topology.nodes.map((node) => [node.deviceUUID, node])),
    [topology.nodes],
  );
  const uplinks = useMemo(() => uplinkOf(topology), [topology]);
  const [at, setAt] = useState(0);
  const soughtAt = rows.findIndex((row) => row.id === sought);
  const [followed, setFollowed] = useState<string | null>(null);
  if (sought !== followed && soughtAt >= 0) {
    setFollowed(sought);
    setAt(soughtAt);
  }
  const active = Math.min(at, rows.length - 1);
  // oxlint-disable-next-line react/incompatible-library -- nothing below is memoized on what it returns
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    initialOffset: Math.max(0, active - 3) * ROW_PX,
  });

  function move(to: number): void {
    const next = Math.min(rows.length - 1, Math.max(0, to));
    setAt(next);
    list.scrollToIndex(next, { align: 'auto' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const row = rows[active];
    if (row === undefined) return;
    const isFoldable = (tree.below.get(row.id) ?? 0) > 0;
    const isClosed = folding.closed.has(row.id);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 15,
      PageUp: active - 15,
      Home: 0,
      End: rows.length - 1,
    };
    const step = steps[event.key];
    if (step !== undefined) move(step);
    else if (event.key === 'Enter') onOpen(row.id);
    else if (event.key === 'ArrowRight' && isFoldable && isClosed) folding.toggle(row.id);
    else if (event.key === 'ArrowLeft' && isFoldable && !isClosed) folding.toggle(row.id);
    else if (event.key === 'ArrowLeft') {
      const upper = tree.parents.get(row.id);
      if (upper !== undefined) move(rows.findIndex((one) => one.id === upper));
    } else return;
    event.preventDefault();
  }

  const drawn = list.getVirtualItems();
  return (
    <div ref={box} className="topology-list">
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a tree in a table is one
        role="treegrid"
        aria-label={t('topology.list.label')}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={rows[active] && `${id}-${rows[active].id}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a treegrid is worked by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <Gap height={drawn[0]?.start ?? 0} />
        <tbody>
          {drawn.map(({ index }) => {
            const row = rows[index];
            const node = row && nodes.get(row.id);
            if (row === undefined || node === undefined) return null;
            return (
              <TreeRow
                key={row.id}
                id={`${id}-${row.id}`}
                row={row}
                node={node}
                uplink={uplinks.get(row.id)}
                below={tree.below.get(row.id) ?? 0}
                isClosed={folding.closed.has(row.id)}
                isActive={index === active}
                isSought={row.id === sought}
                position={index + 2}
                onOpen={() => {
                  setAt(index);
                  onOpen(row.id);
                }}
                onFold={() => folding.toggle(row.id)}
              />
            );
          })}
        </tbody>
        <Gap height={list.getTotalSize() - (drawn.at(-1)?.end ?? 0)} />
      </table>
    </div>
  );
}

/** Uplink of each device. */
function uplinkOf({ nodes, links }: Topology): ReadonlyMap<string, TopologyLink> {
  const parents = new Map(nodes.map(({ deviceUUID, upperUUID }) => [deviceUUID, upperUUID]));
  return new Map(
    links.flatMap((link) =>
      link.kind !== 'managed' && parents.get(link.lowerUUID) === link.upperUUID
        ? [[link.lowerUUID, link] as const]
        : [],
    ),
  );
}
