import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { mapSecrets, secretsIn } from '@airloom/contract/configuration/secret-fields';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import type { Vault } from '../../../platform/secrets.ts';

const DIGEST_BYTES = 16;

/** Keyed and different for each setting: equal passwords of two settings have different digests. */
function digestOf(vault: Vault, { tenant }: TenantScope, settingId: string, text: string): string {
  const mac = vault.mac('setting secret', `${tenant} ${settingId} ${text}`);
  return mac.subarray(0, DIGEST_BYTES).toString('hex');
}

/** An edit, and the id of its setting: for a new one the id it will have. */
export interface IdentifiedEdit {
  readonly settingId: string;
  readonly edit: SettingEdit;
}

/** The edit with digests instead of new secrets. */
export function withDigests(
  vault: Vault,
  scope: TenantScope,
  { settingId, edit }: IdentifiedEdit,
): SettingEdit {
  return mapSecrets(edit, (secret) =>
    typeof secret === 'string' ? { digest: digestOf(vault, scope, settingId, secret) } : secret,
  );
}

export function hasNewSecrets(edit: SettingEdit): boolean {
  return secretsIn(edit).some((secret) => typeof secret === 'string');
}

/** Stores the new secrets of edits. A stored one counts as new again, so that it is not deleted meanwhile. */
export async function storeSecrets(
  tx: Transaction,
  vault: Vault,
  scope: TenantScope,
  edits: readonly IdentifiedEdit[],
  now: Date,
): Promise<void> {
  const fresh = new Map(
    edits.flatMap(({ settingId, edit }) =>
      secretsIn(edit)
        .filter((secret) => typeof secret === 'string')
        .map((text): [string, string] => [digestOf(vault, scope, settingId, text), vault.seal(text)]),
    ),
  );
  if (fresh.size === 0) return;
  await tx.run(sql`
    insert into setting_secret (tenant_id, digest, sealed, created_at)
    select ${scope.tenant}::uuid, digest, sealed, ${now}::timestamptz
    from unnest(${[...fresh.keys()]}::text[], ${[...fresh.values()]}::text[]) as given (digest, sealed)
    order by digest
    on conflict (tenant_id, digest) do update set created_at = excluded.created_at`);
}

/** Secrets by digest. */
export async function revealSecrets(
  tx: Transaction,
  vault: Vault,
  scope: TenantScope,
  digests: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const sealed = await readSealedSecrets(tx, scope, digests);
  return new Map([...sealed].map(([digest, secret]) => [digest, vault.unseal(secret)]));
}

/** Sealed secrets by digest. */
export async function readSealedSecrets(
  tx: Transaction,
  { tenant }: TenantScope,
  digests: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (digests.length === 0) return new Map();
  const rows = await tx.all(sql<{ digest: string; sealed: string }>`
    select digest, sealed from setting_secret
    where tenant_id = ${tenant} and digest = any(${[...new Set(digests)]}::text[])`);
  return new Map(rows.map(({ digest, sealed }) => [digest, sealed]));
}

/** Accounts with secrets that were stored before this time. */
export async function tenantsWithSecrets(tx: Transaction, before: Date): Promise<string[]> {
  const rows = await tx.all(sql<{ tenant: string }>`
    select distinct tenant_id as tenant from setting_secret where created_at < ${before}`);
  return rows.map(({ tenant }) => tenant);
}

/** Digests of the secrets that were stored before this time. */
export async function secretsBefore(
  tx: Transaction,
  { tenant }: TenantScope,
  before: Date,
): Promise<string[]> {
  const rows = await tx.all(sql<{ digest: string }>`
    select digest from setting_secret where tenant_id = ${tenant} and created_at < ${before}`);
  return rows.map(({ digest }) => digest);
}

/** Deletes secrets, except those that were stored again since: one that is being stored is locked. */
export async function deleteSecrets(
  tx: Transaction,
  { tenant }: TenantScope,
  digests: readonly string[],
  before: Date,
): Promise<void> {
  if (digests.length === 0) return;
  await tx.run(sql`
    delete from setting_secret
    where tenant_id = ${tenant} and digest = any(${digests}::text[]) and created_at < ${before}`);
}
