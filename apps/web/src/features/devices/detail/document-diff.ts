/** One place where two documents differ. */
export interface Change {
  /** `radios[0].channel` */
  path: string;
  /** Undefined where the document has nothing at this place. */
  before: unknown;
  after: unknown;
}

type Bag = Readonly<Record<string, unknown>>;

function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The parts of a value by the way they are written after its own path; null for what has no parts. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (Array.isArray(value)) return new Map(value.map((part: unknown, index) => [`[${index}]`, part]));
  return isBag(value) ? new Map(Object.entries(value).map(([name, part]) => [`.${name}`, part])) : null;
}

/** Where they differ, as far down as both have the same shape, in the order of the newer one. */
export function differences(before: unknown, after: unknown, path = ''): Change[] {
  const old = partsOf(before);
  const now = partsOf(after);
  if (old === null || now === null || Array.isArray(before) !== Array.isArray(after)) {
    return Object.is(before, after) ? [] : [{ path: path.replace(/^\./, ''), before, after }];
  }
  const names = [...now.keys(), ...[...old.keys()].filter((name) => !now.has(name))];
  return names.flatMap((name) => differences(old.get(name), now.get(name), `${path}${name}`));
}
