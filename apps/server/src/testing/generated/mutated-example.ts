import fc from 'fast-check';
import { wrongType } from './hostile-input.ts';

type Path = readonly string[];
type Bend = (leaf: unknown) => unknown;

interface Change {
  /** The index of a leaf, modulo their number. */
  readonly at: number;
  readonly bend: Bend;
}

const REMOVED = Symbol('removed');

function asText(leaf: unknown): string {
  return typeof leaf === 'string' ? leaf : JSON.stringify(leaf);
}

/** Values next to a valid one. */
const BORDERS: readonly Bend[] = [
  () => REMOVED,
  (leaf) => [leaf],
  (leaf) => ({ value: leaf }),
  (leaf) => ` ${asText(leaf)} `,
  (leaf) => `${asText(leaf)}\u0000`,
  (leaf) => asText(leaf).slice(1),
  (leaf) => asText(leaf).slice(0, -1),
  (leaf) => asText(leaf).repeat(2),
  (leaf) => asText(leaf).toUpperCase(),
  (leaf) => (typeof leaf === 'number' ? leaf + 1 : leaf === false),
  (leaf) => (typeof leaf === 'number' ? leaf - 1 : leaf === true),
];

/** As text: an object literal would set the prototype instead of having the key. */
const EXTRA_KEYS = [
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"constructor":"Object","toString":1,"hasOwnProperty":null}',
  '{"isAdmin":true,"owner":true,"permissions":["role_manage:operate"]}',
];

/** Derives an input from a valid one: nothing, one or two leaves changed, perhaps keys added. */
export function mutation(known: readonly string[]): fc.Arbitrary<(example: object) => unknown> {
  const bend: fc.Arbitrary<Bend> = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...BORDERS) },
    { weight: 1, arbitrary: fc.constantFrom(...known).map((id) => () => id) },
    { weight: 1, arbitrary: wrongType.map((value) => () => value) },
  );
  const change: fc.Arbitrary<Change> = fc.record({ at: fc.nat({ max: 60 }), bend });
  const extra: fc.Arbitrary<object> = fc.oneof(
    fc.constantFrom(...EXTRA_KEYS).map((text): object => JSON.parse(text)),
    fc
      .constantFrom(...known)
      .map((id) => ({ tenant: id, tenantId: id, tenant_id: id, scope: { tenant: id } })),
  );
  return fc
    .record({ changes: fc.array(change, { maxLength: 2 }), extra: fc.option(extra, { freq: 4, nil: {} }) })
    .map(({ changes, extra: added }) => (example) => ({ ...changes.reduce(changed, example), ...added }));
}

function changed(input: object, { at, bend }: Change): object {
  const leaves = leavesOf(input);
  const path = leaves[at % leaves.length];
  return path === undefined ? input : Object.fromEntries(entriesBent(input, path, bend));
}

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

function bent(value: unknown, path: Path, bend: Bend): unknown {
  if (path.length === 0) return bend(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = entriesBent(value, path, bend);
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

function entriesBent(value: object, [first, ...rest]: Path, bend: Bend): [string, unknown][] {
  return Object.entries(value)
    .map(([key, inner]): [string, unknown] => [key, key === first ? bent(inner, rest, bend) : inner])
    .filter(([, inner]) => inner !== REMOVED);
}
