const ADDRESS = /^[0-9a-f]{12}$/;

/**
 * A MAC address as people see it everywhere: XX-XX-XX-XX-XX-XX, from any notation. Another text, such as what a
 * neighbour calls itself, is returned as it is.
 */
export function displayMac(text: string): string {
  const digits = text.toLowerCase().replaceAll(/[\s:.-]/g, '');
  return ADDRESS.test(digits) ? (digits.match(/../g) ?? []).join('-').toUpperCase() : text.trim();
}

/** XX-XX-XX-XX-XX-XX, hexadecimal in either case. */
export function isMac(text: string): boolean {
  return /^[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5}$/.test(text);
}

/** The check of optional fields: empty is valid. */
export function isMacOrEmpty(text: string): boolean {
  return text === '' || isMac(text);
}
