import { DEVICE_CLASS_KEYS } from '@airloom/contract/devices/device-classes';
import type { Grant } from '@airloom/contract/permissions';
import type { Scope, SiteReach } from '../../../platform/scope.ts';

/** What the big screen shows depends on these alone; none of them changes anything. */
const SCREEN_GRANTS: readonly Grant[] = [
  'statistics',
  'current_alarm',
  'device_manage',
  'authuserOnline_view',
  ...DEVICE_CLASS_KEYS,
];

/** Creating a link needs it, and the link ends when its creator loses it. */
const SHARING: Grant = 'statistics:operate';

/** The place of a link: an organization, a site with its organization, or with neither everything. */
export interface ScreenPlace {
  readonly enterpriseId: string | null;
  readonly site: { readonly id: string; readonly enterpriseId: string } | null;
}

/** What a display may see: what the creator of its link sees now, within the place; null if that is nothing. */
export function narrowedScope<S extends Pick<Scope, 'grants' | 'reach'>>(
  creator: S,
  place: ScreenPlace,
): S | null {
  if (!creator.grants.has(SHARING)) return null;
  const reach = narrowedReach(creator.reach, place);
  if (reach === null) return null;
  return { ...creator, reach, grants: new Set(SCREEN_GRANTS.filter((grant) => creator.grants.has(grant))) };
}

function narrowedReach(reach: SiteReach, { enterpriseId, site }: ScreenPlace): SiteReach | null {
  if (site !== null) {
    const id = reach.kind === 'sites' ? site.id : site.enterpriseId;
    return reach.kind === 'all' || reach.ids.includes(id) ? { kind: 'sites', ids: [site.id] } : null;
  }
  if (enterpriseId === null) return reach;
  const isReached =
    reach.kind === 'all' || (reach.kind === 'enterprises' && reach.ids.includes(enterpriseId));
  return isReached ? { kind: 'enterprises', ids: [enterpriseId] } : null;
}
