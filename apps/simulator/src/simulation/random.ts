/** 32-bit hash of any parts, identical on every machine. */
export function hash(...parts: readonly (number | string)[]): number {
  let h = 0x811c9dc5;
  for (const part of parts) {
    const text = typeof part === 'number' ? `#${part}` : part;
    for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    h = Math.imul(h ^ 0x2f, 0x01000193);
  }
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Stateless noise between 0 and 1. */
export function noise(key: number, moment: number): number {
  let h = Math.imul(key ^ Math.imul(moment | 0, 0x9e3779b1), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** Noise interpolated between the points of a time grid. */
export function glide(key: number, t: number, gridMs: number): number {
  const cell = Math.floor(t / gridMs);
  const part = t / gridMs - cell;
  return noise(key, cell) * (1 - part) + noise(key, cell + 1) * part;
}

/** Random generator (mulberry32) with four bytes of state, one per client. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 ≤ x < 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let h = this.#state;
    h = Math.imul(h ^ (h >>> 15), h | 1);
    h ^= h + Math.imul(h ^ (h >>> 7), h | 61);
    return ((h ^ (h >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** An integer, both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  of<T>(choices: readonly T[]): T {
    return pick(choices, this.next());
  }
}

/** The element at a fraction between 0 and 1. */
export function pick<T>(choices: readonly T[], at: number): T {
  const choice = choices[Math.min(choices.length - 1, Math.floor(at * choices.length))];
  if (choice === undefined) throw new RangeError('nothing to choose from');
  return choice;
}
