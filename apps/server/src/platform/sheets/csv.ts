import type { Cell } from './cell.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/**
 * Characters that begin a formula in spreadsheet programs, also in full width, and after spaces and
 * zero-width characters, which some of them drop.
 */
const FORMULA_START = /^(?:[\t\r]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u;

/** A table as CSV, streamed, so that it is never whole in memory. The byte order mark lets Excel detect UTF-8. */
export async function* csvOf(rows: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<Buffer> {
  let start = BYTE_ORDER_MARK;
  for await (const some of rows) {
    yield Buffer.from(start + some.map((row) => row.map(cellText).join(',') + LINE_END).join(''));
    start = '';
  }
}

/** Text is quoted where needed, and prefixed so that it never runs as a formula. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const SEPARATORS = [',', ';', '\t'] as const;

/** Reads CSV separated by comma, semicolon or tab, in UTF-8 or, from older Excel in China, GB 18030. */
export function readCsv(bytes: Uint8Array, cellsMax = Number.POSITIVE_INFINITY): string[][] {
  const text = decoded(bytes);
  const firstLine = text.slice(0, text.search(/[\r\n]|$/));
  const count = (separator: string) => firstLine.split(separator).length;
  const separator = SEPARATORS.reduce((best, other) => (count(other) > count(best) ? other : best));
  return split(text, separator, cellsMax);
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

export class TooManyCells extends Error {}

function split(text: string, separator: string, cellsMax: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = new RegExp(`"((?:[^"]|"")*)"(?=${separator}|\\r?\\n|\\r|$)|([^${separator}\\r\\n]*)`, 'y');
  let at = 0;
  let cells = 0;
  while (at <= text.length) {
    field.lastIndex = at;
    const [whole = '', quoted, plain = ''] = field.exec(text) ?? [];
    cells += 1;
    if (cells > cellsMax) throw new TooManyCells();
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += whole.length;
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    rows.push(row);
    row = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return rows;
}
