import { gravity } from '@airloom/contract/alarms/alarms.types';
import type { SiteHealth } from '@airloom/contract/statistics/statistics.model';

/** How a site is, the worst first. */
export const SITE_STATES = ['trouble', 'attention', 'well', 'empty'] as const;
export type SiteState = (typeof SITE_STATES)[number];

type Counted = Pick<SiteHealth, 'devices' | 'online' | 'level'>;

/** Grave alarms or nothing reachable is trouble; a milder alarm or a device away wants a look. */
export function siteState({ devices, online, level }: Counted): SiteState {
  if (level === 'urgent' || level === 'important') return 'trouble';
  if (devices > 0 && online === 0) return 'trouble';
  if (level === 'secondary' || online < devices) return 'attention';
  return devices === 0 ? 'empty' : 'well';
}

/** The worst first, among equals those with the most alarms, then by name. */
export function worstFirst<S extends SiteHealth>(sites: readonly S[]): S[] {
  const rank = (site: S) => SITE_STATES.indexOf(siteState(site));
  return sites.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      gravity(one.level) - gravity(other.level) ||
      other.alarms - one.alarms ||
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
  if (state === 'well' || state === 'empty') return { state, sites: [] };
  return { state, sites: worstFirst(sites).filter((site) => siteState(site) === state) };
}

export interface Totals {
  readonly sites: number;
  readonly devices: number;
  readonly online: number;
  readonly clients: number;
  readonly alarms: number;
}

export function totalsOf(sites: readonly SiteHealth[]): Totals {
  const sum = (of: (site: SiteHealth) => number) => sites.reduce((total, site) => total + of(site), 0);
  return {
    sites: sites.length,
    devices: sum(({ devices }) => devices),
    online: sum(({ online }) => online),
    clients: sum(({ clients }) => clients),
    alarms: sum(({ alarms }) => alarms),
  };
}
