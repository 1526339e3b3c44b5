import { CODE_LIMITS, SIGN_IN_LIMITS } from '@airloom/contract/identity/identity.limits';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';

export interface NewSession {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly managerId: string;
  readonly tenant: string;
  readonly membershipId: string;
  readonly address: string;
  readonly client: string;
  readonly now: Date;
}

export async function insertSession(tx: Transaction, session: NewSession): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('session').values({
      id: session.id,
      token_hash: session.tokenHash,
      manager_id: session.managerId,
      tenant_id: session.tenant,
      membership_id: session.membershipId,
      address: session.address,
      client: session.client,
      created_at: session.now,
      last_seen_at: session.now,
    }),
  );
}

export function sessionByToken(tx: Transaction, tokenHash: Buffer) {
  return tx.first(
    sqlBuilder
      .selectFrom('session')
      .select(['id', 'manager_id', 'tenant_id', 'membership_id', 'last_seen_at'])
      .where('token_hash', '=', tokenHash),
  );
}

export async function isRemoved(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const found = await tx.first(
    sqlBuilder.selectFrom('removed_session').select('removed_at').where('token_hash', '=', tokenHash),
  );
  return found !== undefined;
}

export async function deleteRemovedSessions(tx: Transaction, before: Date): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('removed_session').where('removed_at', '<=', before));
}

export async function touchSession(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.run(sqlBuilder.updateTable('session').set({ last_seen_at: now }).where('id', '=', id));
}

export async function setCurrent(tx: Transaction, id: string, currentId: string | null): Promise<void> {
  await tx.run(sqlBuilder.updateTable('session').set({ current_id: currentId }).where('id', '=', id));
}

export async function switchSession(
  tx: Transaction,
  id: string,
  to: { readonly tokenHash: Buffer; readonly tenant: string; readonly membershipId: string },
): Promise<boolean> {
  const switched = await tx.run(
    sqlBuilder
      .updateTable('session')
      .set({
        token_hash: to.tokenHash,
        tenant_id: to.tenant,
        membership_id: to.membershipId,
        current_id: null,
      })
      .where('id', '=', id),
  );
  return switched === 1;
}

export function sessionsOf(tx: Transaction, managerId: string, idleSince: Date) {
  return tx.all(
    sqlBuilder
      .selectFrom('session')
      .select(['id', 'address', 'client', 'created_at', 'last_seen_at'])
      .where('manager_id', '=', managerId)
      .where('last_seen_at', '>', idleSince)
      .orderBy('last_seen_at', 'desc')
      .limit(200),
  );
}

/** Ends sessions of a person and returns their ids: all, one, or all but one. */
export async function endSessions(
  tx: Transaction,
  managerId: string,
  which: { readonly only?: string; readonly except?: string | null } = {},
): Promise<string[]> {
  let query = sqlBuilder.deleteFrom('session').where('manager_id', '=', managerId);
  if (which.only !== undefined) query = query.where('id', '=', which.only);
  if (which.except) query = query.where('id', '<>', which.except);
  return (await tx.all(query.returning('id'))).map((row) => row.id);
}

export async function endSessionsOfTenant(tx: Transaction, tenant: string): Promise<string[]> {
  const ended = await tx.all(
    sqlBuilder.deleteFrom('session').where('tenant_id', '=', tenant).returning('id'),
  );
  return ended.map((row) => row.id);
}

/** Tickets for a second factor, and QR codes that a phone has confirmed or is about to. */
export async function deleteHalfSignedIn(tx: Transaction, managerId: string): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('sign_in_ticket').where('manager_id', '=', managerId));
  await tx.run(sqlBuilder.deleteFrom('qr_login').where('manager_id', '=', managerId));
}

export async function touchIdleSessions(
  tx: Transaction,
  ids: readonly string[],
  idleSince: Date,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    sqlBuilder
      .updateTable('session')
      .set({ last_seen_at: now })
      .where('id', 'in', ids)
      .where('last_seen_at', '<=', idleSince),
  );
}

export async function deleteIdleSessions(tx: Transaction, idleSince: Date): Promise<string[]> {
  const ended = await tx.all(
    sqlBuilder.deleteFrom('session').where('last_seen_at', '<=', idleSince).returning('id'),
  );
  return ended.map((row) => row.id);
}

const VALID_MS = {
  sign_in_ticket: SIGN_IN_LIMITS.ticketValidMs,
  verification_code: CODE_LIMITS.validMs,
  qr_login: SIGN_IN_LIMITS.qrValidMs,
} as const;

/** After the clock was set back: remaining validity counts from the current time. */
export async function deleteExpired(tx: Transaction, now: Date): Promise<void> {
  for (const [table, validMs] of Object.entries(VALID_MS)) {
    const until = new Date(now.getTime() + validMs);
    await tx.run(sql`update ${sql.table(table)} set expires_at = ${until} where expires_at > ${until}`);
    await tx.run(sql`delete from ${sql.table(table)} where expires_at < ${now}`);
  }
}

/** After the clock was set back: last use becomes the current time. */
export async function restartFutureSessions(tx: Transaction, now: Date): Promise<void> {
  await tx.run(sqlBuilder.updateTable('session').set({ last_seen_at: now }).where('last_seen_at', '>', now));
}
