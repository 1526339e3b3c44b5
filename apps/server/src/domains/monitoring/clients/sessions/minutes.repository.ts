import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { arrayLiteral } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { Asker } from '../../../network/devices/index.ts';
import type { ReportingDevice } from '../../telemetry/index.ts';
import { sessionsInReach } from '../history/sessions-in-reach.repository.ts';
import type { Span } from '../online/timeline.repository.ts';
import { samplesOf } from './client-samples.ts';
import { RECENT_MS, REPORT_VALID_MS, type TimedSample } from './minutes.ts';

/** The clients of one report, packed. */
export interface PackedReport {
  readonly device: Pick<ReportingDevice, 'tenant' | 'deviceId'>;
  readonly at: number;
  readonly samples: Buffer;
}

/** Stores the latest report of each minute. */
export async function storeMinutes(tx: Transaction, all: readonly PackedReport[]): Promise<void> {
  const newest = new Map<string, PackedReport>();
  for (const report of all) {
    const key = `${report.device.deviceId} ${Math.floor(report.at / MINUTE)}`;
    if ((newest.get(key)?.at ?? 0) <= report.at) newest.set(key, report);
  }
  const reports = [...newest].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
  await tx.run(sql`
    insert into client_minute (tenant_id, device_id, minute, at, samples)
    select tenant_id, device_id, to_timestamp(ms / 60000 * 60), to_timestamp(ms / 1000.0), decode(samples, 'hex')
    from unnest(${arrayLiteral(reports.map(({ device }) => device.tenant))}::uuid[],
                ${arrayLiteral(reports.map(({ device }) => device.deviceId))}::uuid[],
                ${arrayLiteral(reports.map(({ at }) => at))}::bigint[],
                ${arrayLiteral(reports.map(({ samples }) => samples.toString('hex')))}::text[])
      as given (tenant_id, device_id, ms, samples)
    on conflict (tenant_id, device_id, minute) do update set at = excluded.at, samples = excluded.samples
      where client_minute.at <= excluded.at`);
}

interface MinuteRow {
  readonly id: string;
  readonly started_at: Date;
  readonly at: Date;
  readonly samples: Buffer;
}

/** Samples of a client in sessions visible to the scope, oldest first, starting shortly before the span. */
export async function readSamples(
  tx: Transaction,
  scope: Asker,
  { mac, from, to }: Span,
  sessionsMax: number,
): Promise<TimedSample[]> {
  const since = new Date(from.getTime() - REPORT_VALID_MS);
  const sessions = sessionsInReach(scope)
    .select(['id', 'device_id', 'started_at', 'ended_at'])
    .where('mac', '=', mac)
    .where('started_at', '<=', to)
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>=', since)]))
    .orderBy('started_at', 'desc')
    .limit(sessionsMax);
  const rows = await tx.all(sql<MinuteRow>`
    select session.id, session.started_at, report.at, report.samples
    from (${sessions}) session join client_minute report
      on report.tenant_id = ${scope.tenant} and report.device_id = session.device_id
      and report.minute >= greatest(${since}::timestamptz, date_trunc('minute', session.started_at))
      and report.minute <= least(${to}::timestamptz, coalesce(session.ended_at, ${to}::timestamptz))
    where report.minute >= ${since} and report.minute <= ${to}
      and report.at >= session.started_at and (session.ended_at is null or report.at <= session.ended_at)
    order by report.at`);
  return rows.flatMap(({ id, started_at, at, samples }) => {
    const sample = samplesOf(samples, [mac]).get(mac);
    return sample === undefined
      ? []
      : [{ ...sample, sessionId: id, startedAt: started_at.getTime(), at: at.getTime() }];
  });
}

interface Before {
  readonly at: number;
  readonly samples: Buffer;
}

/**
 * For each device a packed report shortly before its newest one: the one closest to `RECENT_MS` before it and at most
 * `REPORT_VALID_MS` old. One row per device, out of at most ten.
 */
export async function readEarlierSamples(
  tx: Transaction,
  { tenant }: TenantScope,
  newest: readonly { readonly deviceId: string; readonly at: number }[],
): Promise<ReadonlyMap<string, Before>> {
  if (newest.length === 0) return new Map();
  // Computed here: an expression on a column cannot use the index under row-level security.
  const times = (of: (at: number) => number) =>
    arrayLiteral(newest.map(({ at }) => new Date(of(at)).toISOString()));
  const reports = newest.map(({ at }) => at);
  // The common bounds let PostgreSQL skip partitions.
  const from = new Date(Math.min(...reports) - REPORT_VALID_MS);
  const to = new Date(Math.max(...reports));
  const rows = await tx.all(sql<{ device_id: string; at: Date; samples: Buffer }>`
    select given.device_id, before.at, before.samples
    from unnest(${arrayLiteral(newest.map(({ deviceId }) => deviceId))}::uuid[],
                ${times((at) => at - REPORT_VALID_MS)}::timestamptz[],
                ${times((at) => at - RECENT_MS)}::timestamptz[],
                ${times((at) => Math.floor(at / MINUTE) * MINUTE)}::timestamptz[])
      as given (device_id, since, lately, own_minute)
    cross join lateral (
      select report.at, report.samples from client_minute report
      where report.tenant_id = ${tenant} and report.device_id = given.device_id
        and report.minute >= given.since and report.minute < given.own_minute
        and report.minute >= ${from} and report.minute < ${to}
      order by abs(extract(epoch from report.at - given.lately)) limit 1
    ) before`);
  return new Map(rows.map(({ device_id, at, samples }) => [device_id, { at: at.getTime(), samples }]));
}
