import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';

/** Distinguishes an API key from a session's token, in requests and in leaked text alike. */
export const API_KEY_PREFIX = 'alk_';

const COLUMNS = [
  'id',
  'name',
  'prefix',
  'grants',
  'created_at',
  'expires_at',
  'last_used_at',
  'ends_with_password',
] as const;

export function apiKeyBySecret(tx: Transaction, secretHash: Buffer, now: Date) {
  return tx.first(
    sqlBuilder
      .selectFrom('api_key')
      .select(['tenant_id', 'id', 'membership_id', 'grants'])
      .where('secret_hash', '=', secretHash)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)])),
  );
}

export async function touchApiKey(tx: Transaction, tenant: string, id: string, now: Date): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('api_key')
      .set({ last_used_at: now })
      .where('tenant_id', '=', tenant)
      .where('id', '=', id),
  );
}

export function apiKeysOf(tx: Transaction, tenant: string, membershipId: string) {
  return tx.all(
    sqlBuilder
      .selectFrom('api_key')
      .select(COLUMNS)
      .where('tenant_id', '=', tenant)
      .where('membership_id', '=', membershipId)
      .orderBy('created_at', 'desc'),
  );
}

export interface NewApiKey {
  readonly tenant: string;
  readonly id: string;
  readonly membershipId: string;
  readonly name: string;
  readonly prefix: string;
  readonly secretHash: Buffer;
  readonly grants: string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly endsWithPassword: boolean;
}

export async function insertApiKey(tx: Transaction, key: NewApiKey): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('api_key').values({
      tenant_id: key.tenant,
      id: key.id,
      membership_id: key.membershipId,
      name: key.name,
      prefix: key.prefix,
      secret_hash: key.secretHash,
      grants: key.grants,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      ends_with_password: key.endsWithPassword,
    }),
  );
}

export function deleteApiKey(tx: Transaction, tenant: string, membershipId: string, id: string) {
  return tx.first(
    sqlBuilder
      .deleteFrom('api_key')
      .where('tenant_id', '=', tenant)
      .where('membership_id', '=', membershipId)
      .where('id', '=', id)
      .returning(['name', 'prefix']),
  );
}

/** Those that end with the password of their person, in every account. */
export async function deleteKeysOfPassword(tx: Transaction, managerId: string): Promise<void> {
  await tx.run(
    sqlBuilder
      .deleteFrom('api_key')
      .where('ends_with_password', '=', true)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('membership')
            .select('membership.id')
            .whereRef('membership.tenant_id', '=', 'api_key.tenant_id')
            .whereRef('membership.id', '=', 'api_key.membership_id')
            .where('membership.manager_id', '=', managerId),
        ),
      ),
  );
}
