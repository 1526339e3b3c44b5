import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import { DAY } from '@airloom/contract/time';
import { KEPT_REPORT_MAX_AGE_MS } from '@airloom/device-protocol/extension';
import { byIndex } from '../../../platform/database/by-index.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { CronJob } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { firstOpenHour, noteRolledUp } from '../telemetry/index.ts';
import { rollUpDays, rollUpWeeks, rollUpWifi, takeDue } from './history/rollup.repository.ts';
import {
  trimKnown,
  trimRollUp,
  trimSessions,
  trimTerminals as trimUnseen,
} from './history/trim.repository.ts';
import { SILENT_MS } from './sessions/session.ts';
import type { SessionBuilder } from './sessions/session-builder.ts';
import { silentOwners } from './sessions/sessions.repository.ts';

const LATE_DAYS = KEPT_REPORT_MAX_AGE_MS / DAY + 1;
const DEVICES_BATCH = 200;
const ROWS_BATCH = 5_000;
const SITE_HOURS_BATCH = 50;

type Base = Pick<Platform, 'database' | 'now' | 'settings'>;

export async function endSilent(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  builder: Pick<SessionBuilder, 'end'>,
): Promise<void> {
  const until = new Date(now().getTime() - SILENT_MS);
  let ended = DEVICES_BATCH;
  while (ended === DEVICES_BATCH) {
    ended = await database.asSystem(async (tx) => {
      const silent = await silentOwners(tx, until, DEVICES_BATCH);
      // They end when they were last seen.
      if (silent.length > 0)
        await builder.end(
          tx,
          silent.map((owner) => ({ ...owner, at: 0 })),
          'silent',
        );
      return silent.length;
    });
  }
}

/** Rolls up network hours and client days that changed since the last run. */
export async function rollUpTerminals({ database, now }: Pick<Platform, 'database' | 'now'>): Promise<void> {
  const until = firstOpenHour(now());
  let count = SITE_HOURS_BATCH;
  while (count === SITE_HOURS_BATCH) {
    count = await database.asSystem(async (tx) => {
      await byIndex(tx);
      const due = await takeDue(tx, until, SITE_HOURS_BATCH);
      if (due.length > 0) {
        await rollUpWifi(tx, due);
        await rollUpDays(tx, due, until);
        await rollUpWeeks(tx, due);
      }
      return due.length;
    });
  }
  await database.asSystem((tx) => noteRolledUp(tx, 'terminals', until));
}

/** Deletes data older than the configured retention. */
export async function trimTerminals({ database, now, settings }: Base): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * DAY);
  const { TERMINAL_LOG_DAYS, TELEMETRY_HOURLY_DAYS, TELEMETRY_DAILY_DAYS } = settings;
  const trims: ((tx: Transaction) => Promise<number>)[] = [
    (tx) => trimSessions(tx, before(TERMINAL_LOG_DAYS), ROWS_BATCH),
    // Late reports add to the rows of their hour.
    (tx) => trimRollUp(tx, 'terminal_1h', before(Math.max(TERMINAL_LOG_DAYS, LATE_DAYS)), ROWS_BATCH),
    (tx) => trimRollUp(tx, 'wifi_1h', before(TELEMETRY_HOURLY_DAYS), ROWS_BATCH),
    (tx) => trimRollUp(tx, 'device_wifi_1h', before(TELEMETRY_HOURLY_DAYS), ROWS_BATCH),
    (tx) => trimRollUp(tx, 'terminal_1d', before(TELEMETRY_DAILY_DAYS), ROWS_BATCH),
    (tx) => trimRollUp(tx, 'terminal_1w', before(TELEMETRY_DAILY_DAYS), ROWS_BATCH),
    (tx) => trimRollUp(tx, 'device_wifi_1d', before(TELEMETRY_DAILY_DAYS), ROWS_BATCH),
    (tx) => trimRollUp(tx, 'wifi_1d', before(TELEMETRY_DAILY_DAYS), ROWS_BATCH),
    (tx) => trimKnown(tx, before(CLIENT_LIMITS.knownDays), ROWS_BATCH),
    (tx) => trimUnseen(tx, before(TELEMETRY_DAILY_DAYS), ROWS_BATCH),
  ];
  for (const trim of trims) {
    let removed = ROWS_BATCH;
    while (removed === ROWS_BATCH) removed = await database.asSystem(trim);
  }
}

export function terminalJobs(platform: Base, builder: Pick<SessionBuilder, 'end'>): CronJob[] {
  return [
    { name: 'endSilentTerminals', schedule: '*/5 * * * *', run: () => endSilent(platform, builder) },
    { name: 'rollUpTerminals', schedule: '* * * * *', run: () => rollUpTerminals(platform) },
    { name: 'trimTerminals', schedule: '19 3 * * *', run: () => trimTerminals(platform) },
  ];
}
