import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import type { Column } from '../../../shared/table/Grid.tsx';
import { StatusDot, type Tone } from '../../../shared/ui/StatusDot.tsx';
import type { Sheet } from '../content.ts';

/** A text column with an optional link, for screen and export. */
export interface TextColumn<Row> {
  key: string;
  title: MessageKey;
  text(row: Row): string;
  to?(row: Row): string | undefined;
  /** Tone of a status dot beside the text. */
  tone?(row: Row): Tone;
  sort?: string;
  align?: 'end';
  status?: true;
}

export function columnsOf<Row>(columns: readonly TextColumn<Row>[]): Column<Row>[] {
  return columns.map(({ text, to, tone, ...column }) => ({
    ...column,
    render(row) {
      if (tone) return <StatusDot tone={tone(row)}>{text(row)}</StatusDot>;
      const target = to?.(row);
      return target === undefined ? text(row) : <CellLink to={target}>{text(row)}</CellLink>;
    },
  }));
}

export function sheetOfRows<Row>(
  title: string,
  columns: readonly TextColumn<Row>[],
  rows: readonly Row[],
  { translate, note }: { translate(key: MessageKey): string; note: string | undefined },
): Sheet {
  return {
    title,
    note,
    heads: columns.map((column) => translate(column.title)),
    rows: rows.map((row) => columns.map(({ text }) => text(row))),
  };
}
