import type { SiteHealth } from '@airloom/contract/statistics/statistics.model';
import { worstFirst } from '../../shared/health/site-state.ts';

/** Panels in order: the overview, then site by site. */
export type Panel =
  | { readonly kind: 'map' | 'trends' | 'tops'; readonly key: string }
  | { readonly kind: 'site'; readonly key: string; readonly site: SiteHealth };

/** Limits the length of a rotation; the worst sites are shown. */
const SITES_SHOWN = 8;

/**
 * A single site has no panel of its own, since the overview already shows it. A chosen site outside of the rotation gets
 * the last panel while it is chosen.
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

/** The panel at this distance from the one with the key; the first one if that is gone. */
export function stepFrom(panels: readonly Panel[], key: string, by: number): string {
  const at = panels.findIndex((panel) => panel.key === key);
  if (at === -1) return panels[0]?.key ?? key;
  return panels[(at + by + panels.length) % panels.length]?.key ?? key;
}
