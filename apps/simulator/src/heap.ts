interface Entry<T> {
  readonly time: number;
  readonly order: number;
  readonly item: T;
}

function isBefore<T>(one: Entry<T>, other: Entry<T>): boolean {
  return one.time < other.time || (one.time === other.time && one.order < other.order);
}

/** Priority queue by time; entries of the same time keep their insertion order. */
export class Heap<T> {
  readonly #entries: Entry<T>[] = [];
  #order = 0;

  get size(): number {
    return this.#entries.length;
  }

  get nextTime(): number {
    return this.#entries[0]?.time ?? Number.POSITIVE_INFINITY;
  }

  push(time: number, item: T): void {
    const entry = { time, order: this.#order, item };
    this.#order += 1;
    let at = this.#entries.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = this.#entries[above];
      if (parent === undefined || !isBefore(entry, parent)) break;
      this.#entries[at] = parent;
      at = above;
    }
    this.#entries[at] = entry;
  }

  pop(): T | undefined {
    const first = this.#entries[0];
    const last = this.#entries.pop();
    if (last !== undefined && this.#entries.length > 0) this.#sink(last);
    return first?.item;
  }

  #sink(entry: Entry<T>): void {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const one = this.#entries[left];
      if (one === undefined) break;
      const other = this.#entries[left + 1];
      const useOther = other !== undefined && isBefore(other, one);
      const child = useOther ? other : one;
      if (!isBefore(child, entry)) break;
      this.#entries[at] = child;
      at = useOther ? left + 1 : left;
    }
    this.#entries[at] = entry;
  }
}
