import { type Placed, type Uplinks, upstreamOf } from '../../topology/index.ts';

/** One device of each site: nothing else starts before it is verified. */
const FIRST = 1;
const LEAVES = 2;

/**
 * Waves of the devices of one site that a change touches: first one online device that no other needs, then the other
 * ones without devices behind them, then each device after all that are behind it.
 */
export function wavesOfSite(
  touched: ReadonlySet<string>,
  devices: readonly Placed[],
  uplinks: Uplinks,
): ReadonlyMap<string, number> {
  const heights = heightsOf(devices, uplinks);
  const heightOf = (id: string) => heights.get(id) ?? 0;
  const first = devices.find(({ id, away }) => touched.has(id) && !away && heightOf(id) === 0)?.id;
  return new Map([...touched].map((id) => [id, id === first ? FIRST : LEAVES + heightOf(id)]));
}

/** The longest chain of devices behind each device; 0 for a leaf. Uplinks have no cycles. */
function heightsOf(devices: readonly Placed[], uplinks: Uplinks): ReadonlyMap<string, number> {
  const heights = new Map<string, number>(devices.map(({ id }) => [id, 0]));
  const byDistance = devices
    .map(({ id }) => ({ id, distance: upstreamOf(uplinks, id).size }))
    .toSorted((one, other) => other.distance - one.distance);
  for (const { id } of byDistance) {
    for (const parent of uplinks.get(id) ?? [])
      heights.set(parent, Math.max(heights.get(parent) ?? 0, (heights.get(id) ?? 0) + 1));
  }
  return heights;
}
