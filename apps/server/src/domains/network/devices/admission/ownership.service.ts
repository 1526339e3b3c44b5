import { audit } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { type NewEvent, publishEvent, publishEvents } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { revokeOwnCertificates } from '../claims/claims.repository.ts';
import { changeDevices, loggedDevice } from '../device-change.ts';
import { type LockedDevice, lockDevice, removeDevices } from '../presence/locked-devices.repository.ts';
import { listsChanged } from '../presence/presence.facts.ts';
import { requireOrganizationsOperated } from '../reach.ts';
import * as repository from './ownership.repository.ts';

interface Request {
  readonly deviceUUID: string;
  readonly fingerprint: string;
}

/** Approves the new key of the device. Requires the permission for passwords and configurations, which it receives. */
export function approveEnrolment(platform: Platform, scope: Scope, request: Request): Promise<void> {
  requireOrganizationsOperated(scope);
  return decide(platform, scope, request, async (tx, { id }, now) => {
    await repository.approve(tx, scope, { deviceId: id, fingerprint: request.fingerprint, now });
    // Closes the connection with the old certificate.
    await publishEvent(tx, scope.tenant, 'DevicesRefused', { deviceIds: [id] });
  });
}

export function rejectEnrolment(platform: Platform, scope: Scope, request: Request): Promise<void> {
  return decide(platform, scope, request, (tx, _held, now) =>
    repository.reject(tx, scope, { fingerprint: request.fingerprint, now }),
  );
}

function decide(
  platform: Platform,
  scope: Scope,
  { deviceUUID, fingerprint }: Request,
  write: (tx: Transaction, held: LockedDevice, now: Date) => Promise<void>,
): Promise<void> {
  return changeDevices(platform, scope, async (tx) => {
    const held = await lockDevice(tx, scope, deviceUUID);
    const requests = await repository.waitingRequests(tx, scope, deviceUUID);
    const request = requests.find((one) => one.fingerprint === fingerprint);
    if (request === undefined) throw new Failure('notFound');
    await write(tx, held, platform.now());
    await publishEvent(tx, scope.tenant, 'OwnershipDecided', { deviceIds: [deviceUUID] });
    return {
      change: loggedDevice(held, audit.values(null, { fingerprint, address: request.address })),
      answer: undefined,
    };
  });
}

export function confirmOwnership(platform: Platform, scope: Scope, deviceUUID: string): Promise<void> {
  return answer(platform, scope, deviceUUID, async (tx) => {
    await repository.answerDispute(tx, scope, deviceUUID, platform.now());
    await publishEvent(tx, scope.tenant, 'OwnershipDecided', { deviceIds: [deviceUUID] });
  });
}

/** Deletes the device here, also while it is connected. */
export function releaseDevice(platform: Platform, scope: Scope, deviceUUID: string): Promise<void> {
  requireOrganizationsOperated(scope);
  return answer(platform, scope, deviceUUID, async (tx) => {
    await revokeOwnCertificates(tx, scope, [deviceUUID], platform.now());
    await removeDevices(tx, scope, [deviceUUID]);
    await publishEvent(tx, scope.tenant, 'DevicesRefused', { deviceIds: [deviceUUID] });
  });
}

function answer(
  platform: Platform,
  scope: Scope,
  deviceUUID: string,
  write: (tx: Transaction) => Promise<void>,
): Promise<void> {
  return changeDevices(platform, scope, async (tx) => {
    const held = await lockDevice(tx, scope, deviceUUID);
    const dispute = await repository.openDispute(tx, scope, deviceUUID);
    if (dispute === null) throw new Failure('notFound');
    await write(tx);
    return {
      change: loggedDevice(held, audit.values({ disputedBy: dispute.accounts }, null)),
      answer: undefined,
    };
  });
}

/** Notifies the accounts that had these devices first, after the response, which is the same either way. */
export async function disputeRegistrations(
  { database, now, wakeOutbox }: Pick<Platform, 'database' | 'now' | 'wakeOutbox'>,
  claimant: string,
  deviceIds: readonly string[],
): Promise<void> {
  await database.asSystem(async (tx) => {
    const opened = await repository.openDisputes(tx, claimant, deviceIds, now());
    const disputed = [...Map.groupBy(opened, ({ tenant }) => tenant)].map(
      ([tenant, devices]): NewEvent => ({
        tenant,
        type: 'OwnershipDisputed',
        payload: { deviceIds: devices.map(({ deviceId }) => deviceId) },
      }),
    );
    await publishEvents(tx, [...disputed, ...listsChanged(opened.map(({ tenant }) => tenant))]);
  });
  wakeOutbox();
}
