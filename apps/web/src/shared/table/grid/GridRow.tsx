import { type MouseEvent, memo } from 'react';
import type { Action } from '../../ui/actions/action.ts';
import { Cells } from './Cells.tsx';
import { Check } from './Check.tsx';
import type { Cards, Column } from './column.ts';
import { RowButtons } from './RowButtons.tsx';
import { CELL, ROW } from './table-roles.ts';
import type { RowLabels } from './use-row-labels.ts';

interface GridRowProps<Row> {
  row: Row;
  id: string;
  columns: readonly Column<Row>[];
  cards: Cards<Row> | null;
  labels: RowLabels;
  allows(action: Action): boolean;
  /** Undefined where nothing can be chosen. */
  chosen: boolean | undefined;
  toggle(id: string, on: boolean, isRange: boolean): void;
  hasOpenMenu: boolean;
  openMenu(id: string, button: HTMLButtonElement): void;
  rowName: ((row: Row) => string) | undefined;
  rowActions: ((row: Row) => readonly Action[]) | undefined;
  onOpen: ((row: Row) => void) | undefined;
}

/** A click on something inside the row is meant for that, not for the row. */
function isForRow(event: MouseEvent): boolean {
  const control =
    event.target instanceof Element && event.target.closest('a, button, input, label, [popover]');
  return control === null && window.getSelection()?.isCollapsed !== false;
}

function RowView<Row>(props: GridRowProps<Row>) {
  const { row, id, columns, cards, labels, chosen, toggle, rowActions, onOpen } = props;
  const name = props.rowName?.(row) ?? '';
  const actions = rowActions?.(row).filter(props.allows) ?? [];
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- a shortcut for the mouse; keys use what is in the first cell
    <tr
      {...ROW}
      data-chosen={chosen ?? false}
      {...(onOpen
        ? {
            onClick: (event: MouseEvent) => {
              if (isForRow(event)) onOpen(row);
            },
          }
        : {})}
    >
      {chosen !== undefined && (
        <td {...CELL} className="grid-narrow grid-choice">
          <Check
            label={labels.select(name)}
            checked={chosen}
            onChange={(on, isRange) => toggle(id, on, isRange)}
          />
        </td>
      )}
      <Cells row={row} columns={columns} cards={cards} />
      {rowActions && (
        <td {...CELL} className="grid-narrow grid-actions">
          {actions.length > 0 && (
            <RowButtons
              id={id}
              name={name}
              label={labels.actions(name)}
              actions={actions}
              hasOpenMenu={props.hasOpenMenu}
              openMenu={props.openMenu}
            />
          )}
        </td>
      )}
    </tr>
  );
}

/** Where a page keeps its columns and actions the same, a live update renders only its row. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo forgets the type of the rows
export const GridRow = memo(RowView) as typeof RowView;
