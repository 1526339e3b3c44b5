import { type MouseEvent, memo } from 'react';
import type { Action } from '../../ui/actions/action.ts';
import { type RowProps, rowCells } from './row-cells.tsx';
import { ROW } from './table-roles.ts';

interface GridRowProps<Row> extends RowProps<Row> {
  allows(action: Action): boolean;
  hasOpenMenu: boolean;
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
  const { row, chosen, onOpen } = props;
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
      {rowCells({
        ...props,
        name: props.rowName?.(row) ?? '',
        actions: props.rowActions?.(row).filter(props.allows),
      })}
    </tr>
  );
}

/** Where a page keeps its columns and actions the same, a live update renders only its row. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo forgets the type of the rows
export const GridRow = memo(RowView) as typeof RowView;
