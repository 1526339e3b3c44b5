import { type CallName, callTable } from '@airloom/contract/all-calls';
import type { World } from '../world.ts';
import { examples } from './examples.ts';

export interface Write {
  readonly name: CallName;
  /** About a world. */
  readonly own: unknown;
  /** About another world, and about the first with one value of the other. */
  readonly foreign: readonly unknown[];
}

type Json = string | number | boolean | null | Json[] | { readonly [key: string]: Json };

/** Copies of one value in which a single leaf is that of the other, for every leaf in which they differ. */
function mixed(one: Json, other: Json | undefined): Json[] {
  if (other === undefined || one === other) return [];
  if (Array.isArray(one) && Array.isArray(other))
    return one.flatMap((value, place) => mixed(value, other[place]).map((leaf) => one.with(place, leaf)));
  if (!isObject(one) || !isObject(other)) return [other];
  return Object.entries(one).flatMap(([key, value]) =>
    mixed(value, other[key]).map((leaf) => ({ ...one, [key]: leaf })),
  );
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));

/** Values that the example of a call has no room for. */
const MORE: Partial<Record<CallName, (world: World) => Json[] | Promise<Json[]>>> = {
  createCampaign: ({ siteUUID, groupUUID, deviceUUID }) => [
    { target: { kind: 'site', siteUUID } },
    { target: { kind: 'group', groupUUID } },
    { target: { kind: 'devices', deviceUUIDs: [deviceUUID] } },
  ],
  retryDelivery: async ({ server, owner }) => {
    const failed = await server.call('listDeliveries', { state: 'failed' }, { as: owner.token });
    return failed.data.rows.map(({ noticeUUID }) => ({ noticeUUID }));
  },
};

/** Every write call that takes a signed-in person. */
export async function writesOf(own: World, other: World): Promise<Write[]> {
  const writes: Write[] = [];
  for (const name of Object.keys(callTable) as CallName[]) {
    if (callTable[name].effect !== 'write' || callTable[name].access === 'public') continue;
    const there = asJson(await examples[name](other));
    const here = asJson(await examples[name](own));
    const more = (await MORE[name]?.(other)) ?? [];
    const given = isObject(here) ? more.filter(isObject).map((values) => ({ ...here, ...values })) : [];
    writes.push({ name, own: here, foreign: [there, ...mixed(here, there), ...given] });
  }
  return writes;
}
