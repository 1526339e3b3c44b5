import type { Invitation } from '@airloom/contract/access/access.model';
import type { InvitationStatus } from '@airloom/contract/access/access.states';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import { invitationWithin } from '../members/within-reach.ts';
import { ACCOUNT_FLAGS } from '../roles/role-grants.ts';

type Caller = Pick<Scope, 'tenant' | 'reach'>;

const SORTING: Sorting = {
  by: { createdAt: sql.ref('invitation.created_at') },
  usual: '-createdAt',
  id: sql.ref('invitation.id'),
};

const COLUMNS = [
  'invitation.id',
  'invitation.target',
  'invitation.role_id',
  'invitation.enterprise_ids',
  'invitation.site_ids',
  'invitation.status',
  'invitation.delivery',
  'invitation.created_at',
  'invitation.expires_at',
  'role.key as role_key',
  'role.name as role_name',
  'role.grants as role_grants',
  ACCOUNT_FLAGS.as('role_flags'),
] as const;

function invitations() {
  return sqlBuilder
    .selectFrom('invitation')
    .innerJoin('role', (join) =>
      join.onRef('role.tenant_id', '=', 'invitation.tenant_id').onRef('role.id', '=', 'invitation.role_id'),
    );
}

/** The SQL equivalent of `statusAt`. */
function statusAt(now: Date) {
  return sql<InvitationStatus>`case
    when invitation.status = 'sent' and invitation.expires_at <= ${now} then 'expired'
    else invitation.status
  end`;
}

export async function listInvitations(
  tx: Transaction,
  scope: Caller,
  request: PageRequest & { readonly status?: InvitationStatus | undefined },
  now: Date,
) {
  let visible = invitations()
    .where('invitation.tenant_id', '=', scope.tenant)
    .where(invitationWithin(scope.reach));
  if (request.status !== undefined) visible = visible.where(statusAt(now), '=', request.status);
  if (request.search !== '')
    visible = visible.where('invitation.target', 'ilike', containing(request.search));
  const named = visible
    .leftJoin('manager', 'manager.id', 'invitation.invited_by')
    .select(COLUMNS)
    .select('manager.user_name as invited_by');
  return readPage(tx, request, visible, named, SORTING);
}

/** Serializes opening invitations per account, so that the count is exact. */
export async function lockAccount(tx: Transaction, scope: TenantScope): Promise<{ name: string }> {
  const account = await tx.first(
    sqlBuilder.selectFrom('account').select('name').where('id', '=', scope.tenant).forNoKeyUpdate(),
  );
  if (!account) throw new Error(`Account ${scope.tenant} is not there`);
  return account;
}

function lockedInvitations(scope: Caller) {
  return invitations()
    .select(COLUMNS)
    .select(invitationWithin(scope.reach).as('within'))
    .where('invitation.tenant_id', '=', scope.tenant)
    .forUpdate('invitation');
}

export type LockedInvitation = NonNullable<Awaited<ReturnType<typeof lockInvitation>>>;

export function lockInvitation(tx: Transaction, scope: Caller, id: string) {
  return tx.first(lockedInvitations(scope).where('invitation.id', '=', id));
}

/** The targets with an invitation that is neither accepted, revoked nor marked as expired. */
export function lockSent(tx: Transaction, scope: Caller, targets: readonly string[]) {
  return tx.all(
    lockedInvitations(scope)
      .where('invitation.target', '=', sql<string>`any(${targets}::text[])`)
      .where('invitation.status', '=', 'sent'),
  );
}

/** Until when the newest link to any of the targets is valid, in any status except accepted. */
export async function newestExpiry(
  tx: Transaction,
  scope: TenantScope,
  targets: readonly string[],
): Promise<Date | null> {
  const newest = await tx.first(
    sqlBuilder
      .selectFrom('invitation')
      .select(sql<Date | null>`max(expires_at)`.as('expires_at'))
      .where('tenant_id', '=', scope.tenant)
      .where('target', '=', sql<string>`any(${targets}::text[])`)
      .where('status', '<>', 'accepted'),
  );
  return newest?.expires_at ?? null;
}

