import type { AlarmTrend } from '@airloom/contract/statistics/statistics.model';
import { DAY, HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { Asker } from '../../../network/devices/index.ts';
import { visibleAlarms } from '../../alarms/index.ts';
import { type Place, sitesAt } from './place.repository.ts';

/** How many alarms were active at the end of each of the last 24 hours; the last step ends now. */
export async function readAlarmTrend(
  tx: Transaction,
  scope: Asker,
  place: Place,
  now: Date,
): Promise<AlarmTrend> {
  const from = new Date(now.getTime() - DAY);
  const alarms = visibleAlarms(scope)
    .select(['alarm.raised_at', 'alarm.cleared_at'])
    .where('alarm.site_id', 'in', sitesAt(scope, place).select('site.id'))
    .where((where) =>
      where.or([where('alarm.cleared_at', 'is', null), where('alarm.cleared_at', '>', from)]),
    );
  const rows = await tx.all(sql<{ active: number }>`
    with alarms as materialized (${alarms})
    select (select count(*)::int from alarms where raised_at <= at and (cleared_at is null or cleared_at > at)) as active
    from generate_series(${new Date(from.getTime() + HOUR)}::timestamptz, ${now}::timestamptz, interval '1 hour') at
    order by at`);
  return {
    from: from.toISOString(),
    to: now.toISOString(),
    stepSeconds: HOUR / 1000,
    firstAt: from.toISOString(),
    values: rows.map(({ active }) => active),
  };
}
