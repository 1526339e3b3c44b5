/** XX-XX-XX-XX-XX-XX, hexadecimal in either case. */
export function isMac(text: string): boolean {
  return /^[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5}$/.test(text);
}

/** The check of optional fields: empty is valid. */
export function isMacOrEmpty(text: string): boolean {
  return text === '' || isMac(text);
}
