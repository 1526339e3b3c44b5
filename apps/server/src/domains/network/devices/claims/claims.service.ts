import { createHash } from 'node:crypto';
import { NO_SETTINGS } from '@airloom/contract/configuration/effective';
import type { ClaimCode, RefusedDevice, UnclaimedDevice } from '@airloom/contract/devices/devices.model';
import type { Page } from '@airloom/contract/paging';
import { HOUR } from '@airloom/contract/time';
import { audit, type ChangedObject } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import { READABLE, randomCode } from '../../../../platform/one-time-codes/random-code.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { shareSite } from '../../../people/organizations/index.ts';
import { CertificateAuthority } from '../admission/certificate-authority.ts';
import { claimCodeHash } from '../admission/enrolment.ts';
import { makeConfigurations } from '../configuration/configurations.service.ts';
import { readProven } from '../configuration/proven-settings.ts';
import { releaseAnew } from '../configuration/released-settings.ts';
import { changeDevices, loggedDevice } from '../device-change.ts';
import { requireGroupInSite } from '../groups.repository.ts';
import {
  type LockedDevice,
  lockDevice,
  lockDevices,
  placeDevices,
  removeDevices,
} from '../presence/locked-devices.repository.ts';
import { requireWholeAccount, seesWaiting } from '../reach.ts';
import { boundTo, sortedOut } from './bulk-refusal.ts';
import * as repository from './claims.repository.ts';

const CODE_GROUPS = 5;
const CODE_GROUP_LENGTH = 5;

/** 125 random bits, in groups for typing. */
function newClaimCode(): string {
  return Array.from({ length: CODE_GROUPS }, () => randomCode(READABLE, CODE_GROUP_LENGTH)).join('-');
}

/** Creates a code and stores its hash; only the response contains the code. */
export async function makeClaimCode(
  tx: Transaction,
  by: Pick<Scope, 'tenant' | 'manager'>,
  given: Omit<repository.NewClaimCode, 'hash'>,
): Promise<string> {
  const code = newClaimCode();
  await repository.insertClaimCode(tx, by, { ...given, hash: claimCodeHash(code) });
  return code;
}

export async function createClaimCode(
  platform: Platform,
  scope: Scope,
  given: { readonly siteUUID: string | null; readonly uses: number; readonly validHours: number },
): Promise<{ claimCodeUUID: string; code: string; expiresAt: string; ca: string; caHash: string }> {
  if (given.siteUUID === null) requireWholeAccount(scope);
  const now = platform.now();
  const id = newId();
  const expiresAt = new Date(now.getTime() + given.validHours * HOUR);
  const code = await changeDevices(platform, scope, async (tx) => {
    const site = given.siteUUID === null ? null : await shareSite(tx, scope, given.siteUUID);
    if (site === undefined) throw new Failure('notFound');
    await platform.quotas.require(tx, scope, 'claimCodes');
    const { siteUUID: siteId, uses } = given;
    return {
      change: loggedCode({ id, siteId }, audit.values(null, { uses, expiresAt })),
      answer: await makeClaimCode(tx, scope, { id, siteId, uses, expiresAt }),
    };
  });
  const { pem: ca } = await CertificateAuthority.open(platform.settings.dataDir, now);
  const caHash = createHash('sha256').update(ca).digest('hex');
  return { claimCodeUUID: id, code, expiresAt: expiresAt.toISOString(), ca, caHash };
}

export function listClaimCodes(
  platform: Platform,
  scope: Scope,
  request: Omit<PageRequest, 'search'>,
): Promise<Page<ClaimCode>> {
  return platform.database.withTenant(scope, (tx) => repository.listClaimCodes(tx, scope, request));
}

export function revokeClaimCode(platform: Platform, scope: Scope, claimCodeUUID: string): Promise<boolean> {
  return changeDevices(platform, scope, async (tx) => {
    const code = await repository.lockClaimCode(tx, scope, claimCodeUUID);
    if (!code) throw new Failure('notFound');
    if (code.revoked_at !== null) return { change: null, answer: false };
    await repository.revokeClaimCode(tx, scope, claimCodeUUID, platform.now());
    return { change: loggedCode({ id: code.id, siteId: code.site_id }), answer: true };
  });
}

