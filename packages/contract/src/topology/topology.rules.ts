import { z } from 'zod';
import { numberWithin, text, uuid } from '../fields.ts';
import { TOPOLOGY_LIMITS } from './topology.limits.ts';
import { layout, type TopologyLink } from './topology.model.ts';

const linkedDevice = z.uuid('validation.linkedDevice');
const port = text(TOPOLOGY_LIMITS.portNameMax).default('');

export const linkInput = z.object({
  siteUUID: uuid,
  /** The parent. */
  upperUUID: linkedDevice,
  lowerUUID: linkedDevice,
  upperPort: port,
  lowerPort: port,
});

const coordinate = numberWithin(-TOPOLOGY_LIMITS.placeMax, TOPOLOGY_LIMITS.placeMax);

const position = z.object({ x: coordinate, y: coordinate });

export const placesInput = z.object({
  siteUUID: uuid,
  layout,
  places: z
    .array(
      z.object({
        deviceUUID: uuid,
        /** Null: automatic layout. */
        place: position.nullable(),
        /** Undo: only if this is still its position. */
        expected: position.nullable().optional(),
      }),
    )
    .max(TOPOLOGY_LIMITS.nodesMax, 'validation.tooMany'),
});

export type Ends = Pick<TopologyLink, 'upperUUID' | 'lowerUUID'>;
type ExistingLink = Ends & Pick<TopologyLink, 'kind'>;

export type LinkRefusal =
  | { readonly error: 'linkDuplicate' | 'linkRootLoop' }
  /** Its current parent. */
  | { readonly error: 'linkUplinkTaken'; readonly upperUUID: string };

/** A controller may be anywhere: a managed link does not exclude a manual one. */
function isDirect({ kind }: ExistingLink): boolean {
  return kind !== 'managed';
}

/**
 * Why a manual link cannot be added to the links of its site (specification §5): it exists already, the child has
 * another parent, or it would form a cycle.
 */
export function linkRefusal(links: readonly ExistingLink[], drawn: Ends): LinkRefusal | null {
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
  const byChild = Map.groupBy(links, ({ lowerUUID }) => lowerUUID);
  const seen = new Set<string>();
  const open = [other];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === one) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const { upperUUID } of byChild.get(id) ?? []) open.push(upperUUID);
  }
  return false;
}
