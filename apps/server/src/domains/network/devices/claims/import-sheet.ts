import { DEVICE_KINDS, type DeviceKind } from '@airloom/contract/devices/device-classes';
import type { DeviceRowResult } from '@airloom/contract/devices/devices.model';
import { LANGUAGES, type Language } from '@airloom/contract/languages';
import type { Cell } from '../../../../platform/sheets/cell.ts';
import { translate } from '../../../../platform/text/text.ts';
import type { GivenRow } from './registration.ts';

/** Columns of an import file, as in the template. */
export const IMPORT_COLUMNS = ['kind', 'sn', 'mac', 'name', 'position', 'remark'] as const;
type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Required columns. */
const REQUIRED: readonly ImportColumn[] = ['kind', 'mac'];

export function columnTitle(language: Language, column: ImportColumn): string {
  return translate(language, `devices.column.${column}`);
}

/** Accepted names of columns and device kinds: in all languages, and as in the contract. */
function calledBy<T extends string>(
  values: readonly T[],
  title: (language: Language, value: T) => string,
): ReadonlyMap<string, T> {
  return new Map(
    values.flatMap((value) =>
      [value, ...LANGUAGES.map((language) => title(language, value))].map(
        (name) => [plain(name), value] as const,
      ),
    ),
  );
}

function plain(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

const columnsByName = calledBy(IMPORT_COLUMNS, columnTitle);
const kindsByName: ReadonlyMap<string, DeviceKind> = calledBy(DEVICE_KINDS, (language, kind) =>
  translate(language, `devices.kind.${kind}`),
);

/** Rows below the header; null without a header. Empty rows are skipped. */
export function rowsOfSheet(sheet: readonly (readonly string[])[]): GivenRow[] | null {
  const [titles = [], ...rows] = sheet;
  const places = new Map<ImportColumn, number>();
  titles.forEach((title, place) => {
    const column = columnsByName.get(plain(title));
    if (column !== undefined && !places.has(column)) places.set(column, place);
  });
  if (!REQUIRED.every((column) => places.has(column))) return null;
  return rows.flatMap((cells, index): GivenRow[] => {
    if (cells.every((cell) => cell === '')) return [];
    const cell = (column: ImportColumn) => unguarded(cells[places.get(column) ?? -1] ?? '');
    const text = {
      kind: kindsByName.get(plain(cell('kind'))) ?? cell('kind'),
      sn: cell('sn'),
      mac: cell('mac'),
      name: cell('name'),
      position: cell('position'),
      remark: cell('remark'),
    };
    // The header is row 1.
    return [{ row: index + 2, text }];
  });
}

/** Removes the prefix that exports add to prevent formulas. */
function unguarded(cell: string): string {
  return cell.replace(/^'(?=[=+\-@])/, '');
}

/** Refused rows to correct and import again; the last column contains the reason. */
export async function* refusedSheet(
  rows: readonly DeviceRowResult[],
  language: Language,
): AsyncGenerator<Cell[][]> {
  const titles = IMPORT_COLUMNS.map((column) => columnTitle(language, column));
  yield [[...titles, translate(language, 'devices.column.problem')]];
  yield rows.map(({ problem, ...row }) => [
    ...IMPORT_COLUMNS.map((column) => row[column]),
    problem === null ? '' : translate(language, problem.key, problem.values),
  ]);
}
