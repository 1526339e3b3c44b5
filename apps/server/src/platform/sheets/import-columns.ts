import { LANGUAGES, type Language } from '@airloom/contract/languages';
import type { Cell } from './cell.ts';
import { csvOf } from './csv.ts';
import { xlsxOf } from './xlsx.ts';

/** The columns of a file to import, as in its template. */
export interface ImportColumns<Column extends string> {
  readonly columns: readonly Column[];
  readonly required: readonly Column[];
  title(language: Language, column: Column): string;
}

/** A row of an imported file. */
export interface ImportRow<Column extends string> {
  /** As in the spreadsheet; the header is row 1. */
  readonly row: number;
  readonly text: Readonly<Record<Column, string>>;
}

/** Rows below the header; null without the required columns. Empty rows are skipped. */
export function importRows<Column extends string>(
  { columns, required, title }: ImportColumns<Column>,
  sheet: readonly (readonly string[])[],
): ImportRow<Column>[] | null {
  const [titles = [], ...rows] = sheet;
  const byName = valuesByName(columns, title);
  const places = new Map<Column, number>();
  titles.forEach((name, place) => {
    const column = byName.get(plainName(name));
    if (column !== undefined && !places.has(column)) places.set(column, place);
  });
  if (!required.every((column) => places.has(column))) return null;
  return rows.flatMap((cells, index) => {
    if (cells.every((cell) => cell === '')) return [];
    const text = Object.fromEntries(
      columns.map((column) => [column, unguarded(cells[places.get(column) ?? -1] ?? '')]),
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of all columns
    return [{ row: index + 2, text: text as Record<Column, string> }];
  });
}

/** Accepted names of columns and of values: in all languages, and as in the contract. */
export function valuesByName<T extends string>(
  values: readonly T[],
  title: (language: Language, value: T) => string,
): ReadonlyMap<string, T> {
  return new Map(
    values.flatMap((value) =>
      [value, ...LANGUAGES.map((language) => title(language, value))].map(
        (name) => [plainName(name), value] as const,
      ),
    ),
  );
}

/** A name without what people write differently: case and spaces. */
export function plainName(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** Removes the prefix that exports add to prevent formulas. */
function unguarded(cell: string): string {
  return cell.replace(/^'(?=[=+\-@])/, '');
}

function titlesOf<Column extends string>({ columns, title }: ImportColumns<Column>, language: Language) {
  return columns.map((column) => title(language, column));
}

/** Refused rows to correct and import again; the last column contains the reason. */
export async function* refusedRows<Column extends string>(
  columns: ImportColumns<Column>,
  language: Language,
  reasonTitle: string,
  rows: readonly (Readonly<Record<Column, string>> & { readonly reason: string })[],
): AsyncGenerator<Cell[][]> {
  yield [[...titlesOf(columns, language), reasonTitle]];
  yield rows.map((row) => [...columns.columns.map((column) => row[column]), row.reason]);
}

/** Empty files to fill in, with headers in the person's language. */
export function importTemplates<Column extends string>(name: string, columns: ImportColumns<Column>) {
  async function* head(language: Language): AsyncGenerator<Cell[][]> {
    yield [titlesOf(columns, language)];
  }
  return [
    {
      name: `${name}.xlsx`,
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content: (language: Language) => xlsxOf(head(language)),
    },
    {
      name: `${name}.csv`,
      contentType: 'text/csv',
      content: (language: Language) => csvOf(head(language)),
    },
  ] as const;
}
