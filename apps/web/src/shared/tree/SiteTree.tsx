import type { EnterpriseNode } from '@airloom/contract/organizations/organizations.model';
import { useVirtualizer } from '@tanstack/react-virtual';
import Input, { type InputRef } from 'antd/es/input/Input';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { Icon } from '../ui/Icon.tsx';
import './tree.css';
import { indexTree, type OrganizationRow, type TreeRow, visibleRows } from './tree-rows.ts';

const ROW_PX = 32;

export type Mark = 'on' | 'off' | 'part';

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
  /** For a tree that opens in answer to a click. */
  takesFocus?: boolean;
  empty?: ReactNode;
}

function isOpenable(row: TreeRow): row is OrganizationRow {
  return row.kind === 'organization' && row.organization.sites.length > 0;
}

const ARIA_CHECKED = { on: true, off: false, part: 'mixed' } as const;

/** Organizations and their sites, thousands of them: only the rows in view are drawn. */
export function SiteTree(props: SiteTreeProps) {
  const { trees, onPick, current, mark, height, takesFocus } = props;
  const pickable = props.pickable ?? (() => true);
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const index = useMemo(() => indexTree(trees), [trees]);
  const rows = useMemo(() => visibleRows(index, search, closed), [index, search, closed]);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      rows.findIndex((row) => row.id === current),
    ),
  );
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<InputRef>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
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

  function pick(row: TreeRow): void {
    if (pickable(row)) onPick(row);
    else if (row.kind === 'organization') toggle(row);
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
      row?.kind === 'organization' &&
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
        ref={input}
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
          setSearch(event.target.value);
          setActive(0);
          list.scrollToOffset(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={box}
        id={id}
        className="tree-rows"
        role="tree"
        aria-label={props.label}
        aria-multiselectable={mark !== undefined}
        style={{ height: Math.min(height, Math.max(1, rows.length) * ROW_PX + 2) }}
      >
        <div role="presentation" style={{ height: list.getTotalSize(), position: 'relative' }}>
          {list.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const state = mark?.(row);
            const allowed = pickable(row);
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the combobox that owns the tree
              <div
                key={row.id}
                id={`${id}-${row.id}`}
                role="treeitem"
                tabIndex={-1}
                aria-level={row.kind === 'organization' ? 1 : 2}
                aria-selected={row.id === current}
                aria-disabled={!allowed}
                {...(state ? { 'aria-checked': ARIA_CHECKED[state] } : {})}
                {...(isOpenable(row) ? { 'aria-expanded': row.expanded } : {})}
                className="tree-row"
                data-kind={row.kind}
                data-active={item.index === active}
                style={{ height: ROW_PX, transform: `translateY(${item.start}px)` }}
                onClick={() => pick(row)}
                onMouseMove={() => {
                  if (item.index !== active) setActive(item.index);
                }}
              >
                {isOpenable(row) && (
                  <button
                    type="button"
                    tabIndex={-1}
                    aria-hidden
                    className="tree-twist"
                    onClick={(event) => {
                      event.stopPropagation();
                      toggle(row);
                    }}
                  >
                    <Icon name={row.expanded ? 'down' : 'right'} size={14} />
                  </button>
                )}
                {state && (allowed || state !== 'off') && (
                  <span className="tree-check" data-mark={state} data-locked={!allowed}>
                    {state === 'on' && <Icon name="check" size={12} />}
                  </span>
                )}
                <span className="tree-name">{row.name}</span>
                {row.kind === 'organization' && (
                  <span className="tree-count">{format.number(row.organization.sites.length)}</span>
                )}
                {row.id === current && !mark && <Icon name="check" size={14} />}
              </div>
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
