import type { SiteHealth } from '@airloom/contract/statistics/statistics.model';
import { worstFirst } from '../../shared/health/site-state.ts';

/** What the stage shows one after the other: the whole, and then site by site. */
export type Panel =
  | { readonly kind: 'map' | 'trends' | 'tops'; readonly key: string }
  | { readonly kind: 'site'; readonly key: string; readonly site: SiteHealth };

/** More than these would take minutes to come round: the worst are worth it. */
const SITES_SHOWN = 8;

/**
 * A single site is its own whole, and does not come round: the map of one point says nothing more. Whichever site is
 * chosen has a panel, the last of them, for as long as it is.
 */
export function panelsOf(sites: readonly SiteHealth[], chosen: string): Panel[] {
  const round = sites.length > 1 ? worstFirst(sites.filter(({ devices }) => devices !== 0)) : [];
  const worst = round.slice(0, SITES_SHOWN);
  const other = sites.find(({ siteUUID }) => siteUUID === chosen);
  const shown = other === undefined || worst.includes(other) ? worst : [...worst, other];
  return [
    { kind: 'map', key: 'map' },
    { kind: 'trends', key: 'trends' },
    { kind: 'tops', key: 'tops' },
    ...shown.map((site) => ({ kind: 'site', key: site.siteUUID, site }) as const),
  ];
}

/** The panel so many steps from the one with this key; one that is gone leaves the first in its place. */
export function stepFrom(panels: readonly Panel[], key: string, by: number): string {
  const at = panels.findIndex((panel) => panel.key === key);
  if (at === -1) return panels[0]?.key ?? key;
  return panels[(at + by + panels.length) % panels.length]?.key ?? key;
}
