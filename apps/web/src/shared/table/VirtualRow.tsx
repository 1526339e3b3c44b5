import { memo } from 'react';
import type { Action } from '../ui/actions/action.ts';
import { Cells } from './grid/Cells.tsx';
import { Check } from './grid/Check.tsx';
import type { Cards, Column } from './grid/column.ts';
import { RowButtons } from './grid/RowButtons.tsx';
import { CELL, ROW } from './grid/table-roles.ts';
import type { RowLabels } from './grid/use-row-labels.ts';

interface VirtualRowProps<Row> {
  row: Row;
  id: string;
  /** Which of all rows it is, counted with the head. */
  position: number;
  columns: readonly Column<Row>[];
  cards: Cards<Row> | null;
  labels: RowLabels;
  rowName(row: Row): string;
  /** Undefined where nothing can be chosen. */
  chosen: boolean | undefined;
  toggle(id: string, on: boolean, isRange: boolean): void;
  /** Whether its menu is open; undefined where nothing can be done with it. */
  menu: boolean | undefined;
  openMenu(id: string, button: HTMLButtonElement): void;
  actionsOf(row: Row): readonly Action[];
}

function VirtualRowView<Row>(props: VirtualRowProps<Row>) {
  const { row, id, columns, cards, labels, chosen, menu } = props;
  const name = props.rowName(row);
  return (
    <tr {...ROW} data-chosen={chosen ?? false} aria-rowindex={props.position}>
      {chosen !== undefined && (
        <td {...CELL} className="grid-narrow grid-choice">
          <Check
            label={labels.select(name)}
            checked={chosen}
            onChange={(on, isRange) => props.toggle(id, on, isRange)}
          />
        </td>
      )}
      <Cells row={row} columns={columns} cards={cards} />
      {menu !== undefined && (
        <td {...CELL} className="grid-narrow grid-actions">
          <RowButtons
            id={id}
            name={name}
            label={labels.actions(name)}
            actions={props.actionsOf(row)}
            hasOpenMenu={menu}
            openMenu={props.openMenu}
          />
        </td>
      )}
    </tr>
  );
}

/** Rows come by the dozen while one scrolls: what each is made of counts. Those that stay are not drawn again. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo forgets the type of the rows
export const VirtualRow = memo(VirtualRowView) as typeof VirtualRowView;
