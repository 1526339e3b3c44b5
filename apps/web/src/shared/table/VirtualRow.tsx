import { memo } from 'react';
import { Check, type Column } from './Grid.tsx';
import { RowMenuButton } from './RowMenu.tsx';
import { CELL, ROW } from './table-roles.ts';
import type { RowLabels } from './use-row-labels.ts';

interface VirtualRowProps<Row> {
  row: Row;
  id: string;
  /** Which of all rows it is, counted with the head. */
  position: number;
  columns: readonly Column<Row>[];
  labels: RowLabels;
  rowName(row: Row): string;
  /** Undefined where nothing can be chosen. */
  chosen: boolean | undefined;
  toggle(id: string, on: boolean): void;
  /** Whether its menu is open; undefined where nothing can be done with it. */
  menu: boolean | undefined;
  openMenu(id: string, button: HTMLButtonElement): void;
}

function VirtualRowView<Row>(props: VirtualRowProps<Row>) {
  const { row, id, columns, labels, chosen, menu } = props;
  const name = props.rowName(row);
  return (
    <tr {...ROW} data-chosen={chosen ?? false} aria-rowindex={props.position}>
      {chosen !== undefined && (
        <td {...CELL} className="grid-narrow">
          <Check label={labels.select(name)} checked={chosen} onChange={(next) => props.toggle(id, next)} />
        </td>
      )}
      {columns.map((column) => (
        <td {...CELL} key={column.key} data-align={column.align}>
          {column.render(row)}
        </td>
      ))}
      {menu !== undefined && (
        <td {...CELL} className="grid-narrow">
          <RowMenuButton id={id} label={labels.actions(name)} open={menu} onOpen={props.openMenu} />
        </td>
      )}
    </tr>
  );
}

/** Rows come by the dozen while one scrolls: what each is made of counts. Those that stay are not drawn again. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo forgets the type of the rows
export const VirtualRow = memo(VirtualRowView) as typeof VirtualRowView;
