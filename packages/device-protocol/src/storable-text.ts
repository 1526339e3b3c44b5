/** No database keeps NUL or half a surrogate pair in a text; cutting one may leave such a half. */
export function storableText(text: string, max = text.length): string {
  return text.replaceAll('\0', '').slice(0, max).toWellFormed();
}

// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
/** They change the order in which what follows is shown. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

/** What a device printed, in the lines it printed: it can be stored and shown. */
export function plainLines(text: string, max: number): string {
  const unixLines = text.slice(0, max).replaceAll('\r\n', '\n');
  return unixLines.replaceAll(CONTROL_IN_LINES, ' ').replaceAll(BIDI, '').toWellFormed();
}

/** The same in one line: whatever a device calls a thing, it can be stored and shown. */
export function plainText(text: string, max: number): string {
  return text.slice(0, max).replaceAll(CONTROL, ' ').replaceAll(BIDI, '').toWellFormed();
}
