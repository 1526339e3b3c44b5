import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import { MINUTE } from '@airloom/contract/time';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvents } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import { revokeCertificates } from '../claims/claims.repository.ts';
import { loggedDevice } from '../device-change.ts';
import {
  type IssuedCertificate,
  isCertifiedBetween,
  type KeptDevice,
  keepCertificate,
} from './enrolment.repository.ts';

/** A request to connect as a device that has a certificate with another key. */
interface Requested {
  readonly tenant: string;
  readonly device: Pick<KeptDevice, 'id' | 'name' | 'siteId' | 'kind'>;
  /** Where the request came from. */
  readonly address: string;
  readonly certificate: Pick<IssuedCertificate, 'fingerprint'>;
}

/** By a claim code. */
interface ReEnrolment extends Requested {
  readonly device: KeptDevice;
  readonly certificate: IssuedCertificate;
}

/** Stores a certificate that requires approval; the current one stays valid. */
export async function requestApproval(tx: Transaction, asked: ReEnrolment, waiting: number): Promise<void> {
  if (waiting >= DEVICE_LIMITS.enrolmentRequestsMax) throw new Failure('tooManyRequests');
  await keepCertificate(tx, { ...asked.certificate, requestedFrom: asked.address });
  await announceRequest(tx, asked);
}

/** In the operation log, the alarms and the messages. */
export async function announceRequest(tx: Transaction, asked: Requested): Promise<void> {
  const { tenant, device } = asked;
  await record(tx, asked, 'waitingForApproval');
  await publishEvents(tx, [
    { tenant, type: 'EnrolmentRequested', payload: { deviceIds: [device.id] } },
    { tenant, type: 'DevicesChanged', payload: {} },
  ]);
}

/** No request takes longer; a certificate that was issued even later is of a clock that was set back. */
const REQUEST_MAX_MS = 2 * MINUTE;

/**
 * A device that never connected may not have received its first certificate: that one is revoked. A device that gave up
 * waiting and asked again keeps the certificate of its later request, also if the earlier one ends after it.
 * @throws {Failure} tooManyCalls, for the earlier request
 */
export async function replaceUnused(tx: Transaction, asked: ReEnrolment): Promise<void> {
  const { tenant, device, certificate } = asked;
  const until = new Date(certificate.now.getTime() + REQUEST_MAX_MS);
  if (await isCertifiedBetween(tx, tenant, device.id, certificate.now, until)) {
    throw new Failure('tooManyCalls');
  }
  await revokeCertificates(tx, { tenant }, [device.id], certificate.now);
  await record(tx, asked, 'replaced');
}

/** The operation log contains the address; there is no person. */
function record(
  tx: Transaction,
  { tenant, device, address, certificate: { fingerprint } }: Requested,
  outcome: 'waitingForApproval' | 'replaced',
): Promise<void> {
  const origin = { address, call: 'enrolAgain', requestId: newId() };
  return recordOperation(
    tx,
    { tenant, manager: null, userName: '', origin },
    loggedDevice({ ...device, site_id: device.siteId }, audit.values(null, { outcome, fingerprint })),
  );
}
