/** One difference between two JSON documents. */
export interface Difference {
  /** `radios[0].channel` */
  readonly path: string;
  /** Undefined where the document has no value. */
  readonly before: unknown;
  readonly after: unknown;
}

type Bag = Readonly<Record<string, unknown>>;

function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parts of a value by their path suffix; null for a value without parts. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (Array.isArray(value)) return new Map(value.map((part: unknown, index) => [`[${index}]`, part]));
  return isBag(value) ? new Map(Object.entries(value).map(([name, part]) => [`.${name}`, part])) : null;
}

/** Differences at the deepest common level, in the sequence of the newer document; undefined is no value. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  const old = partsOf(before);
  const now = partsOf(after);
  if (old === null || now === null || Array.isArray(before) !== Array.isArray(after)) {
    return Object.is(before, after) ? [] : [{ path: path.replace(/^\./, ''), before, after }];
  }
  const names = [...now.keys(), ...[...old.keys()].filter((name) => !now.has(name))];
  return names.flatMap((name) => differences(old.get(name), now.get(name), `${path}${name}`));
}

/** Whether two JSON documents have no {@link differences}; it stops at the first one. */
export function isSame(before: unknown, after: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index += 1)
      if (!isSame(before[index], after[index])) return false;
    return true;
  }
  if (!isBag(before) || !isBag(after)) return Object.is(before, after);
  for (const name of Object.keys(after)) if (!isSame(valueOf(before, name), after[name])) return false;
  for (const name of Object.keys(before))
    if (before[name] !== undefined && !Object.hasOwn(after, name)) return false;
  return true;
}

function valueOf(bag: Bag, name: string): unknown {
  return Object.hasOwn(bag, name) ? bag[name] : undefined;
}
