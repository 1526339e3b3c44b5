export function hasNonAscii(text: string): boolean {
  return /[^\0-\x7F]/.test(text);
}
