import type { EnterpriseNode } from '@airloom/contract/organizations/organizations.model';
import { useVirtualizer } from '@tanstack/react-virtual';
import Input from 'antd/es/input/Input';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';
import { ChoiceRowView, isOpenable, type Mark, TreeRowView } from './TreeRowView.tsx';
import './tree.css';
import { type ChoiceRow, firstFound, indexTree, type TreeRow, visibleRows } from './tree-rows.ts';

export type { Mark } from './TreeRowView.tsx';

const ROW_PX = 32;

interface SiteTreeProps {
  trees: readonly EnterpriseNode[];
  label: string;
  onPick(row: TreeRow): void;
  /** A row that cannot be picked is still shown, and can be opened. */
  pickable?(row: TreeRow): boolean;
  /** The one that is picked now. */
  current?: string | undefined;
  /** Turns the tree into one of checkboxes. */
  mark?(row: TreeRow): Mark;
  height: number;
  empty?: ReactNode;
  /** Entries above the tree, while nothing is searched for. */
  choices?: readonly ChoiceRow[];
  onChoose?(choice: ChoiceRow): void;
}

const NO_CHOICES: readonly ChoiceRow[] = [];

function positionOf(event: MouseEvent): number | undefined {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-position]') : null;
  return row ? Number(row.dataset['position']) : undefined;
}

function isTwist(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('.tree-twist') !== null;
}

/** Organizations and their sites, thousands of them: only the rows in view are drawn. */
export function SiteTree(props: SiteTreeProps) {
  const { trees, onPick, current, mark, height, choices = NO_CHOICES, onChoose } = props;
  const pickable = props.pickable ?? (() => true);
  const { t } = useTranslation();
  const id = useId();
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const index = useMemo(() => indexTree(trees), [trees]);
  const rowsFor = (wanted: string) => [
    ...(wanted.trim() === '' ? choices : []),
    ...visibleRows(index, wanted, closed),
  ];
  // oxlint-disable-next-line react/exhaustive-deps -- everything that `rowsFor` reads
  const rows = useMemo(() => rowsFor(search), [index, search, closed, choices]);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      rows.findIndex((row) => row.id === current),
    ),
  );
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing below is memoized on what it returns
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    initialOffset: Math.max(0, active - 3) * ROW_PX,
    initialRect: { width: 0, height },
  });

  function move(to: number): void {
    const next = Math.min(rows.length - 1, Math.max(0, to));
    setActive(next);
    list.scrollToIndex(next, { align: 'auto' });
  }

  function toggle(row: TreeRow): void {
    setClosed((known) => {
      const next = new Set(known);
      if (!next.delete(row.id)) next.add(row.id);
      return next;
    });
  }

  function pick(row: TreeRow | ChoiceRow): void {
    if (row.kind === 'choice') onChoose?.(row);
    else if (pickable(row)) onPick(row);
    else if (isOpenable(row)) toggle(row);
  }

  function onClick(event: MouseEvent): void {
    const row = rows[positionOf(event) ?? -1];
    if (!row) return;
    if (row.kind !== 'choice' && isTwist(event)) toggle(row);
    else pick(row);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const row = rows[active];
    const page = Math.floor(height / ROW_PX) - 1;
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
    };
    const step = steps[event.key];
    if (step !== undefined) move(step);
    else if (event.key === 'Enter' && row) pick(row);
    else if (
      row &&
      row.kind !== 'choice' &&
      isOpenable(row) &&
      search === '' &&
      event.key === (row.expanded ? 'ArrowLeft' : 'ArrowRight')
    )
      toggle(row);
    else return;
    event.preventDefault();
  }

  const activeRow = rows[active];
  return (
    <div className="tree">
      <Input
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input already, one that owns a tree
        role="combobox"
        aria-expanded
        aria-haspopup="tree"
        aria-controls={id}
        aria-autocomplete="list"
        aria-label={props.label}
        aria-activedescendant={activeRow && `${id}-${activeRow.id}`}
        autoComplete="off"
        prefix={<Icon name="search" />}
        placeholder={t('ui.tree.search')}
        allowClear
        value={search}
        onChange={(event) => {
          const wanted = event.target.value;
          setSearch(wanted);
          setActive(firstFound(rowsFor(wanted), wanted));
          list.scrollToOffset(0);
        }}
        onKeyDown={onKeyDown}
      />
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the combobox that owns the tree */}
      <div
        ref={box}
        id={id}
        className="tree-rows"
        role="tree"
        tabIndex={-1}
        aria-label={props.label}
        aria-multiselectable={mark !== undefined}
        style={{ height: Math.min(height, Math.max(1, rows.length) * ROW_PX + 2) }}
        onClick={onClick}
        onMouseMove={(event) => setActive(positionOf(event) ?? active)}
      >
        <div role="presentation" style={{ height: list.getTotalSize(), position: 'relative' }}>
          {list.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const place = { position: item.index, top: item.start, height: ROW_PX };
            const shown = { ...place, active: item.index === active, current: row.id === current };
            if (row.kind === 'choice') {
              return <ChoiceRowView key={row.id} id={`${id}-${row.id}`} row={row} {...shown} />;
            }
            return (
              <TreeRowView
                key={row.id}
                id={`${id}-${row.id}`}
                row={row}
                {...shown}
                allowed={pickable(row)}
                mark={mark?.(row)}
              />
            );
          })}
        </div>
        {rows.length === 0 && (
          <p className="tree-empty">
            {search === '' ? (props.empty ?? t('ui.tree.empty')) : t('ui.tree.noMatch')}
          </p>
        )}
      </div>
    </div>
  );
}
