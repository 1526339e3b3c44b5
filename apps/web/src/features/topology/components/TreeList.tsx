import type { Topology, TopologyNode } from '@airloom/contract/topology/topology.model';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceStatusDot } from '../../../shared/devices/DeviceStatusDot.tsx';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { openRows, type Tree } from '../model/tree.ts';
import type { Folding } from './use-folding.ts';
import { useWords } from './use-words.ts';

const ROW_PX = 32;
const INDENT_PX = 18;
/** Deeper ones are indented no further: names need room, and the level is told besides. */
const INDENTS_MAX = 8;

interface TreeListProps {
  topology: Topology;
  tree: Tree;
  folding: Folding;
  sought: string | null;
  onOpen(id: string): void;
}

/** The picture in words: every device under the one it hangs below. Only the rows in view are drawn. */
export function TreeList({ topology, tree, folding, sought, onOpen }: TreeListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useWords();
  const kinds = useKindNames();
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
      const upper = tree.uppers.get(row.id);
      if (upper !== undefined) move(rows.findIndex((one) => one.id === upper));
    } else return;
    event.preventDefault();
  }

  const columns = [
    t('devices.column.name'),
    t('devices.column.status'),
    t('devices.column.kind'),
    t('topology.link.uplink'),
    t('devices.column.clients'),
    t('topology.node.alarmsLabel'),
  ];
  const cellsOf = (node: TopologyNode) => {
    const uplink = uplinks.get(node.deviceUUID);
    const speed = uplink?.speedMbps ?? null;
    const errors = uplink?.errors ?? 0;
    return [
      kinds[node.kind],
      [
        speed === null ? '' : words.speed(speed),
        uplink?.isUp === false ? words.down : '',
        errors > 0 ? words.errors(errors) : '',
      ]
        .filter(Boolean)
        .join(' · ') || '–',
      node.status === 'offline' ? '–' : format.number(node.clients),
      node.alarms === null || node.alarms === 0 ? '–' : format.number(node.alarms),
    ];
  };

  return (
    <div
      ref={box}
      className="topology-list"
      role="treegrid"
      aria-label={t('topology.list.label')}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={rows[active] && `${id}-${rows[active].id}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="row" className="topology-row topology-row-head" aria-rowindex={1}>
        {columns.map((column) => (
          <span key={column} role="columnheader">
            {column}
          </span>
        ))}
      </div>
      <div role="rowgroup" style={{ height: list.getTotalSize(), position: 'relative' }}>
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index];
          const node = row && nodes.get(row.id);
          if (row === undefined || node === undefined) return null;
          const below = tree.below.get(row.id) ?? 0;
          const isClosed = folding.closed.has(row.id);
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the grid
            <div
              key={row.id}
              id={`${id}-${row.id}`}
              role="row"
              tabIndex={-1}
              className="topology-row"
              aria-level={row.level}
              aria-rowindex={item.index + 2}
              aria-selected={row.id === sought}
              {...(below > 0 ? { 'aria-expanded': !isClosed } : {})}
              data-active={item.index === active}
              style={{ height: ROW_PX, transform: `translateY(${item.start}px)` }}
              onClick={() => {
                setAt(item.index);
                onOpen(row.id);
              }}
            >
              <span
                role="gridcell"
                className="topology-cell-name"
                style={{ paddingInlineStart: Math.min(INDENTS_MAX, row.level - 1) * INDENT_PX }}
              >
                {below > 0 ? (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the grid
                  <span
                    className="topology-twist"
                    aria-hidden
                    onClick={(event) => {
                      event.stopPropagation();
                      folding.toggle(row.id);
                    }}
                  >
                    <Icon name={isClosed ? 'right' : 'down'} size={14} />
                  </span>
                ) : (
                  <span className="topology-twist" aria-hidden />
                )}
                <span className="topology-clip">{node.name}</span>
                {isClosed && below > 0 && <span className="topology-fold">+{format.number(below)}</span>}
              </span>
              <span role="gridcell">
                <DeviceStatusDot status={node.status} />
              </span>
              {cellsOf(node).map((cell, index) => (
                <span key={columns[index + 2]} role="gridcell" className="topology-clip">
                  {cell}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The link by which each device hangs below its upper one. */
function uplinkOf({ nodes, links }: Topology): ReadonlyMap<string, Topology['links'][number]> {
  const uppers = new Map(nodes.map(({ deviceUUID, upperUUID }) => [deviceUUID, upperUUID]));
  return new Map(
    links.flatMap((link) =>
      link.kind !== 'managed' && uppers.get(link.lowerUUID) === link.upperUUID
        ? [[link.lowerUUID, link] as const]
        : [],
    ),
  );
}
