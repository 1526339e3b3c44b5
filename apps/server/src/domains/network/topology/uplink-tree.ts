import { nearness, type Placed, type UplinkCandidate } from './uplink-candidates.ts';
import type { WiredLink } from './wired-links.ts';

/**
 * Device → parent, so that a site is a few trees: wired and mesh links before management. A wired link without a
 * reported direction leads away from the device nearer to the internet.
 */
export function uplinkTreeOf(
  devices: readonly Placed[],
  candidates: readonly UplinkCandidate[],
  wiredLinks: readonly WiredLink[],
): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const { child, parent } of managedLast(candidates))
    if (!parents.has(child)) parents.set(child, parent);

  const children = Map.groupBy([...parents], ([, parent]) => parent);
  const beside = Map.groupBy(
    wiredLinks.flatMap(([one, other]) => [
      [one.deviceId, other.deviceId] as const,
      [other.deviceId, one.deviceId] as const,
    ]),
    ([one]) => one,
  );

  const reached = new Set<string>();
  for (const { id } of rootsFirst(devices, parents, children)) {
    if (reached.has(id)) continue;
    const open = [id];
    reached.add(id);
    for (let at = 0; at < open.length; at += 1) {
      const one = open[at] ?? '';
      const next = (children.get(one) ?? []).map(([child]) => child);
      for (const [, other] of beside.get(one) ?? []) {
        if (reached.has(other) || parents.has(other)) continue;
        parents.set(other, one);
        next.push(other);
      }
      for (const other of next) {
        if (reached.has(other)) continue;
        reached.add(other);
        open.push(other);
      }
    }
  }
  return parents;
}

function managedLast(candidates: readonly UplinkCandidate[]): readonly UplinkCandidate[] {
  return [
    ...candidates.filter(({ source }) => source !== 'managed'),
    ...candidates.filter(({ source }) => source === 'managed'),
  ];
}

/** Devices without a parent: the nearest to the internet first, then those with the most children. */
function rootsFirst(
  devices: readonly Placed[],
  parents: ReadonlyMap<string, string>,
  children: ReadonlyMap<string, readonly unknown[]>,
): readonly Placed[] {
  const childCount = (id: string): number => children.get(id)?.length ?? 0;
  return devices
    .filter(({ id }) => !parents.has(id))
    .toSorted(
      (one, other) => nearness(one.kind) - nearness(other.kind) || childCount(other.id) - childCount(one.id),
    );
}
