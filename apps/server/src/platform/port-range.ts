export interface PortRange {
  readonly first: number;
  readonly last: number;
}

const SIZE_MAX = 1_000;
const PORT_MAX = 65_535;

/** `first-last` or one port; null for `off`, undefined for anything else. */
export function readPortRange(text: string): PortRange | null | undefined {
  if (text.trim() === 'off') return null;
  const [, from, to] = /^\s*(\d{1,5})(?:\s*-\s*(\d{1,5}))?\s*$/.exec(text) ?? [];
  const first = Number(from);
  const last = Number(to ?? from);
  const isValid = first >= 1 && last >= first && last <= PORT_MAX && last - first < SIZE_MAX;
  return isValid ? { first, last } : undefined;
}
