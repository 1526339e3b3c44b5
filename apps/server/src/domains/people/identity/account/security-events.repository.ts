import type { SecurityEventKind } from '@airloom/contract/identity/safety.model';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { SECURITY_LIMITS } from '../sign-in/security-limits.ts';

export interface NewSecurityEvent {
  readonly managerId: string;
  readonly id: string;
  readonly kind: SecurityEventKind;
  readonly at: Date;
  readonly address: string;
  readonly client: string;
  readonly detail: string;
}

/** Keeps the newest of the person, whom the caller has locked. */
export async function insertSecurityEvent(tx: Transaction, event: NewSecurityEvent): Promise<void> {
  const { managerId, ...values } = event;
  await tx.run(sqlBuilder.insertInto('security_event').values({ manager_id: managerId, ...values }));
  await tx.run(sql`
    delete from security_event where manager_id = ${managerId} and id in (
      select id from security_event where manager_id = ${managerId}
      order by at desc, id desc offset ${SECURITY_LIMITS.eventsMax})`);
}

export function securityEventsOf(tx: Transaction, managerId: string) {
  return tx.all(
    sqlBuilder
      .selectFrom('security_event')
      .select(['id', 'kind', 'at', 'address', 'client', 'detail'])
      .where('manager_id', '=', managerId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc'),
  );
}

export async function countSince(
  tx: Transaction,
  managerId: string,
  kind: SecurityEventKind,
  since: Date,
): Promise<number> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('security_event')
      .select('id')
      .where('manager_id', '=', managerId)
      .where('kind', '=', kind)
      .where('at', '>', since),
  );
  return rows.length;
}

export interface Place {
  readonly network: string;
  readonly browser: string;
}

/** Whether the place was seen since `since`; null for the first place of all. Stores it, and deletes older ones. */
export async function recordPlace(
  tx: Transaction,
  managerId: string,
  place: Place,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<boolean | null> {
  const known = await tx.all(
    sqlBuilder
      .selectFrom('sign_in_place')
      .select(['network', 'browser', 'seen_at'])
      .where('manager_id', '=', managerId),
  );
  const seen = { seen_at: now };
  await tx.run(
    sqlBuilder
      .insertInto('sign_in_place')
      .values({ manager_id: managerId, ...place, ...seen })
      .onConflict((conflict) => conflict.columns(['manager_id', 'network', 'browser']).doUpdateSet(seen)),
  );
  await tx.run(sql`
    delete from sign_in_place where manager_id = ${managerId} and (seen_at <= ${since} or (network, browser) in (
      select network, browser from sign_in_place where manager_id = ${managerId}
      order by seen_at desc offset ${SECURITY_LIMITS.placesMax}))`);
  if (known.length === 0) return null;
  return known.some(
    ({ network, browser, seen_at }) =>
      network === place.network && browser === place.browser && seen_at > since,
  );
}
