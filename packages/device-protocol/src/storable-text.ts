/** No database keeps NUL or half a surrogate pair in a text; cutting one may leave such a half. */
export function storableText(text: string, max = text.length): string {
  return text.replaceAll('\0', '').slice(0, max).toWellFormed();
}
