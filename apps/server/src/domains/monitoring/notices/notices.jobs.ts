import { NOTICE_LIMITS } from '@airloom/contract/notices/notices.limits';
import type { CronJob } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { forgetEnded } from './delivery/delivery.repository.ts';
import { type AlarmKey, missedAlarms } from './planning/missed.repository.ts';
import { planNotices } from './planning/planner.ts';

const FORGOTTEN_AT_ONCE = 2_000;
const PLANNED_AT_ONCE = 1_000;

type Ground = Pick<Platform, 'database' | 'now'>;

export function forgetNotices({ database, now }: Ground): CronJob {
  return {
    name: 'forgetNotices',
    schedule: '37 3 * * *',
    run: async () => {
      const until = new Date(now().getTime() - NOTICE_LIMITS.keptMs);
      for (let removed = FORGOTTEN_AT_ONCE; removed === FORGOTTEN_AT_ONCE; ) {
        removed = await database.asSystem((tx) => forgetEnded(tx, until, FORGOTTEN_AT_ONCE));
      }
    },
  };
}

/**
 * Failed planning is repeated by the outbox, but not for ever. This job finds alarms without planned notices, for as
 * long as a notice would be tried.
 */
export function planMissed({ database, now, log }: Ground & Pick<Platform, 'log'>): CronJob {
  return {
    name: 'planMissedNotices',
    schedule: '*/5 * * * *',
    run: async () => {
      const since = new Date(now().getTime() - NOTICE_LIMITS.givenUpMs);
      let after: AlarmKey | null = null;
      do {
        const last: AlarmKey | null = after;
        const some: AlarmKey[] = await database.asSystem((tx) =>
          missedAlarms(tx, since, last, PLANNED_AT_ONCE),
        );
        for (const [tenant, alarms] of Map.groupBy(some, (alarm) => alarm.tenant)) {
          const ids = alarms.map(({ id }) => id);
          // Failures in one account do not affect others.
          await planNotices({ database, now }, tenant, ids).catch((error: unknown) => {
            log.error({ err: error, tenant }, 'missed notices could not be planned');
          });
        }
        after = some.length === PLANNED_AT_ONCE ? (some.at(-1) ?? null) : null;
      } while (after !== null);
    },
  };
}