/** The code itself is never logged. */
function loggedCode(
  { id, siteId }: { readonly id: string; readonly siteId: string | null },
  changes?: ChangedObject['changes'],
): ChangedObject {
  return audit.object('claimCode', { id, name: id }, { sites: [siteId] }, changes);
}

export async function listUnclaimed(
  platform: Platform,
  scope: Scope,
  request: PageRequest,
): Promise<Page<UnclaimedDevice>> {
  if (!seesWaiting(scope)) return { total: 0, rows: [] };
  return platform.database.withTenant(scope, (tx) => repository.listUnclaimed(tx, scope, request));
}

/** Locks unclaimed devices; devices of a site are not found. */
async function lockUnclaimed(
  tx: Transaction,
  scope: Scope,
  deviceUUIDs: readonly string[],
): Promise<LockedDevice[]> {
  const locked = await lockDevices(tx, scope, deviceUUIDs);
  if (locked.some(({ site_id }) => site_id !== null)) throw new Failure('notFound');
  return locked;
}

export function claimDevices(
  platform: Platform,
  scope: Scope,
  { deviceUUIDs, siteUUID, groupUUID }: { deviceUUIDs: string[]; siteUUID: string; groupUUID: string | null },
): Promise<{ claimed: number; refused: RefusedDevice[] }> {
  requireWholeAccount(scope);
  return changeDevices(platform, scope, async (tx) => {
    const site = await shareSite(tx, scope, siteUUID);
    if (!site) throw new Failure('notFound');
    await requireGroupInSite(tx, scope, groupUUID, siteUUID);
    const { good, refused } = sortedOut(await lockUnclaimed(tx, scope, deviceUUIDs), boundTo);
    const ids = good.map(({ id }) => id);
    await placeDevices(tx, scope, ids, { site_id: siteUUID, group_id: groupUUID, placed_at: platform.now() });
    const managed = good.filter((device) => device.configuration_state !== 'unmanaged');
    await releaseAnew(
      tx,
      scope,
      await readProven(
        tx,
        scope,
        managed.map(({ id }) => id),
        () => NO_SETTINGS,
      ),
    );
    await makeConfigurations(tx, scope, ids, {
      reason: 'claimed',
      by: scope.manager,
      at: platform.now(),
    });
    await publishEvent(tx, scope.tenant, 'DevicesMoved', { deviceIds: ids });
    return {
      change: good.map((device) =>
        loggedDevice(
          device,
          audit.values({ site: null }, { site: audit.references('site', [site], ({ id }) => id) }),
          siteUUID,
        ),
      ),
      answer: { claimed: good.length, refused },
    };
  });
}

export function rejectUnclaimed(platform: Platform, scope: Scope, deviceUUIDs: string[]): Promise<number> {
  requireWholeAccount(scope);
  return changeDevices(platform, scope, async (tx) => {
    const locked = await lockUnclaimed(tx, scope, deviceUUIDs);
    await repository.revokeCertificates(tx, scope, deviceUUIDs, platform.now());
    await removeDevices(tx, scope, deviceUUIDs);
    await publishEvent(tx, scope.tenant, 'DevicesRefused', { deviceIds: deviceUUIDs });
    return {
      change: locked.map((device) => loggedDevice(device)),
      answer: locked.length,
    };
  });
}

export function revokeDevice(platform: Platform, scope: Scope, deviceUUID: string): Promise<void> {
  return changeDevices(platform, scope, async (tx) => {
    const locked = await lockDevice(tx, scope, deviceUUID);
    const revoked = await repository.revokeCertificates(tx, scope, [deviceUUID], platform.now());
    await publishEvent(tx, scope.tenant, 'DevicesRefused', { deviceIds: [deviceUUID] });
    return {
      change: loggedDevice(locked, audit.values(null, { revokedCertificates: revoked })),
      answer: undefined,
    };
  });
}
