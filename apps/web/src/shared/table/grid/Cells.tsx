import { type Cards, type Column, cardParts } from './column.ts';
import { CELL } from './table-roles.ts';

interface CellsProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  cards: Cards<Row> | null;
}

/** The values of a row: cells of a table, or parts of a card. */
export function Cells<Row>({ row, columns, cards }: CellsProps<Row>) {
  if (cards === null) {
    return columns.map((column) => (
      <td {...CELL} key={column.key} data-align={column.align}>
        {column.render(row)}
      </td>
    ));
  }
  const parts = cardParts(cards.columns);
  return cards.columns.map((column, place) => (
    <td {...CELL} key={column.key} data-part={parts[place]}>
      {parts[place] === 'field' && <span className="grid-label">{cards.labels[place]}</span>}
      <span className="grid-value">{column.render(row)}</span>
    </td>
  ));
}
