import type { Language } from '@airloom/contract/languages';
import type { ScheduledReport } from '@airloom/contract/statistics/reports.calls';
import type { ReportInput } from '@airloom/contract/statistics/statistics.rules';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import { unknownSelection, withinReach } from '../../../people/organizations/index.ts';
import type { Place } from '../figures/place.repository.ts';

/** Why a report was stopped: its creator left, or its place is gone from their view. */
export const STOP_REASONS = ['makerLeft', 'placeGone'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

function fieldsOf(input: ReportInput) {
  return {
    name: input.name,
    pages: [...input.pages],
    enterprise_id: input.enterpriseUUID ?? null,
    site_id: input.siteUUID ?? null,
    rhythm: input.rhythm,
    hour: input.hour,
    time_zone: input.timeZone,
    language: input.language,
    emails: [...input.emails],
    enabled: input.enabled,
  };
}

const COLUMNS = [
  'report_schedule.name',
  'report_schedule.pages',
  'report_schedule.enterprise_id',
  'report_schedule.site_id',
  'report_schedule.rhythm',
  'report_schedule.hour',
  'report_schedule.time_zone',
  'report_schedule.language',
  'report_schedule.emails',
  'report_schedule.enabled',
] as const;

interface Row {
  readonly name: string;
  readonly pages: ReportInput['pages'];
  readonly enterprise_id: string | null;
  readonly site_id: string | null;
  readonly rhythm: ReportInput['rhythm'];
  readonly hour: number;
  readonly time_zone: string;
  readonly language: Language;
  readonly emails: string[];
  readonly enabled: boolean;
}

function inputOf(row: Row): ReportInput {
  return {
    name: row.name,
    pages: row.pages,
    ...(row.enterprise_id === null ? {} : { enterpriseUUID: row.enterprise_id }),
    ...(row.site_id === null ? {} : { siteUUID: row.site_id }),
    rhythm: row.rhythm,
    hour: row.hour,
    timeZone: row.time_zone,
    language: row.language,
    emails: row.emails,
    enabled: row.enabled,
  };
}

type Reader = Pick<Scope, 'tenant' | 'reach' | 'manager'>;

/** Own reports; all of them for a person who sees the whole account. */
function visible(scope: Reader) {
  const reports = sqlBuilder
    .selectFrom('report_schedule')
    .where('report_schedule.tenant_id', '=', scope.tenant);
  return scope.reach.kind === 'all'
    ? reports
    : reports.where('report_schedule.manager_id', '=', scope.manager);
}

export async function listReports(tx: Transaction, scope: Reader): Promise<ScheduledReport[]> {
  const rows = await tx.all(
    visible(scope)
      .leftJoin('site', (join) =>
        join
          .onRef('site.tenant_id', '=', 'report_schedule.tenant_id')
          .onRef('site.id', '=', 'report_schedule.site_id')
          .on(withinReach(scope)),
      )
      .leftJoin('enterprise', (join) =>
        join
          .onRef('enterprise.tenant_id', '=', 'report_schedule.tenant_id')
          .onRef('enterprise.id', '=', 'report_schedule.enterprise_id'),
      )
      .select(COLUMNS)
      .select([
        'report_schedule.id',
        'report_schedule.next_at',
        'report_schedule.last_at',
        'report_schedule.last_error',
        sql<string>`coalesce(site.name, enterprise.name, '')`.as('place_name'),
      ])
      .orderBy(sql`lower(report_schedule.name)`)
      .orderBy('report_schedule.id'),
  );
  return rows.map((row) => ({
    reportUUID: row.id,
    ...inputOf(row),
    placeName: row.place_name,
    nextAt: row.next_at?.toISOString() ?? null,
    lastAt: row.last_at?.toISOString() ?? null,
    lastError: row.last_error,
  }));
}

/** Whether a place does not exist or is out of reach. */
export async function unknownPlace(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'reach'>,
  { enterpriseUUID, siteUUID }: Place,
): Promise<boolean> {
  const unknown = await unknownSelection(tx, scope, {
    enterpriseIds: enterpriseUUID === undefined ? [] : [enterpriseUUID],
    siteIds: siteUUID === undefined ? [] : [siteUUID],
  });
  return unknown.length > 0;
}

/** A visible report, locked until the transaction ends. */
export async function holdReport(
  tx: Transaction,
  scope: Reader,
  id: string,
): Promise<ReportInput | undefined> {
  const row = await tx.first(visible(scope).select(COLUMNS).where('report_schedule.id', '=', id).forUpdate());
  return row && inputOf(row);
}

type Creator = Pick<Scope, 'tenant' | 'manager' | 'membership'>;

export async function insertReport(
  tx: Transaction,
  creator: Creator,
  id: string,
  input: ReportInput,
  nextAt: Date | null,
): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('report_schedule').values({
      tenant_id: creator.tenant,
      id,
      ...fieldsOf(input),
      manager_id: creator.manager,
      membership_id: creator.membership,
      next_at: nextAt,
    }),
  );
}

const unlessLeft = (before: string, now: string) =>
  sql<string>`case when last_error = ${STOP_REASONS[0]} then ${now}::uuid else ${sql.ref(before)} end`;

/** It keeps the view of its creator; if they left, the person who changes it becomes the creator. */
export async function updateReport(
  tx: Transaction,
  creator: Creator,
  id: string,
  input: ReportInput,
  nextAt: Date | null,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('report_schedule')
      .set({
        ...fieldsOf(input),
        manager_id: unlessLeft('manager_id', creator.manager),
        membership_id: unlessLeft('membership_id', creator.membership),
        next_at: nextAt,
        last_error: '',
      })
      .where('tenant_id', '=', creator.tenant)
      .where('id', '=', id),
  );
}

export async function deleteReport(tx: Transaction, { tenant }: TenantScope, id: string): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('report_schedule').where('tenant_id', '=', tenant).where('id', '=', id));
}
