import { gravity } from '@airloom/contract/alarms/alarms.types';
import {
  type NetworkHealth,
  SITE_STATES,
  type SiteHealth,
  type SiteState,
} from '@airloom/contract/statistics/statistics.model';

/** The worst first, among equals those with the most alarms, then by name. */
export function worstFirst<S extends SiteHealth>(sites: readonly S[]): S[] {
  const rank = (site: S) => SITE_STATES.indexOf(site.state);
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
  /** How many sites make it so; none when all is well. */
  readonly count: number;
  /** Those of them that are listed. */
  readonly sites: readonly SiteHealth[];
}

/** Overall state: that of the worst site; none without devices. */
export function verdictOf({ sites, totals }: NetworkHealth): Verdict {
  const state = SITE_STATES.find((one) => totals.states[one] > 0) ?? 'empty';
  if (state !== 'trouble' && state !== 'attention') return { state, count: 0, sites: [] };
  return {
    state,
    count: totals.states[state],
    sites: worstFirst(sites.filter((site) => site.state === state)),
  };
}

/** How many sites are listed, of how many; null where it is all of them. */
export function cutOf({ sites, totals }: NetworkHealth): { shown: number; count: number } | null {
  return totals.sites > sites.length ? { shown: sites.length, count: totals.sites } : null;
}

/** Devices that have not connected yet; 0 where they are not visible. */
export function pendingOf({
  devices,
  online,
  offline,
}: {
  devices?: number | null | undefined;
  online?: number | null | undefined;
  offline?: number | null | undefined;
}): number {
  return (devices ?? 0) - (online ?? 0) - (offline ?? 0);
}
