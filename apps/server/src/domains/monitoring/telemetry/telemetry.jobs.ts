import { PORT_LIMITS } from '@airloom/contract/ports/ports.limits';
import { DAY, HOUR } from '@airloom/contract/time';
import { KEPT_REPORT_MAX_AGE_MS } from '@airloom/device-protocol/extension';
import { byIndex } from '../../../platform/database/by-index.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { CronJob } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { ensureDays } from './ingest/batch.repository.ts';
import { deleteUnusedOnAirSets } from './ingest/on-air-sets.repository.ts';
import { UNUSED_SETS_KEPT_MS } from './ingest/on-air-sets.ts';
import { dropReportDay, removedUntil } from './ingest/removed-reports.repository.ts';
import { trimPortSamples, trimSlotSamples } from './ports/port-samples.repository.ts';
import { slotsBetweenHours } from './ports/port-samples.ts';
import { addLateHours } from './rollup/late-hours.ts';
import {
  reportDaysBefore,
  trimDeviceLog,
  trimOfflinePeriods,
  trimPlacements,
  trimRollUps,
} from './rollup/retention.repository.ts';
import { noteRolledUp } from './rollup/rolled-up.repository.ts';
import {
  type DeviceHour,
  markSites,
  nextHours,
  openDeviceHours,
  rollUpDays,
  rollUpHours,
  rollUpSites,
  takeDue,
} from './rollup/rollup.repository.ts';
import { SLOT_SECONDS } from './rollup/site-sql.ts';
import { noteCounted, openSiteHours, rollUpSlots, trimSlots } from './rollup/slots.repository.ts';

/**
 * An hour is rolled up this long after its end, when flushes that started within it have finished or timed out.
 */
const SETTLED_MS = 5 * 60_000;
const HOURS_BATCH = 500;
/** All reports of hours up to this age are stored, whatever the retention settings. */
const KEPT_MIN_MS = DAY;
const SITES_BATCH = 100;
const ROWS_BATCH = 5_000;
const SLOTS_AT_ONCE = 96;
const DAYS_AHEAD = 2;

type Base = Pick<Platform, 'database' | 'now' | 'settings' | 'log'>;

/** The current hour, or the previous one shortly after its end; it and later ones are not rolled up yet. */
export function firstOpenHour(now: Date): Date {
  const settled = now.getTime() - SETTLED_MS;
  return new Date(settled - (settled % HOUR));
}

const keyOf = ({ device_id, hour }: DeviceHour): string => `${device_id} ${hour.getTime()}`;

function without(hours: readonly DeviceHour[], done: readonly DeviceHour[]): DeviceHour[] {
  const keys = new Set(done.map(keyOf));
  return hours.filter((hour) => !keys.has(keyOf(hour)));
}

/** Rolls up some hours before `until`; returns how many. */
async function rollUpSome(tx: Transaction, until: Date): Promise<number> {
  await byIndex(tx);
  const due = await takeDue(tx, until, HOURS_BATCH);
  if (due.length === 0) return 0;
  const hasOld = due.some(({ hour }) => hour.getTime() < until.getTime() - KEPT_MIN_MS);
  const gone = (hasOld ? await removedUntil(tx) : null) ?? new Date(0);
  const [late, whole] = [due.filter(({ hour }) => hour < gone), due.filter(({ hour }) => hour >= gone)];
  const added = late.length === 0 ? [] : await addLateHours(tx, late, gone);
  const first = whole.length === 0 ? [] : await rollUpHours(tx, whole);
  const changed = [...added, ...first];
  const following = changed.length === 0 ? [] : without(await nextHours(tx, changed, until), due);
  const next = following.filter(({ hour }) => hour >= gone);
  const rolled = next.length === 0 ? first : [...first, ...(await rollUpHours(tx, next))];
  if (changed.length > 0) await rollUpDays(tx, [...added, ...rolled]);
  if (rolled.length > 0) await markSites(tx, rolled);
  return due.length;
}

export async function rollUp({ database, now }: Pick<Platform, 'database' | 'now'>): Promise<void> {
  const until = firstOpenHour(now());
  let count = HOURS_BATCH;
  while (count === HOURS_BATCH) count = await database.asSystem((tx) => rollUpSome(tx, until));
  let sites = SITES_BATCH;
  while (sites === SITES_BATCH) sites = await database.asSystem((tx) => rollUpSites(tx, SITES_BATCH, now()));
  await database.asSystem((tx) => noteRolledUp(tx, 'telemetry', until));
}

/** Delay before a slot is counted first; later reports are counted in the next run. */
const SLOT_SETTLED_MS = 30_000;

/**
 * Counts the open hours so far: sites in slots of five minutes, access points as a partial hour. Recomputes whole hours,
 * because reports may arrive late.
 */
export async function rollUpOpenHours({ database, now }: Pick<Platform, 'database' | 'now'>): Promise<void> {
  const settled = now().getTime() - SLOT_SETTLED_MS;
  const until = new Date(settled - (settled % (SLOT_SECONDS * 1000)));
  const open = firstOpenHour(now());
  const [hours, devices] = await database.asSystem(async (tx) => {
    await byIndex(tx);
    return [await openSiteHours(tx, open), await openDeviceHours(tx, open)];
  });
  for (let done = 0; done < devices.length; done += HOURS_BATCH) {
    await database.asSystem(async (tx) => {
      await byIndex(tx);
      await rollUpHours(tx, devices.slice(done, done + HOURS_BATCH));
    });
  }
  for (let done = 0; done < hours.length; done += SITES_BATCH) {
    await database.asSystem(async (tx) => {
      await byIndex(tx);
      await rollUpSlots(tx, hours.slice(done, done + SITES_BATCH), until);
    });
  }
  await database.asSystem((tx) => noteCounted(tx, hours, until));
}

