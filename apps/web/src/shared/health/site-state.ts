import { gravity } from '@airloom/contract/alarms/alarms.types';
import type { SiteHealth } from '@airloom/contract/statistics/statistics.model';

/** How a site is, the worst first. */
export const SITE_STATES = ['trouble', 'attention', 'well', 'empty', 'unknown'] as const;
export type SiteState = (typeof SITE_STATES)[number];

type Counted = Pick<SiteHealth, 'devices' | 'online' | 'alarms' | 'level'>;

/**
 * Grave alarms or nothing reachable is trouble; a milder alarm or a device away wants a look. Judged by what one may see:
 * where that is neither devices nor alarms, nobody knows.
 */
export function siteState({ devices, online, alarms, level }: Counted): SiteState {
  const away = (devices ?? 0) - (online ?? 0);
  if (level === 'urgent' || level === 'important') return 'trouble';
  if (away > 0 && online === 0) return 'trouble';
  if (level === 'secondary' || away > 0) return 'attention';
  if (devices === null) return alarms === null ? 'unknown' : 'well';
  return devices === 0 ? 'empty' : 'well';
}

/** The worst first, among equals those with the most alarms, then by name. */
export function worstFirst<S extends SiteHealth>(sites: readonly S[]): S[] {
  const rank = (site: S) => SITE_STATES.indexOf(siteState(site));
  return sites.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      gravity(one.level) - gravity(other.level) ||
      (other.alarms ?? 0) - (one.alarms ?? 0) ||
      one.siteName.localeCompare(other.siteName),
  );
}

export interface Verdict {
  readonly state: SiteState;
  /** The sites that make it so; none when all is well. */
  readonly sites: readonly SiteHealth[];
}

/** All of it in one word: as bad as the worst site; without a single device there is nothing to judge. */
export function verdictOf(sites: readonly SiteHealth[]): Verdict {
  const state = SITE_STATES.find((one) => sites.some((site) => siteState(site) === one)) ?? 'empty';
  if (state !== 'trouble' && state !== 'attention') return { state, sites: [] };
  return { state, sites: worstFirst(sites).filter((site) => siteState(site) === state) };
}

export interface Totals {
  readonly sites: number;
  /** Null where one may not see them. */
  readonly devices: number | null;
  readonly online: number | null;
  readonly clients: number;
  readonly alarms: number | null;
}

export function totalsOf(sites: readonly SiteHealth[]): Totals {
  const sum = (of: (site: SiteHealth) => number) => sites.reduce((total, site) => total + of(site), 0);
  const known = (of: (site: SiteHealth) => number | null) =>
    sites.some((site) => of(site) === null) ? null : sum((site) => of(site) ?? 0);
  return {
    sites: sites.length,
    devices: known(({ devices }) => devices),
    online: known(({ online }) => online),
    clients: sum(({ clients }) => clients),
    alarms: known(({ alarms }) => alarms),
  };
}
