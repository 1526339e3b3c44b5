import { createPublicKey } from 'node:crypto';
import type { FirmwareKey } from '@airloom/contract/firmware/firmware.model';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { rethrowUnique } from '../../../../platform/database/unique.ts';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import { requireWholeAccount } from '../../../people/organizations/index.ts';
import { algorithmOf, keyFingerprint, publicKeyIn, spkiPem, type TrustedKey } from './signature.ts';

function keyRows(tx: Transaction, scope: TenantScope) {
  return tx.all(
    sqlBuilder
      .selectFrom('firmware_key')
      .select(['id', 'name', 'fingerprint', 'pem', 'created_at'])
      .where('tenant_id', '=', scope.tenant)
      .orderBy('created_at')
      .orderBy('id'),
  );
}

export async function trustedKeys(tx: Transaction, scope: TenantScope): Promise<TrustedKey[]> {
  const rows = await keyRows(tx, scope);
  return rows.map(({ name, fingerprint, pem }) => ({ name, fingerprint, key: createPublicKey(pem) }));
}

export async function listKeys({ database }: Platform, scope: Scope): Promise<FirmwareKey[]> {
  const rows = await database.withTenant(scope, (tx) => keyRows(tx, scope));
  return rows.map((row) => ({
    keyUUID: row.id,
    name: row.name,
    fingerprint: row.fingerprint,
    algorithm: algorithmOf(createPublicKey(row.pem)) ?? '',
    createdAt: row.created_at.toISOString(),
  }));
}

export async function addKey(
  { database, now, quotas }: Platform,
  scope: Scope,
  { name, pem }: { readonly name: string; readonly pem: string },
): Promise<string> {
  // The keys decide what runs on every device of the account.
  requireWholeAccount(scope);
  const key = publicKeyIn(pem);
  if (key === null) throw invalidField('pem', 'validation.publicKey');
  const id = newId();
  const fingerprint = keyFingerprint(key);
  await database
    .withTenant(scope, async (tx) => {
      await quotas.require(tx, scope, 'firmwareKeys');
      await tx.run(
        sqlBuilder
          .insertInto('firmware_key')
          .values({ tenant_id: scope.tenant, id, name, fingerprint, pem: spkiPem(key), created_at: now() }),
      );
      await recordOperation(
        tx,
        scope,
        audit.object('firmwareKey', { id, name }, {}, audit.values(null, { fingerprint })),
      );
    })
    .catch(rethrowUnique({ firmware_key_fingerprint: 'firmwareKeyTaken' }));
  return id;
}

export async function removeKey({ database }: Platform, scope: Scope, id: string): Promise<void> {
  // The keys decide what runs on every device of the account.
  requireWholeAccount(scope);
  await database.withTenant(scope, async (tx) => {
    const removed = await tx.first(
      sqlBuilder
        .deleteFrom('firmware_key')
        .where('tenant_id', '=', scope.tenant)
        .where('id', '=', id)
        .returning(['name', 'fingerprint']),
    );
    if (removed === undefined) throw new Failure('notFound');
    const changes = audit.values({ fingerprint: removed.fingerprint }, null);
    await recordOperation(tx, scope, audit.object('firmwareKey', { id, name: removed.name }, {}, changes));
  });
}
