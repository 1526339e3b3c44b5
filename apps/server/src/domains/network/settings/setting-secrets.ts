import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { mapSecrets, secretsIn } from '@airloom/contract/configuration/secret-fields';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import { Failure } from '../../../platform/failure.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import type { Vault } from '../../../platform/secrets.ts';

const DIGEST_BYTES = 16;

/** Keyed and different in each account: equal passwords of two accounts have different digests. */
function digestOf(vault: Vault, { tenant }: TenantScope, text: string): string {
  return vault.mac('setting secret', `${tenant} ${text}`).subarray(0, DIGEST_BYTES).toString('hex');
}

/** Stores new secrets of edits and returns the edits with digests. A digest must be one of the account. */
export async function storeSecrets(
  tx: Transaction,
  vault: Vault,
  scope: TenantScope,
  edits: readonly SettingEdit[],
  now: Date,
): Promise<SettingEdit[]> {
  const secrets = edits.flatMap(secretsIn);
  const fresh = new Map(
    secrets
      .filter((secret) => typeof secret === 'string')
      .map((text) => [digestOf(vault, scope, text), vault.seal(text)]),
  );
  await tx.run(sql`
    insert into setting_secret (tenant_id, digest, sealed, created_at)
    select ${scope.tenant}::uuid, digest, sealed, ${now}::timestamptz
    from unnest(${[...fresh.keys()]}::text[], ${[...fresh.values()]}::text[]) as given (digest, sealed)
    on conflict do nothing`);
  const kept = secrets.flatMap((secret) => (typeof secret === 'string' ? [] : [secret.digest]));
  const known = await revealSecrets(tx, vault, scope, kept);
  if (kept.some((digest) => !known.has(digest))) throw new Failure('notFound');
  return edits.map((edit) =>
    mapSecrets(edit, (secret) =>
      typeof secret === 'string' ? { digest: digestOf(vault, scope, secret) } : secret,
    ),
  );
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
