import type { ReactNode } from 'react';
import type { MessageKey } from '../../i18n/i18n.ts';

export interface Column<Row> {
  key: string;
  title: MessageKey;
  render(row: Row): ReactNode;
  /** The server's name for sorting by this column; without one the column does not sort. */
  sort?: string | undefined;
  /** Sorted downwards first: the highest figures matter. */
  highestFirst?: boolean;
  align?: 'end';
  /** In lists of any length, whose columns are not laid out by their contents. */
  width?: number;
  /** Its values are never cut, such as addresses. */
  isWhole?: boolean;
  /** Off until somebody chooses it. */
  extra?: boolean;
  /** What state the row is in: first on the card that a row is on a phone. */
  status?: boolean;
}

/** How rows are drawn as cards: columns in their order, with the labels of their values. */
export interface Cards<Row> {
  readonly columns: readonly Column<Row>[];
  /** The same for the head, which is there for screen readers: cards are sorted in the sheet of filters. */
  readonly heads: readonly Column<Row>[];
  readonly labels: readonly string[];
}

export type CardPart = 'status' | 'title' | 'field';

/** The state, then what the row is called, then the rest. */
export function cardParts(columns: readonly Pick<Column<never>, 'key' | 'status'>[]): CardPart[] {
  const title = columns.findIndex((column) => !column.status);
  return columns.map(({ status }, place) => (status ? 'status' : place === title ? 'title' : 'field'));
}

/** One state stands first; the other columns keep their order. */
export function inCardOrder<C extends Pick<Column<never>, 'key' | 'status'>>(columns: readonly C[]): C[] {
  const status = columns.find((column) => column.status);
  return status === undefined ? [...columns] : [status, ...columns.filter((column) => column !== status)];
}
