import { randomBytes, X509Certificate } from 'node:crypto';
import type { TrustedCa } from '@airloom/contract/devices/devices.model';
import { sql } from 'kysely';
import { audit, type ChangedObject } from '../../../../platform/audit.ts';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { publishEvent, publishEvents } from '../../../../platform/events/outbox.ts';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import { changeDevices } from '../device-change.ts';
import { requireWholeAccount } from '../reach.ts';
import { hasIssued, named } from './admission.trust.ts';
import { fingerprintOf } from './certificate-authority.ts';

/** With its prefix it fits a common name of at most 64 characters. */
const CHALLENGE_BYTES = 16;

function trustedRows(tx: Transaction, scope: TenantScope) {
  return tx.all(
    sqlBuilder
      .selectFrom('trusted_ca')
      .select(['id', 'name', 'fingerprint', 'pem', 'challenge', 'proven_at', 'needs_proof', 'created_at'])
      .where('tenant_id', '=', scope.tenant)
      .orderBy('created_at')
      .orderBy('id'),
  );
}

type TrustedRow = Awaited<ReturnType<typeof trustedRows>>[number];

function stateOf(row: Pick<TrustedRow, 'proven_at' | 'needs_proof'>): TrustedCa['state'] {
  if (row.proven_at !== null) return 'proven';
  return row.needs_proof ? 'waitingForProof' : 'trustedEarlier';
}

export async function listTrustedCas(platform: Platform, scope: Scope): Promise<TrustedCa[]> {
  requireWholeAccount(scope);
  const rows = await platform.database.withTenant(scope, (tx) => trustedRows(tx, scope));
  // An account that has not proven a certificate does not learn that others trust it.
  const admitting = rows.filter((row) => stateOf(row) !== 'waitingForProof');
  const shared = await platform.database.asSystem((tx) =>
    sharedCas(
      tx,
      scope,
      admitting.map(({ fingerprint }) => fingerprint),
    ),
  );
  const sharedHere = new Set(shared.map(({ fingerprint }) => fingerprint));
  return rows.map((row) => {
    const certificate = new X509Certificate(row.pem);
    return {
      trustedCaUUID: row.id,
      name: row.name,
      fingerprint: row.fingerprint,
      subject: certificate.subject,
      notAfter: certificate.validToDate.toISOString(),
      createdAt: row.created_at.toISOString(),
      state: stateOf(row),
      challenge: row.proven_at === null ? row.challenge : null,
      shared: sharedHere.has(row.fingerprint),
    };
  });
}

interface SharedCa {
  readonly tenant: string;
  readonly id: string;
  readonly fingerprint: string;
}

/** Other accounts that admit devices of these authorities. Runs as the system. */
function sharedCas(
  tx: Transaction,
  { tenant }: TenantScope,
  fingerprints: readonly string[],
): Promise<SharedCa[]> {
  return tx.all(sql<SharedCa>`
    select tenant_id as tenant, id, fingerprint from trusted_ca
    where fingerprint = any(${fingerprints}::text[]) and tenant_id <> ${tenant}
      and (proven_at is not null or not needs_proof)`);
}

/** It admits no device before it is proven. */
export async function addTrustedCa(
  platform: Platform,
  scope: Scope,
  { name, pem }: { readonly name: string; readonly pem: string },
): Promise<{ trustedCaUUID: string; challenge: string }> {
  requireWholeAccount(scope);
  const certificate = certificateIn(pem, platform.now());
  const fingerprint = fingerprintOf(certificate);
  const id = newId();
  const challenge = `airloom-${randomBytes(CHALLENGE_BYTES).toString('hex')}`;
  return changeDevices(platform, scope, async (tx) => {
    await platform.quotas.require(tx, scope, 'trustedCas');
    await tx.run(
      sqlBuilder.insertInto('trusted_ca').values({
        tenant_id: scope.tenant,
        id,
        name,
        fingerprint,
        pem: certificate.toString(),
        challenge,
        proven_at: null,
      }),
    );
    return {
      change: loggedCa({ id, name }, audit.values(null, { fingerprint, subject: certificate.subject })),
      answer: { trustedCaUUID: id, challenge },
    };
  });
}

/** Checks a certificate for the challenge: only the holder of the authority's key can issue one. */
export function proveTrustedCa(
  platform: Platform,
  scope: Scope,
  given: { readonly trustedCaUUID: string; readonly certificate: string },
): Promise<void> {
  requireWholeAccount(scope);
  return changeDevices(platform, scope, async (tx) => {
    const row = (await trustedRows(tx, scope)).find(({ id }) => id === given.trustedCaUUID);
    if (!row) throw new Failure('notFound');
    const proof = readCertificate('certificate', given.certificate);
    if (named(proof, 'CN') !== row.challenge) throw invalidField('certificate', 'validation.caProofName');
    if (!hasIssued(new X509Certificate(row.pem), proof)) {
      throw invalidField('certificate', 'validation.caProofIssuer');
    }
    await tx.run(
      sqlBuilder
        .updateTable('trusted_ca')
        .set({ proven_at: platform.now() })
        .where('tenant_id', '=', scope.tenant)
        .where('id', '=', row.id),
    );
    await publishEvent(tx, scope.tenant, 'TrustedMakersChanged', {});
    await publishEvent(tx, scope.tenant, 'TrustedCaProven', { trustedCaId: row.id });
    return { change: loggedCa(row, audit.values({ proven: false }, { proven: true })), answer: undefined };
  });
}

/** Notifies every account that trusts the same authority. */
export async function reportSharedCa(
  { database, wakeOutbox }: Pick<Platform, 'database' | 'wakeOutbox'>,
  tenant: string,
  trustedCaId: string,
): Promise<void> {
  await database.asSystem(async (tx) => {
    const own = (await trustedRows(tx, { tenant })).find(({ id }) => id === trustedCaId);
    if (own === undefined) return;
    const others = await sharedCas(tx, { tenant }, [own.fingerprint]);
    if (others.length === 0) return;
    await publishEvents(
      tx,
      [{ tenant, id: own.id }, ...others].map((ca) => ({
        tenant: ca.tenant,
        type: 'TrustedCaShared',
        payload: { trustedCaId: ca.id },
      })),
    );
  });
  wakeOutbox();
}

/** A single valid CA certificate. */
function certificateIn(pem: string, now: Date): X509Certificate {
  const certificate = readCertificate('pem', pem);
  if (!certificate.ca) throw invalidField('pem', 'validation.certificateNotCa');
  if (certificate.validToDate <= now) throw invalidField('pem', 'validation.certificateExpired');
  return certificate;
}

function readCertificate(field: 'pem' | 'certificate', pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw invalidField(field, 'validation.certificate');
  }
}

export function removeTrustedCa(platform: Platform, scope: Scope, trustedCaUUID: string): Promise<void> {
  requireWholeAccount(scope);
  return changeDevices(platform, scope, async (tx) => {
    const removed = await tx.first(
      sqlBuilder
        .deleteFrom('trusted_ca')
        .where('tenant_id', '=', scope.tenant)
        .where('id', '=', trustedCaUUID)
        .returning(['id', 'name', 'fingerprint']),
    );
    if (!removed) throw new Failure('notFound');
    await publishEvent(tx, scope.tenant, 'TrustedMakersChanged', {});
    return {
      change: loggedCa(removed, audit.values({ fingerprint: removed.fingerprint }, null)),
      answer: undefined,
    };
  });
}

function loggedCa(
  authority: { readonly id: string; readonly name: string },
  changes: ChangedObject['changes'],
): ChangedObject {
  return audit.object('trustedCa', authority, {}, changes);
}
