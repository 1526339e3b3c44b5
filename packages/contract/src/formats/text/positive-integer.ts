/** In canonical form: no sign, no leading zero. */
export function isPositiveInteger(text: string): boolean {
  return /^[1-9][0-9]*$/.test(text);
}
