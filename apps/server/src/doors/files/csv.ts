/** Spreadsheets read a leading byte order mark as: this is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A cell that begins like this would be run as a formula when the file is opened. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** A CSV file (RFC 4180) that spreadsheets open safely. */
export function csvFile(rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join(''));
}

function cell(text: string): string {
  const inert = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
