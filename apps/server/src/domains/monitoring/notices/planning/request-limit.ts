import { NOTICE_LIMITS } from '@airloom/contract/notices/notices.limits';
import { HOUR, MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { inTurn } from '../../../../platform/database/in-turn.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { TenantScope } from '../../../../platform/scope.ts';

/** Counts notices that people request besides those of alarms: mail and SMS cost the operator of the installation. */
export async function countRequests(
  tx: Transaction,
  scope: TenantScope,
  notices: number,
  now: Date,
): Promise<void> {
  const { tenant } = scope;
  const maximum = NOTICE_LIMITS.askedPerHourMax;
  await inTurn(tx, scope, 'notice_asked');
  // Requests in the future were made before the clock was set back.
  await tx.run(sql`
    delete from notice_asked
    where tenant_id = ${tenant} and (at <= ${new Date(now.getTime() - HOUR)} or at > ${now})`);
  // The newest request that must expire before this one is allowed.
  const full = await tx.first(sql<{ at: Date }>`
    select at from (
      select at, sum(notices) over (order by at desc, id desc) as asked from notice_asked
      where tenant_id = ${tenant}) as newest
    where asked > ${maximum - notices}::int order by at desc limit 1`);
  if (full !== undefined) {
    const left = full.at.getTime() + HOUR - now.getTime();
    const values = { maximum, minutes: Math.ceil(left / MINUTE) };
    throw new Failure('noticesAskedTooOften', values, { retryAfter: Math.ceil(left / 1000) });
  }
  await tx.run(sql`
    insert into notice_asked (tenant_id, id, at, notices)
    values (${tenant}, ${newId()}, ${now}, ${notices})`);
}
