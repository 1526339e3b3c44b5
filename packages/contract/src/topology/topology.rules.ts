import { z } from 'zod';
import { numberWithin, text, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import type { TopologyLink } from './topology.model.ts';

const { topology: limits } = LIMITS;

const linkedDevice = z.uuid('validation.linkedDevice');
const port = text(limits.portNameMax).default('');

export const linkInput = z.object({
  siteUUID: uuid,
  /** Nearer to the way out. */
  upperUUID: linkedDevice,
  lowerUUID: linkedDevice,
  upperPort: port,
  lowerPort: port,
});

const coordinate = numberWithin(-limits.placeMax, limits.placeMax);

export const placesInput = z.object({
  siteUUID: uuid,
  places: z
    .array(
      z.object({
        deviceUUID: uuid,
        /** Null: the layout decides again. */
        place: z.object({ x: coordinate, y: coordinate }).nullable(),
      }),
    )
    .max(limits.nodesMax, 'validation.tooMany'),
});

export type Ends = Pick<TopologyLink, 'upperUUID' | 'lowerUUID'>;
type Told = Ends & Pick<TopologyLink, 'kind'>;

export type LinkRefusal =
  | { readonly error: 'linkDuplicate' | 'linkRootLoop' }
  /** The device it hangs below already. */
  | { readonly error: 'linkUplinkTaken'; readonly upperUUID: string };

/** Whoever runs a device may be anywhere: that is no cable, so another may be drawn beside it. */
function isDirect({ kind }: Told): boolean {
  return kind !== 'managed';
}

/**
 * Why a link cannot be drawn among those of its site (specification §5): it is there already, the lower device
 * hangs below another, or it would hang below itself.
 */
export function linkRefusal(links: readonly Told[], drawn: Ends): LinkRefusal | null {
  const { upperUUID, lowerUUID } = drawn;
  if (upperUUID === lowerUUID) return { error: 'linkRootLoop' };
  const direct = links.filter(isDirect);
  const isBetween = (link: Ends) =>
    (link.upperUUID === upperUUID && link.lowerUUID === lowerUUID) ||
    (link.upperUUID === lowerUUID && link.lowerUUID === upperUUID);
  if (direct.some(isBetween)) return { error: 'linkDuplicate' };
  if (isAbove(links, lowerUUID, upperUUID)) return { error: 'linkRootLoop' };
  const taken = direct.find((link) => link.lowerUUID === lowerUUID);
  return taken === undefined ? null : { error: 'linkUplinkTaken', upperUUID: taken.upperUUID };
}

function isAbove(links: readonly Ends[], one: string, other: string): boolean {
  const byLower = Map.groupBy(links, ({ lowerUUID }) => lowerUUID);
  const seen = new Set<string>();
  const open = [other];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === one) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const { upperUUID } of byLower.get(id) ?? []) open.push(upperUUID);
  }
  return false;
}
