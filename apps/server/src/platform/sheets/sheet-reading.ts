import { parentPort, workerData } from 'node:worker_threads';
import { LIMITS } from '@airloom/contract/limits';
import { type CellObject, read } from '@e965/xlsx';
import { readCsv, TooManyCells } from './csv.ts';
import { storedArchive } from './stored-archive.ts';
import { type ArchiveFault, unpackArchive } from './unpack-archive.ts';

/** Data of the worker thread that reads a file. */
export interface SheetTask {
  readonly bytes: Uint8Array;
  readonly rowsMax: number;
}

export type SheetOutcome = { readonly rows: string[][] } | 'unreadable' | 'tooManyRows' | 'tooLarge';

const { importCellsMax: CELLS_MAX, importUnpackedMaxBytes: UNPACKED_MAX_BYTES } = LIMITS.sheet;
/** A cell with a value is two elements, of a start and an end each; the rest is for rows, styles and texts. */
const ELEMENTS_MAX = CELLS_MAX * 5;
const COLUMNS_MAX = 64;
/** Rows are searched this far beyond the last allowed one, over blank ones. */
const READ_AHEAD = 4;
const CELL_MAX = 2_000;
const WORKBOOKS: readonly string[] = ['xlsx', 'xlsm', 'xlsb'];
/** Parts by which the library recognizes another format, some of them with nested archives. */
const OTHER_FORMAT = /META-INF[\\/]|Index[\\/]|objectdata\.xml|Index\.zip/i;
const ZIP_START = 0x04034b50;
const OLE_START = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** The rows of the first sheet as texts, empty ones included, so that row numbers are right. */
export function readSheet({ bytes, rowsMax }: SheetTask): SheetOutcome {
  const file = Buffer.from(bytes);
  const rows = isZip(file) ? archiveRows(file, rowsMax) : plainRows(file, rowsMax);
  if (typeof rows === 'string') return rows;
  return rows.length > rowsMax ? 'tooManyRows' : { rows: rows.map(trimmed) };
}

/**
 * The library trusts local headers, unpacks without a limit and reads nested archives. It gets an archive rebuilt
 * here from the unpacked and counted entries, without the parts of other formats.
 */
function archiveRows(file: Buffer, rowsMax: number): string[][] | ArchiveFault {
  const entries = unpackArchive(file, UNPACKED_MAX_BYTES, ELEMENTS_MAX);
  if (typeof entries === 'string') return entries;
  const parts = entries.filter(({ name }) => !OTHER_FORMAT.test(name.toString('latin1')));
  return workbookRows(storedArchive(parts), rowsMax);
}

function plainRows(file: Buffer, rowsMax: number): string[][] | ArchiveFault {
  const isOle = file.subarray(0, OLE_START.length).equals(OLE_START);
  return isOle ? workbookRows(file, rowsMax) : textRows(file);
}

function isZip(file: Buffer): boolean {
  return file.length >= 4 && file.readUInt32LE(0) === ZIP_START;
}

function textRows(file: Buffer): string[][] | 'unreadable' {
  if (file.includes(0)) return 'unreadable';
  const rows = readCsv(file, CELLS_MAX);
  while (rows.at(-1)?.every((cell) => cell.trim() === '') === true) rows.pop();
  return rows;
}

function workbookRows(file: Buffer, rowsMax: number): string[][] | 'unreadable' {
  const book = read(file, {
    type: 'buffer',
    dense: true,
    sheets: 0,
    sheetRows: rowsMax * READ_AHEAD,
    cellFormula: false,
    cellHTML: false,
  });
  // The library treats unknown content as text.
  if (isZip(file) && !WORKBOOKS.includes(book.bookType ?? '')) return 'unreadable';
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  const data = sheet?.['!data'];
  if (data === undefined) return 'unreadable';
  const rows = Array.from(data, (row) => Array.from((row ?? []).slice(0, COLUMNS_MAX), textOf));
  while (rows.at(-1)?.every((cell) => cell.trim() === '') === true) rows.pop();
  return rows;
}

function textOf(cell: CellObject | undefined): string {
  if (cell === undefined || cell.t === 'e') return '';
  return cell.w ?? (cell.v === undefined ? '' : String(cell.v));
}

function trimmed(row: readonly string[]): string[] {
  return row.slice(0, COLUMNS_MAX).map((cell) => cell.slice(0, CELL_MAX).trim());
}

if (parentPort !== null) {
  const task: SheetTask = workerData;
  let outcome: SheetOutcome;
  try {
    outcome = readSheet(task);
  } catch (error) {
    // Any error of the library means that it cannot read the file.
    outcome = error instanceof TooManyCells ? 'tooLarge' : 'unreadable';
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort.postMessage(outcome);
}
