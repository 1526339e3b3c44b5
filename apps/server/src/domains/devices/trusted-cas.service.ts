import { X509Certificate } from 'node:crypto';
import type { TrustedCa } from '@airloom/contract/devices/devices.model';
import { sqlBuilder, type Transaction } from '../../platform/database/database.ts';
import { tell } from '../../platform/events/outbox.ts';
import { Failure, invalidField } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Scope, TenantScope } from '../../platform/scope.ts';
import { fingerprintOf } from './certificate-authority.ts';
import { changeDevices } from './device-change.ts';
import { requireWholeAccount } from './reach.ts';

function trustedRows(tx: Transaction, scope: TenantScope) {
  return tx.all(
    sqlBuilder
      .selectFrom('trusted_ca')
      .select(['id', 'name', 'fingerprint', 'pem', 'created_at'])
      .where('tenant_id', '=', scope.tenant)
      .orderBy('created_at')
      .orderBy('id'),
  );
}

export async function listTrustedCas(platform: Platform, scope: Scope): Promise<TrustedCa[]> {
  requireWholeAccount(scope);
  const rows = await platform.database.withTenant(scope, (tx) => trustedRows(tx, scope));
  return rows.map((row) => {
    const certificate = new X509Certificate(row.pem);
    return {
      trustedCaUUID: row.id,
      name: row.name,
      fingerprint: row.fingerprint,
      subject: certificate.subject,
      notAfter: certificate.validToDate.toISOString(),
      createdAt: row.created_at.toISOString(),
    };
  });
}

export async function addTrustedCa(
  platform: Platform,
  scope: Scope,
  { name, pem }: { readonly name: string; readonly pem: string },
): Promise<string> {
  requireWholeAccount(scope);
  const certificate = certificateIn(pem, platform.now());
  const fingerprint = fingerprintOf(certificate);
  const id = newId();
  return changeDevices(platform, scope, async (tx) => {
    await platform.quotas.require(tx, scope, 'trustedCas');
    await tx.run(
      sqlBuilder
        .insertInto('trusted_ca')
        .values({ tenant_id: scope.tenant, id, name, fingerprint, pem: certificate.toString() }),
    );
    await tell(tx, scope.tenant, 'TrustedMakersChanged', {});
    return {
      change: { target: caTarget(name), after: { fingerprint, subject: certificate.subject } },
      answer: id,
    };
  });
}

/** One certificate that may issue others and still may today. */
function certificateIn(pem: string, now: Date): X509Certificate {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    throw invalidField('pem', 'validation.certificate');
  }
  if (!certificate.ca) throw invalidField('pem', 'validation.certificateNotCa');
  if (certificate.validToDate <= now) throw invalidField('pem', 'validation.certificateExpired');
  return certificate;
}

export function removeTrustedCa(platform: Platform, scope: Scope, trustedCaUUID: string): Promise<void> {
  requireWholeAccount(scope);
  return changeDevices(platform, scope, async (tx) => {
    const removed = await tx.first(
      sqlBuilder
        .deleteFrom('trusted_ca')
        .where('tenant_id', '=', scope.tenant)
        .where('id', '=', trustedCaUUID)
        .returning(['name', 'fingerprint']),
    );
    if (!removed) throw new Failure('notFound');
    await tell(tx, scope.tenant, 'TrustedMakersChanged', {});
    return {
      change: { target: caTarget(removed.name), before: { fingerprint: removed.fingerprint } },
      answer: undefined,
    };
  });
}

function caTarget(name: string): string {
  return `trusted CA ${name}`;
}
