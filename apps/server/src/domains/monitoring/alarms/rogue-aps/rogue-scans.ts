import { HOUR } from '@airloom/contract/time';
import { localTime } from '@airloom/contract/zone-time';
import type { Bus } from '../../../../platform/bus/bus.ts';
import type { CronJob } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { queueIfPossible, wakeGateways } from '../../../network/commands/index.ts';
import { dueForScan, sitesWithRogueRules } from './rogue-scans.repository.ts';

/** Scanning other channels interrupts service: it runs at night, by the clock of the site. */
const NIGHT = { from: 2, to: 5 };
/** Once a night. */
const SCANNED_MS = 20 * HOUR;
/** Devices per site that scan at once: the others stay in service. */
const DEVICES_PER_SITE = 20;
const SITES_AT_ONCE = 200;

type JobPlatform = Pick<Platform, 'database' | 'now'>;

export function isNight(timeZone: string, at: Date): boolean {
  const hour = new Date(localTime(timeZone, at.getTime())).getUTCHours();
  return hour >= NIGHT.from && hour < NIGHT.to;
}

/** Commands access points to scan at night where a rule covers rogue access points. */
export async function scanAtNight({ database, now }: JobPlatform, bus: Bus): Promise<void> {
  const at = now();
  const watched = await database.asSystem(sitesWithRogueRules);
  const nightSites = watched.filter(({ timeZone }) => isNight(timeZone, at));
  for (let from = 0; from < nightSites.length; from += SITES_AT_ONCE) {
    const since = new Date(at.getTime() - SCANNED_MS);
    const sites = nightSites.slice(from, from + SITES_AT_ONCE);
    const due = await database.asSystem((tx) => dueForScan(tx, sites, since, DEVICES_PER_SITE));
    for (const [tenant, own] of Map.groupBy(due, (device) => device.tenant)) {
      const devices = own.map(({ deviceId }) => ({ deviceId, params: {} }));
      await database.withTenant({ tenant }, (tx) =>
        queueIfPossible(tx, { tenant, command: 'wifiScan', by: null, devices, now: at }),
      );
      wakeGateways(bus, own);
    }
  }
}

export function listenForRogues(platform: JobPlatform, bus: Bus): CronJob {
  return { name: 'listenForRogues', schedule: '*/5 * * * *', run: () => scanAtNight(platform, bus) };
}
