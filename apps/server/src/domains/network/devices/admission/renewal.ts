import { DAY } from '@airloom/contract/time';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { openAccounts } from './admission.repository.ts';
import type { Proof, ProofFault } from './admission.trust.ts';
import type { CertificateAuthority } from './certificate-authority.ts';
import {
  certificatesSince,
  goodCertificate,
  keepCertificate,
  lockDeviceWithSerial,
} from './enrolment.repository.ts';
import { type Enrolled, enrolled, issue } from './enrolment.ts';

/** Enough for lost responses; limits the number of rows. */
const A_DAY_MAX = 5;

/**
 * Renews the certificate of a device: for the same serial and account, with the same key or another one. The old one
 * stays valid until it expires, because the response may be lost. Only certificates issued here are renewed.
 */
export async function renew(
  { database, now: clock }: Pick<Platform, 'database' | 'now'>,
  authority: CertificateAuthority,
  proof: Proof | ProofFault,
  csr: string,
): Promise<Enrolled> {
  if (typeof proof === 'string' || proof.maker.kind !== 'own') throw new Failure('permissionDenied');
  const { serial, fingerprint } = proof;
  const now = clock();
  return database.asSystem(async (tx) => {
    const tenant = (await goodCertificate(tx, { fingerprint, serial }))?.tenant;
    if (tenant === undefined) throw new Failure('permissionDenied');
    // Revoking locks the device first: either the revocation is seen here, or it includes the new certificate.
    const deviceId = await lockDeviceWithSerial(tx, tenant, serial);
    const old = await goodCertificate(tx, { fingerprint, serial });
    const isOpen = (await openAccounts(tx, [tenant])).has(tenant);
    if (deviceId === undefined || old?.tenant !== tenant || !isOpen) throw new Failure('permissionDenied');
    if ((await certificatesSince(tx, tenant, deviceId, new Date(now.getTime() - DAY))) >= A_DAY_MAX) {
      throw new Failure('tooManyRequests');
    }
    const issued = await issue(authority, csr, now);
    if (issued.serial !== serial) throw new Failure('permissionDenied');
    await keepCertificate(tx, { tenant, ...issued, deviceId, codeId: old.codeId, now });
    return enrolled(authority, issued);
  });
}
