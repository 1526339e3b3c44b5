import { type CallName, callTable } from '@airloom/contract/all-calls';
import type { World } from '../world.ts';
import { examples } from './examples.ts';

export interface Write {
  readonly name: CallName;
  readonly input: unknown;
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Copies of one value in which a single leaf is that of the other, for every leaf in which they differ. */
function mixed(one: Json, other: Json): Json[] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other ? [] : [other];
  if (Array.isArray(one) && Array.isArray(other))
    return one.flatMap((value, place) =>
      place < other.length ? mixed(value, other[place]).map((leaf) => one.with(place, leaf)) : [],
    );
  return Object.entries(one).flatMap(([key, value]) => {
    const counterpart = Object.entries(other).find(([name]) => name === key)?.[1];
    return counterpart === undefined ? [] : mixed(value, counterpart).map((leaf) => ({ ...one, [key]: leaf }));
  });
}

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));

/** Every write call that takes a signed-in person: about another world, and about their own with one value of the other. */
export async function writesOf(other: World, own: World): Promise<Write[]> {
  const writes: Write[] = [];
  for (const name of Object.keys(callTable) as CallName[]) {
    if (callTable[name].effect !== 'write' || callTable[name].access === 'public') continue;
    const there = asJson(await examples[name](other));
    const here = asJson(await examples[name](own));
    writes.push(...[there, ...mixed(here, there)].map((input) => ({ name, input })));
  }
  return writes;
}
