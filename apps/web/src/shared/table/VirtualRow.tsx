import { memo } from 'react';
import type { Action } from '../ui/actions/action.ts';
import { type RowProps, rowCells } from './grid/row-cells.tsx';
import { ROW } from './grid/table-roles.ts';

interface VirtualRowProps<Row> extends RowProps<Row> {
  /** Which of all rows it is, counted with the head. */
  position: number;
  rowName(row: Row): string;
  /** Whether its menu is open; undefined where nothing can be done with it. */
  menu: boolean | undefined;
  actionsOf(row: Row): readonly Action[];
}

function VirtualRowView<Row>(props: VirtualRowProps<Row>) {
  const { row, chosen, menu } = props;
  return (
    <tr {...ROW} data-chosen={chosen ?? false} aria-rowindex={props.position}>
      {rowCells({
        ...props,
        name: props.rowName(row),
        actions: menu === undefined ? undefined : props.actionsOf(row),
        hasOpenMenu: menu === true,
      })}
    </tr>
  );
}

/** Rows come by the dozen while one scrolls: what each is made of counts. Those that stay are not drawn again. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo forgets the type of the rows
export const VirtualRow = memo(VirtualRowView) as typeof VirtualRowView;