async function inBatches(
  { database }: Pick<Platform, 'database'>,
  work: (tx: Transaction, atMost: number) => Promise<number>,
): Promise<void> {
  let done = ROWS_BATCH;
  while (done === ROWS_BATCH) done = await database.asSystem((tx) => work(tx, ROWS_BATCH));
}

function inChunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, nth) =>
    all.slice(nth * size, (nth + 1) * size),
  );
}

/** Deletes data older than the configured retention. */
export async function trimTelemetry(platform: Base): Promise<void> {
  const { database, settings, log } = platform;
  const now = platform.now().getTime();
  const rawUntil = new Date(now - settings.TELEMETRY_RAW_HOURS * HOUR);
  const lateUntil = new Date(now - KEPT_REPORT_MAX_AGE_MS - DAY);
  for (const day of await database.asSystem((tx) => reportDaysBefore(tx, rawUntil))) {
    const dropped = await database.asSystem((tx) => dropReportDay(tx, day));
    if (!dropped) log.info({ day }, 'reports of this day are still needed');
  }
  const hourlyUntil = new Date(now - settings.TELEMETRY_HOURLY_DAYS * DAY);
  const dailyUntil = new Date(now - settings.TELEMETRY_DAILY_DAYS * DAY);
  const logUntil = new Date(now - settings.DEVICE_LOG_DAYS * DAY);
  const hourly = { column: 'hour' } as const;
  await inBatches(platform, (tx, most) =>
    trimRollUps(tx, { table: 'device_1h', ...hourly }, hourlyUntil, most),
  );
  await inBatches(platform, (tx, most) =>
    trimRollUps(tx, { table: 'device_moved_1h', ...hourly }, hourlyUntil, most),
  );
  await inBatches(platform, (tx, most) =>
    trimRollUps(tx, { table: 'site_1h', ...hourly }, hourlyUntil, most),
  );
  await inBatches(platform, (tx, most) => trimRollUps(tx, { table: 'air_1h', ...hourly }, hourlyUntil, most));
  await inBatches(platform, (tx, most) =>
    trimRollUps(tx, { table: 'device_1d', column: 'day' }, dailyUntil, most),
  );
  await inBatches(platform, (tx, most) =>
    trimRollUps(tx, { table: 'air_1d', column: 'day' }, dailyUntil, most),
  );
  // Late reports are added to slots, and hours are recomputed from them.
  await inBatches(platform, (tx, most) => trimSlots(tx, 'site_5m', lateUntil, most));
  await inBatches(platform, (tx, most) => trimSlots(tx, 'air_5m', rawUntil, most));
  const samplesUntil = new Date(now - PORT_LIMITS.hourlySampleDays * DAY);
  const hourlyFrom = new Date(now - PORT_LIMITS.sampleHours * HOUR);
  await inBatches(platform, (tx, most) => trimPortSamples(tx, samplesUntil, most));
  for (const slots of inChunks(slotsBetweenHours(samplesUntil, hourlyFrom), SLOTS_AT_ONCE))
    await inBatches(platform, (tx, most) => trimSlotSamples(tx, slots, most));
  await inBatches(platform, (tx, most) => trimPlacements(tx, dailyUntil, most));
  await inBatches(platform, (tx, most) => trimOfflinePeriods(tx, dailyUntil, most));
  await inBatches(platform, (tx, most) => trimDeviceLog(tx, logUntil, most));
}

/** Deletes sets of networks that no newest report shows any more. */
export async function deleteUnusedSets(platform: Pick<Platform, 'database' | 'now'>): Promise<void> {
  const until = new Date(platform.now().getTime() - UNUSED_SETS_KEPT_MS);
  await inBatches(platform, (tx, most) => deleteUnusedOnAirSets(tx, until, most));
}

/** Creates partitions ahead, so that no flush waits for one at midnight. */
export async function prepareReportDays({
  database,
  now,
}: Pick<Platform, 'database' | 'now'>): Promise<void> {
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) =>
    new Date(now().getTime() + ahead * DAY).toISOString().slice(0, 10),
  );
  await database.asSystem((tx) => ensureDays(tx, days));
}

export function telemetryJobs(platform: Base): CronJob[] {
  return [
    { name: 'rollUpTelemetry', schedule: '* * * * *', run: () => rollUp(platform) },
    // One minute after the end of each slot.
    {
      name: 'rollUpOpenHours',
      schedule: '1,6,11,16,21,26,31,36,41,46,51,56 * * * *',
      run: () => rollUpOpenHours(platform),
    },
    { name: 'trimTelemetry', schedule: '11 * * * *', run: () => trimTelemetry(platform) },
    { name: 'deleteUnusedOnAirSets', schedule: '47 3 * * *', run: () => deleteUnusedSets(platform) },
    { name: 'prepareReportDays', schedule: '41 * * * *', run: () => prepareReportDays(platform) },
  ];
}
