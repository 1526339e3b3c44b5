import { memo } from 'react';
import { useFormat } from '../i18n/use-format.ts';
import { Icon } from '../ui/Icon.tsx';
import type { ChoiceRow, OrganizationRow, TreeRow } from './tree-rows.ts';

export type Mark = 'on' | 'off' | 'part';

const ARIA_CHECKED = { on: true, off: false, part: 'mixed' } as const;

export function isOpenable(row: TreeRow): row is OrganizationRow {
  return row.kind === 'organization' && row.organization.sites.length > 0;
}

interface ShownRow {
  id: string;
  position: number;
  top: number;
  height: number;
  active: boolean;
  current: boolean;
}

interface TreeRowViewProps extends ShownRow {
  row: TreeRow;
  allowed: boolean;
  mark: Mark | undefined;
}

/** Clicks are taken by the tree, so that a row stays as it is while others scroll into view. */
export const TreeRowView = memo(function TreeRowView(props: TreeRowViewProps) {
  const { row, mark, current } = props;
  const format = useFormat();
  return (
    <div
      id={props.id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.kind === 'organization' ? 1 : 2}
      aria-selected={current}
      aria-disabled={!props.allowed}
      {...(mark ? { 'aria-checked': ARIA_CHECKED[mark] } : {})}
      {...(isOpenable(row) ? { 'aria-expanded': row.expanded } : {})}
      className="tree-row"
      data-kind={row.kind}
      data-position={props.position}
      data-active={props.active}
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
    >
      {isOpenable(row) && (
        <span className="tree-twist" aria-hidden>
          <Icon name={row.expanded ? 'down' : 'right'} size={14} />
        </span>
      )}
      {mark && props.allowed && (
        <span className="tree-check" data-mark={mark}>
          {mark === 'on' && <Icon name="check" size={12} />}
        </span>
      )}
      <span className="tree-name">{row.name}</span>
      {row.kind === 'organization' && (
        <span className="tree-count">{format.number(row.organization.sites.length)}</span>
      )}
      {current && !mark && <Icon name="check" size={14} />}
    </div>
  );
});

export function ChoiceRowView({ row, current, ...props }: ShownRow & { row: ChoiceRow }) {
  return (
    <div
      id={props.id}
      role="treeitem"
      tabIndex={-1}
      aria-level={1}
      aria-selected={current}
      className="tree-row"
      data-kind="choice"
      data-position={props.position}
      data-active={props.active}
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
    >
      <Icon name={row.icon} size={14} />
      <span className="tree-name">{row.name}</span>
      {row.note && <span className="tree-count">{row.note}</span>}
      {current && <Icon name="check" size={14} />}
    </div>
  );
}
