import { isOff, localMinute } from '@airloom/device-protocol/configuration/off-times';
import type { CronJob } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { documentOf, sameContent } from './configuration-document.ts';
import { lockSources, newestVersions } from './configurations.repository.ts';
import { makeConfigurations } from './configurations.service.ts';
import { devicesWithOffTimes, type SiteWithOffTimes, sitesWithOffTimes } from './off-times.repository.ts';

const BATCH = 200;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

type OffTimesPlatform = Pick<Platform, 'database' | 'now' | 'wakeOutbox'>;

/**
 * Switches networks off and on at the local time of their sites. The newest document of each device tells whether that
 * was done: the first run of a process compares all devices with such networks, later runs those of sites where a
 * network changes.
 */
export function applyOffTimes(platform: OffTimesPlatform): CronJob {
  let doneUntil: Date | null = null;
  return {
    name: 'applyOffTimes',
    schedule: '* * * * *',
    run: async () => {
      const now = platform.now();
      const sites = await platform.database.asSystem(sitesWithOffTimes);
      const since = doneUntil;
      const due = sites.filter((site) => since === null || changesBetween(site, since, now));
      for (const site of due) await switchNetworks(platform, site, now);
      doneUntil = now;
    },
  };
}

/** Whether a network of the site is on at one of two times and off at the other. */
export function changesBetween({ timeZone, offTimes }: SiteWithOffTimes, before: Date, after: Date): boolean {
  const [from, to] = [localMinute(timeZone, before), localMinute(timeZone, after)];
  return offTimes.some((slots) => isOff(slots, from) !== isOff(slots, to));
}

async function switchNetworks(
  { database, wakeOutbox }: OffTimesPlatform,
  { tenant, siteId }: SiteWithOffTimes,
  now: Date,
): Promise<void> {
  const scope = { tenant };
  for (let after: string | undefined = BEFORE_ALL; after !== undefined; ) {
    const from: string = after;
    const ids = await database.withTenant(scope, async (tx) => {
      const some = await devicesWithOffTimes(tx, scope, siteId, from, BATCH);
      const sources = await lockSources(tx, scope, some);
      const newest = await newestVersions(tx, scope, some);
      const due = sources.filter((source) => {
        const version = newest.get(source.id);
        // A restored version stays until the next change.
        if (version === undefined || version.reason === 'restored') return false;
        return !sameContent(documentOf(source, version.version, now), version.document);
      });
      await makeConfigurations(
        tx,
        scope,
        due.map(({ id }) => id),
        { reason: 'offTime', by: null, at: now },
      );
      return some;
    });
    after = ids.length < BATCH ? undefined : ids.at(-1);
  }
  wakeOutbox();
}
