import { differences } from '@airloom/contract/differences';
import { withoutStored } from './without-secrets.ts';

export function isSame(one: unknown, other: unknown): boolean {
  return differences(one, other).length === 0;
}

type Fields = object;

/** Fields that both changed, to different values. */
export function clashes<T extends Fields>(base: T, mine: T, newer: T): (keyof T)[] {
  return keysOf(base, mine, newer).filter(
    (key) =>
      !isSame(base[key], mine[key]) && !isSame(base[key], newer[key]) && !isSame(mine[key], newer[key]),
  );
}

function keysOf<T extends Fields>(...values: readonly T[]): (keyof T)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the own keys of these objects
  return [...new Set(values.flatMap((value) => Object.keys(value)))] as (keyof T)[];
}

/** The newer value with one's own changes: fields that were not changed come from the newer one. */
export function rebased<T extends Fields>(base: T, mine: T, newer: T): T {
  const next = { ...newer };
  for (const key of keysOf(base, mine)) {
    if (!isSame(base[key], mine[key])) next[key] = mine[key];
  }
  return next;
}

/** What a form goes on with after another person saved the setting, or deleted it (null): then it is created again. */
export function continued<T extends Fields>(base: T, mine: T, newest: T | null): T {
  return newest === null ? withoutStored(mine) : rebased(base, mine, newest);
}