export interface RevokedInvitation {
  readonly id: string;
  readonly target: string;
  readonly site_ids: readonly string[];
  readonly enterprise_ids: readonly string[];
}

/**
 * Revokes what a removed person sent, and what would let them in again; returns the targets.
 * Does nothing while the person still has another role in the account.
 */
export function revokeOf(
  tx: Transaction,
  tenant: string,
  person: { readonly managerId: string; readonly contacts: readonly string[] },
): Promise<RevokedInvitation[]> {
  return tx.all(
    sqlBuilder
      .updateTable('invitation')
      .set({ status: 'revoked' })
      .where('tenant_id', '=', tenant)
      .where('status', '=', 'sent')
      .where((where) =>
        where.or([
          where('invited_by', '=', person.managerId),
          where('target', '=', sql<string>`any(${person.contacts}::text[])`),
        ]),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('membership')
              .select('membership.id')
              .where('membership.tenant_id', '=', tenant)
              .where('membership.manager_id', '=', person.managerId)
              .where('membership.disabled_at', 'is', null),
          ),
        ),
      )
      .returning(['id', 'target', 'site_ids', 'enterprise_ids']),
  );
}

export interface Offered {
  readonly token_hash: Buffer;
  readonly role_id: string;
  readonly enterprise_ids: string[];
  readonly site_ids: string[];
  readonly invited_by: string;
  readonly expires_at: Date;
}

export async function insertInvitation(
  tx: Transaction,
  scope: TenantScope,
  invitation: Offered & { readonly id: string; readonly target: string },
): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('invitation').values({ tenant_id: scope.tenant, status: 'sent', ...invitation }),
  );
}

export async function updateInvitation(
  tx: Transaction,
  tenant: string,
  id: string,
  change: Partial<Offered> & {
    readonly status?: InvitationStatus;
    readonly delivery?: 'queued';
    readonly accepted_by?: string;
  },
): Promise<void> {
  await tx.run(
    sqlBuilder.updateTable('invitation').set(change).where('tenant_id', '=', tenant).where('id', '=', id),
  );
}

function byToken(tokenHash: Buffer) {
  return invitations()
    .innerJoin('account', 'account.id', 'invitation.tenant_id')
    .select(COLUMNS)
    .where('invitation.token_hash', '=', tokenHash)
    .where('account.closed_at', 'is', null);
}

/** For the holder of a link, of whichever account. */
export function findByToken(tx: Transaction, tokenHash: Buffer) {
  return tx.first(
    byToken(tokenHash)
      .leftJoin('manager', 'manager.id', 'invitation.invited_by')
      .select(['account.name as account_name', 'manager.user_name as invited_by']),
  );
}

export function lockByToken(tx: Transaction, tokenHash: Buffer) {
  return tx.first(byToken(tokenHash).select('invitation.tenant_id').forUpdate('invitation'));
}

/** The verified contacts of a person, and their nickname. */
export function findPerson(tx: Transaction, managerId: string) {
  return tx.first(
    sqlBuilder
      .selectFrom('manager')
      .select(['user_name', 'nickname', 'phone', 'email'])
      .where('id', '=', managerId),
  );
}

/** Returns the account of the invitation. */
export async function updateDelivery(
  tx: Transaction,
  id: string,
  delivery: Invitation['delivery'],
): Promise<string | undefined> {
  const updated = await tx.first(
    sqlBuilder.updateTable('invitation').set({ delivery }).where('id', '=', id).returning('tenant_id'),
  );
  return updated?.tenant_id;
}

/** Over all accounts; returns those that had any. */
export async function expireInvitations(
  tx: Transaction,
  from: readonly InvitationStatus[],
  now: Date,
): Promise<string[]> {
  const expired = await tx.all(
    sqlBuilder
      .updateTable('invitation')
      .set({ status: 'expired' })
      .where('status', '=', sql<InvitationStatus>`any(${from}::text[])`)
      .where('expires_at', '<=', now)
      .returning('tenant_id'),
  );
  return [...new Set(expired.map((row) => row.tenant_id))];
}
