import { DAY, MINUTE } from '@airloom/contract/time';
import { isOff, localMinute } from '@airloom/device-protocol/configuration/off-times';
import type { CronJob } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { deliveredOf } from './configuration-document.ts';
import { lockSources } from './configurations.repository.ts';
import { makeConfigurations } from './configurations.service.ts';
import {
  devicesWithOffTimes,
  type SiteWithOffTimes,
  setDoneUntil,
  sitesWithOffTimes,
} from './off-times.repository.ts';
import { switchedDocument } from './switched-document.ts';

const BATCH = 200;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

type OffTimesPlatform = Pick<Platform, 'database' | 'log' | 'now' | 'wakeOutbox'>;

/**
 * Switches networks off and on at the local time of their sites. A site is compared when a slot of one of its networks
 * began or ended since it was done, by whichever process; one that fails is compared again in the next run.
 */
export function applyOffTimes(platform: OffTimesPlatform): CronJob {
  const { database, log } = platform;
  return {
    name: 'applyOffTimes',
    schedule: '* * * * *',
    run: async () => {
      const now = platform.now();
      const failed = new Set<SiteWithOffTimes>();
      const sites = await database.asSystem(sitesWithOffTimes);
      for (const site of sites.filter((one) => isDue(one, now))) {
        await switchNetworks(platform, site, now).catch((error: unknown) => {
          log.error({ err: error, tenant: site.tenant, site: site.siteId }, 'networks could not be switched');
          failed.add(site);
        });
      }
      const done = sites.filter((site) => !failed.has(site));
      await database.asSystem((tx) => setDoneUntil(tx, done, now));
    },
  };
}

/** A version that was being made when the site was done may contain the networks of the minute before. */
const OVERLAP = MINUTE;

/** Whether a slot of the site began or ended since it was done. Local clocks and the one of the server may be set meanwhile. */
function isDue({ timeZone, doneUntil, offTimes }: SiteWithOffTimes, now: Date): boolean {
  const since = doneUntil === null ? 0 : doneUntil.getTime() - OVERLAP;
  if (since > now.getTime() || now.getTime() - since > DAY) return true;
  const minutes: number[] = [];
  for (let at = since; at < now.getTime(); at += MINUTE) minutes.push(localMinute(timeZone, new Date(at)));
  minutes.push(localMinute(timeZone, now));
  const slots = offTimes.flat();
  return slots.some((slot) => new Set(minutes.map((minute) => isOff([slot], minute))).size > 1);
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
      const made = new Map(
        sources.flatMap((source) => {
          const stored = deliveredOf(source);
          const document = stored === null ? null : switchedDocument(source, stored, now);
          return document === null ? [] : [[source.id, document]];
        }),
      );
      await makeConfigurations(
        tx,
        scope,
        [...made.keys()],
        { reason: 'offTime', by: null, at: now },
        ({ id }, version) => ({ ...made.get(id), uuid: version }),
      );
      return some;
    });
    after = ids.length < BATCH ? undefined : ids.at(-1);
  }
  wakeOutbox();
}
