import { DAY } from '@airloom/contract/time';
import { type RawBuilder, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { hasCome } from '../../../../platform/database/due-time.ts';
import { newId } from '../../../../platform/ids.ts';
import { PAUSE_MS } from '../../notices/index.ts';
import type { MailedReport } from './report-mail.ts';
import type { Rhythm } from './report-times.ts';
import type { StopReason } from './reports.repository.ts';

/** Longer than building and sending a mail takes. */
const LEASE_MS = 10 * 60_000;

/**
 * Due and not leased. Requested and failed mails wait for their pause only; the others wait for the end of their period.
 */
function isFree(now: Date): RawBuilder<boolean> {
  return sql<boolean>`
    case when attempts > 0 or due_at = period_to then ${hasCome('due_at', now, PAUSE_MS)} else due_at <= ${now} end
    and (leased_until is null or ${hasCome('leased_until', now, LEASE_MS)})`;
}

export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** One mail per address; mails already planned for the same time are kept. */
export async function planMails(
  tx: Transaction,
  tenant: string,
  reportId: string,
  emails: readonly string[],
  period: Period,
  dueAt: Date,
): Promise<void> {
  const rows = emails.map((email) => ({
    tenant_id: tenant,
    id: newId(),
    report_id: reportId,
    email,
    period_from: period.from,
    period_to: period.to,
    due_at: dueAt,
  }));
  await tx.run(
    sqlBuilder
      .insertInto('report_delivery')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

export interface DueReport extends Rhythm {
  readonly tenant: string;
  readonly id: string;
  readonly emails: readonly string[];
  readonly nextAt: Date;
}

/** Later than the second next due time of any schedule: it was set by a clock that was ahead. */
const TOO_FAR_DAYS = sql`case rhythm when 'daily' then 2 when 'weekly' then 14 else 62 end`;

/** Some reports that are due or were set by a clock that was ahead, locked until the transaction ends. */
export function holdDue(tx: Transaction, now: Date, atMost: number): Promise<DueReport[]> {
  return tx.all(sql<DueReport>`
    select tenant_id as tenant, id, emails, rhythm, hour, time_zone as "timeZone", next_at as "nextAt"
    from report_schedule
    where next_at is not null and ${hasCome('next_at', now, sql`${TOO_FAR_DAYS} * ${DAY}`)}
    order by next_at, id limit ${atMost} for update skip locked`);
}

export async function setNext(
  tx: Transaction,
  { tenant, id }: Pick<DueReport, 'tenant' | 'id'>,
  nextAt: Date,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('report_schedule')
      .set({ next_at: nextAt })
      .where('tenant_id', '=', tenant)
      .where('id', '=', id),
  );
}

export interface Mail {
  readonly tenant: string;
  readonly id: string;
  readonly reportId: string;
  readonly email: string;
  readonly period: Period;
  readonly attempts: number;
  readonly membershipId: string;
  readonly report: MailedReport;
}

type Row = Omit<Mail, 'period' | 'report'> &
  Pick<MailedReport, 'name' | 'pages' | 'language' | 'timeZone'> & {
    readonly from: Date;
    readonly to: Date;
    readonly enterpriseUUID: string | null;
    readonly siteUUID: string | null;
  };

/**
 * Leases one due mail; after the lease expires it is due again. Mails under way in this process are excluded, because a
 * clock change may expire their lease.
 */
export async function takeMail(
  tx: Transaction,
  now: Date,
  underWay: readonly string[],
): Promise<Mail | undefined> {
  const row = await tx.first(sql<Row>`
    with due as materialized (
      select tenant_id, id from report_delivery
      where ${isFree(now)} and id <> all(${underWay}::uuid[])
      order by due_at, id limit 1 for update skip locked)
    update report_delivery mail set leased_until = ${new Date(now.getTime() + LEASE_MS)}, attempts = attempts + 1
    from due, report_schedule report
    where mail.tenant_id = due.tenant_id and mail.id = due.id
      and report.tenant_id = mail.tenant_id and report.id = mail.report_id
    returning mail.tenant_id as tenant, mail.id, mail.report_id as "reportId", mail.email,
      mail.period_from as from, mail.period_to as to, mail.attempts,
      report.membership_id as "membershipId", report.name, report.pages, report.language,
      report.time_zone as "timeZone", report.enterprise_id as "enterpriseUUID", report.site_id as "siteUUID"`);
  if (row === undefined) return undefined;
  const { from, to, name, pages, language, timeZone, enterpriseUUID, siteUUID, ...mail } = row;
  return {
    ...mail,
    period: { from, to },
    report: {
      name,
      pages,
      language,
      timeZone,
      enterpriseUUID: enterpriseUUID ?? undefined,
      siteUUID: siteUUID ?? undefined,
    },
  };
}

export async function isAnyDue(tx: Transaction, now: Date): Promise<boolean> {
  const row = await tx.first(sql<{ due: boolean }>`
    select exists (select from report_delivery where ${isFree(now)}) as due`);
  return row?.due ?? false;
}

async function removeMail(tx: Transaction, { tenant, id }: Mail): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('report_delivery').where('tenant_id', '=', tenant).where('id', '=', id));
}

/** The error of an address is kept until a mail to it succeeds. */
const errorAt = (email: string, reason: string): string => `${email}: ${reason}`;

export async function markSent(tx: Transaction, mail: Mail, now: Date): Promise<void> {
  await removeMail(tx, mail);
  await tx.run(sql`
    update report_schedule set last_at = ${now},
      last_error = case when starts_with(last_error, ${errorAt(mail.email, '')}) then '' else last_error end
    where tenant_id = ${mail.tenant} and id = ${mail.reportId}`);
}

/** Stores the error; `next` is the retry time, or null to give up. */
export async function markFailed(
  tx: Transaction,
  mail: Mail,
  reason: string,
  next: Date | null,
): Promise<void> {
  if (next === null) await removeMail(tx, mail);
  else {
    await tx.run(
      sqlBuilder
        .updateTable('report_delivery')
        .set({ due_at: next, leased_until: null })
        .where('tenant_id', '=', mail.tenant)
        .where('id', '=', mail.id),
    );
  }
  await tx.run(
    sqlBuilder
      .updateTable('report_schedule')
      .set({ last_error: errorAt(mail.email, reason) })
      .where('tenant_id', '=', mail.tenant)
      .where('id', '=', mail.reportId),
  );
}

/** Stops a report that has nothing left to show. */
export async function stopReport(
  tx: Transaction,
  { tenant, reportId }: Mail,
  reason: StopReason,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('report_schedule')
      .set({ enabled: false, next_at: null, last_error: reason })
      .where('tenant_id', '=', tenant)
      .where('id', '=', reportId),
  );
  await tx.run(
    sqlBuilder
      .deleteFrom('report_delivery')
      .where('tenant_id', '=', tenant)
      .where('report_id', '=', reportId),
  );
}
