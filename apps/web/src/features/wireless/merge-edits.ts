import { differences } from '@airloom/contract/differences';

export function isSame(one: unknown, other: unknown): boolean {
  return differences(one, other).length === 0;
}

type Fields = object;
type Bag = Readonly<Record<string, unknown>>;

/** Whose value of a field is used. */
export type Side = 'mine' | 'theirs';

/** A field with different values in the form and in the version that another person saved. */
export interface ContestedField {
  /** `vlan`, `bands.5G.channel` */
  readonly path: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Whether both changed it. */
  readonly byBoth: boolean;
  /** The side that changed it; one's own if both did. */
  readonly side: Side;
}

function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields by path. Radios have one for each setting of each band, everything else is one field. */
function fieldsOf(value: Fields): Map<string, unknown> {
  return new Map(
    Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
      if (name !== 'bands' || !isBag(field)) return [[name, field]];
      return Object.entries(field).flatMap(([band, settings]) =>
        isBag(settings)
          ? Object.entries(settings).map(([part, one]): [string, unknown] => [`bands.${band}.${part}`, one])
          : [],
      );
    }),
  );
}

/** An object with another value at a path; undefined removes it, and a band without settings. */
function withField(value: Bag, [name = '', ...rest]: readonly string[], field: unknown): Bag {
  const { [name]: known, ...others } = value;
  if (rest.length === 0) return field === undefined ? others : { ...value, [name]: field };
  const part = withField(isBag(known) ? known : {}, rest, field);
  return Object.keys(part).length === 0 && name !== 'bands' ? others : { ...value, [name]: part };
}

/** Fields whose values differ, those that both changed first. */
export function contestedFields<T extends Fields>(base: T, mine: T, theirs: T): ContestedField[] {
  const [was, own, other] = [fieldsOf(base), fieldsOf(mine), fieldsOf(theirs)];
  return [...new Set([...own.keys(), ...other.keys()])]
    .filter((path) => !isSame(own.get(path), other.get(path)))
    .map((path) => {
      const changed = !isSame(was.get(path), own.get(path));
      return {
        path,
        mine: own.get(path),
        theirs: other.get(path),
        byBoth: changed && !isSame(was.get(path), other.get(path)),
        side: changed ? ('mine' as const) : ('theirs' as const),
      };
    })
    .toSorted((one, another) => Number(another.byBoth) - Number(one.byBoth));
}

/** The version of the other person with one's own values of the fields for which they are chosen. */
export function resolved<T extends Fields>(theirs: T, fields: readonly ContestedField[]): T {
  const own = fields.filter(({ side }) => side === 'mine');
  const start: Bag = Object.fromEntries(Object.entries(theirs));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is that of a value of this type
  return own.reduce((next, { path, mine }) => withField(next, path.split('.'), mine), start) as T;
}
