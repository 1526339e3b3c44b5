import type { ReactNode } from 'react';
import type { Action } from '../../ui/actions/action.ts';
import { Cells } from './Cells.tsx';
import { Check } from './Check.tsx';
import type { Cards, Column } from './column.ts';
import { RowButtons } from './RowButtons.tsx';
import { CELL } from './table-roles.ts';
import type { RowLabels } from './use-row-labels.ts';

/** What rows of short and of virtual tables have in common. */
export interface RowProps<Row> {
  row: Row;
  id: string;
  columns: readonly Column<Row>[];
  cards: Cards<Row> | null;
  labels: RowLabels;
  /** Undefined where nothing can be chosen. */
  chosen: boolean | undefined;
  toggle(id: string, on: boolean, isRange: boolean): void;
  openMenu(id: string, button: HTMLButtonElement): void;
}

interface RowContent<Row> extends RowProps<Row> {
  name: string;
  /** Undefined in tables without actions. */
  actions: readonly Action[] | undefined;
  hasOpenMenu: boolean;
}

/** The cells of a row: choice, columns, actions. A function, as a component of its own for each row slows scrolling. */
export function rowCells<Row>(content: RowContent<Row>): ReactNode {
  const { row, id, name, columns, cards, labels, chosen, toggle, actions } = content;
  return (
    <>
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
      {actions && (
        <td {...CELL} className="grid-narrow grid-actions">
          {actions.length > 0 && (
            <RowButtons
              id={id}
              name={name}
              label={labels.actions(name)}
              actions={actions}
              hasOpenMenu={content.hasOpenMenu}
              openMenu={content.openMenu}
            />
          )}
        </td>
      )}
    </>
  );
}
