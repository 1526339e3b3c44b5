/** An integer in canonical form (no sign other than a minus, no leading zero) within inclusive bounds. */
export function isIntegerInRange(text: string, min: number, max: number): boolean {
  if (!/^(?:0|-?[1-9][0-9]*)$/.test(text)) return false;
  const value = Number(text);
  return value >= min && value <= max;
}
