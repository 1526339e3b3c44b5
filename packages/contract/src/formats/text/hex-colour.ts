/** #RGB or #RRGGBB. */
export function isHexColour(text: string): boolean {
  return /^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/.test(text);
}
