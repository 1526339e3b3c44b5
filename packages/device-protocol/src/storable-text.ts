/** Removes NUL and lone surrogates, which databases do not store; truncation may create the latter. */
export function storableText(text: string, max = text.length): string {
  return text.replaceAll('\0', '').slice(0, max).toWellFormed();
}

// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
/** They change the direction of the following text. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Multi-line text of a device, safe to store and show. */
export function plainLines(text: string, max: number): string {
  const unixLines = text.slice(0, max).replaceAll('\r\n', '\n');
  return unixLines.replaceAll(CONTROL_IN_LINES, ' ').replaceAll(BIDI, '').toWellFormed();
}

/** The same in one line. */
export function plainText(text: string, max: number): string {
  return text.slice(0, max).replaceAll(CONTROL, ' ').replaceAll(BIDI, '').toWellFormed();
}
