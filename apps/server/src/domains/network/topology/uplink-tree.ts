import { nearness, type Placed, type Way } from './uplink-candidates.ts';
import type { Cable } from './wired-links.ts';

/**
 * Device → parent, so that a site is a few trees: wired and mesh links before management. A wired link without a
 * reported direction leads away from the device nearer to the internet.
 */
export function uppersOf(
  devices: readonly Placed[],
  ways: readonly Way[],
  cables: readonly Cable[],
): ReadonlyMap<string, string> {
  const uppers = new Map<string, string>();
  for (const { below, above } of inOrder(ways)) if (!uppers.has(below)) uppers.set(below, above);

  const lowers = Map.groupBy([...uppers], ([, upper]) => upper);
  const beside = Map.groupBy(
    cables.flatMap(([one, other]) => [
      [one.deviceId, other.deviceId] as const,
      [other.deviceId, one.deviceId] as const,
    ]),
    ([one]) => one,
  );

  const reached = new Set<string>();
  for (const { id } of rootsFirst(devices, uppers, lowers)) {
    if (reached.has(id)) continue;
    const open = [id];
    reached.add(id);
    for (let at = 0; at < open.length; at += 1) {
      const one = open[at] ?? '';
      const next = (lowers.get(one) ?? []).map(([lower]) => lower);
      for (const [, other] of beside.get(one) ?? []) {
        if (reached.has(other) || uppers.has(other)) continue;
        uppers.set(other, one);
        next.push(other);
      }
      for (const other of next) {
        if (reached.has(other)) continue;
        reached.add(other);
        open.push(other);
      }
    }
  }
  return uppers;
}

function inOrder(ways: readonly Way[]): readonly Way[] {
  return [
    ...ways.filter(({ source }) => source !== 'managed'),
    ...ways.filter(({ source }) => source === 'managed'),
  ];
}

/** Devices without a parent: the nearest to the internet first, then those with the most children. */
function rootsFirst(
  devices: readonly Placed[],
  uppers: ReadonlyMap<string, string>,
  lowers: ReadonlyMap<string, readonly unknown[]>,
): readonly Placed[] {
  const below = (id: string): number => lowers.get(id)?.length ?? 0;
  return devices
    .filter(({ id }) => !uppers.has(id))
    .toSorted((one, other) => nearness(one.kind) - nearness(other.kind) || below(other.id) - below(one.id));
}
