const PART = /^(\d{1,3})(?:-(\d{1,3}))?$/;

function partsOf(text: string): [number, number][] | null {
  const parts: [number, number][] = [];
  for (const part of text.split(',')) {
    const [, first, last = first] = PART.exec(part.trim()) ?? [];
    if (first === undefined || last === undefined) return null;
    const [from, to] = [Number(first), Number(last)];
    if (from < 1 || to < from) return null;
    parts.push([from, to]);
  }
  return parts;
}

/** `1-8, 12`: positions of ports, from 1. */
export function isPortRange(text: string): boolean {
  return partsOf(text) !== null;
}

/** The ports at these positions, in the order in which the switch reports them. */
export function portsInRange(ports: readonly string[], range: string): string[] {
  const parts = partsOf(range) ?? [];
  return ports.filter((_, index) => parts.some(([from, to]) => index + 1 >= from && index + 1 <= to));
}
