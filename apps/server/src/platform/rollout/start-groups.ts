import { LOCAL_START_LIMITS, type LocalStart } from '@airloom/contract/rollout/local-start';
import { shownTime } from '@airloom/contract/rollout/local-window';
import type { StartGroup } from '@airloom/contract/rollout/rollout-preview.model';
import { offsetMinutes } from '@airloom/contract/zone-time';
import type { SiteWindow } from './site-windows.repository.ts';

/** A site in a rollout with its devices. */
export interface StartingSite {
  readonly name: string;
  readonly devices: number;
  readonly waiting: number;
  readonly window: SiteWindow;
}

const { namesMax } = LOCAL_START_LIMITS;

/** Groups sites that start at the same moment with the same time on their clocks, earliest first. */
export function startGroups(start: LocalStart, sites: readonly StartingSite[]): StartGroup[] {
  const groups = new Map<string, StartGroup>();
  for (const { name, devices, waiting, window } of sites) {
    const { startsAt, endsAt, timeZone, night, beganAt } = window;
    const local = shownTime(timeZone, startsAt.getTime());
    const key = [startsAt.getTime(), endsAt?.getTime(), local, night, beganAt !== null].join(' ');
    const known = groups.get(key);
    groups.set(key, {
      startsAt: startsAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
      local,
      offsetMinutes: offsetMinutes(timeZone, startsAt.getTime()),
      night,
      isNextDay: night === 1 && local.slice(0, 10) > start.date,
      isShifted: local.slice(11) !== start.time,
      hasBegun: beganAt !== null,
      sites: (known?.sites ?? 0) + 1,
      siteNames: [...(known?.siteNames ?? []), name].slice(0, namesMax),
      devices: (known?.devices ?? 0) + devices,
      waiting: (known?.waiting ?? 0) + waiting,
    });
  }
  return [...groups.values()].sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
}

/** Sites that all start at one moment. */
export function oneStartGroup(
  startsAt: Date,
  sites: readonly { readonly name: string; readonly devices: number }[],
): StartGroup {
  const devices = sites.reduce((sum, site) => sum + site.devices, 0);
  return {
    startsAt: startsAt.toISOString(),
    endsAt: null,
    local: null,
    offsetMinutes: null,
    night: 1,
    isNextDay: false,
    isShifted: false,
    hasBegun: false,
    sites: sites.length,
    siteNames: sites.slice(0, namesMax).map(({ name }) => name),
    devices,
    waiting: devices,
  };
}

/** For the operation log: `2026-11-19 02:00–05:00`. */
export function localStartText({ date, time, until }: LocalStart): string {
  return `${date} ${time}${until === null ? '' : `–${until}`}`;
}
