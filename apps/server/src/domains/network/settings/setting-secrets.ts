import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { mapSecrets, secretsIn } from '@airloom/contract/configuration/secret-fields';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import type { Vault } from '../../../platform/secrets.ts';

const DIGEST_BYTES = 16;

/** Keyed and different in each account: equal passwords of two accounts have different digests. */
function digestOf(vault: Vault, { tenant }: TenantScope, text: string): string {
  return vault.mac('setting secret', `${tenant} ${text}`).subarray(0, DIGEST_BYTES).toString('hex');
}

/** The edit with digests instead of new secrets. */
export function withDigests(vault: Vault, scope: TenantScope, edit: SettingEdit): SettingEdit {
  return mapSecrets(edit, (secret) =>
    typeof secret === 'string' ? { digest: digestOf(vault, scope, secret) } : secret,
  );
}

/** Stores the new secrets of edits. */
export async function storeSecrets(
  tx: Transaction,
  vault: Vault,
  scope: TenantScope,
  edits: readonly SettingEdit[],
  now: Date,
): Promise<void> {
  const fresh = new Map(
    edits
      .flatMap(secretsIn)
      .filter((secret) => typeof secret === 'string')
      .map((text) => [digestOf(vault, scope, text), vault.seal(text)]),
  );
  if (fresh.size === 0) return;
  await tx.run(sql`
    insert into setting_secret (tenant_id, digest, sealed, created_at)
    select ${scope.tenant}::uuid, digest, sealed, ${now}::timestamptz
    from unnest(${[...fresh.keys()]}::text[], ${[...fresh.values()]}::text[]) as given (digest, sealed)
    on conflict do nothing`);
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
