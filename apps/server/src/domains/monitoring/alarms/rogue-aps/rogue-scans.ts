import { timeZoneMinutes } from '@airloom/contract/formats/text/time-zones';
import type { Bus } from '../../../../platform/bus/bus.ts';
import type { CronJob } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { queueIfPossible, wakeGateways } from '../../../network/commands/index.ts';
import { dueToListen, watchedSites } from './rogue-scans.repository.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Who listens to other channels serves nobody meanwhile: it is done by night, by the clock of the site. */
const NIGHT = { from: 2, to: 5 };
/** Once a night. */
const LISTENED_MS = 20 * HOUR_MS;
/** Of one site so many listen at once: the others go on serving. */
const OF_A_SITE = 20;
const SITES_AT_ONCE = 200;

type Ground = Pick<Platform, 'database' | 'now'>;

export function isNight(timeZone: string, at: Date): boolean {
  const hour = new Date(at.getTime() + (timeZoneMinutes(timeZone) ?? 0) * MINUTE_MS).getUTCHours();
  return hour >= NIGHT.from && hour < NIGHT.to;
}

/** Tells access points to listen for others around them, where it is night and a rule asks for those that pose as ours. */
export async function listenByNight({ database, now }: Ground, bus: Bus): Promise<void> {
  const at = now();
  const watched = await database.asSystem(watchedSites);
  const asleep = watched.filter(({ timeZone }) => isNight(timeZone, at));
  for (let from = 0; from < asleep.length; from += SITES_AT_ONCE) {
    const since = new Date(at.getTime() - LISTENED_MS);
    const sites = asleep.slice(from, from + SITES_AT_ONCE);
    const due = await database.asSystem((tx) => dueToListen(tx, sites, since, OF_A_SITE));
    for (const [tenant, own] of Map.groupBy(due, (device) => device.tenant)) {
      const devices = own.map(({ deviceId }) => ({ deviceId, params: {} }));
      await database.withTenant({ tenant }, (tx) =>
        queueIfPossible(tx, { tenant, command: 'wifiScan', by: null, devices, now: at }),
      );
      wakeGateways(bus, own);
    }
  }
}

export function listenForRogues(platform: Ground, bus: Bus): CronJob {
  return { name: 'listenForRogues', schedule: '*/5 * * * *', run: () => listenByNight(platform, bus) };
}
