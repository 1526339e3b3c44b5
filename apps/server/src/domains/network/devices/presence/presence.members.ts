import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import { isConnected } from '@airloom/contract/devices/devices.states';
import { macOf } from '@airloom/device-protocol/identity';
import type { MemberSample } from '@airloom/device-protocol/model';
import type { Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Quotas } from '../../../../platform/quotas/quotas.ts';
import { remainingDeviceQuota } from '../claims/device-quota.ts';
import {
  type KnownMember,
  lockMembers,
  type MemberState,
  writeMembers,
  writeMissed,
} from './presence.members.repository.ts';
import type { DeviceKey } from './presence.repository.ts';
import { type Controller, isMissingFrom, mayBeAdoptedBy } from './presence.ts';

/** More than the largest controllers have; limits invented members. */
const MEMBERS_MAX = 2_000;

/** Members reported by a controller or gateway. */
export interface ReportedMembers extends DeviceKey {
  readonly members: readonly MemberSample[];
  /** Whether unlisted members are offline. */
  readonly listsAll: boolean;
  /** Whether it is the active half of a pair. */
  readonly isActive: boolean;
}

export interface MemberChanges {
  readonly online: readonly DeviceKey[];
  readonly offline: readonly DeviceKey[];
  /** Devices with changes beyond their status. */
  readonly changed: readonly DeviceKey[];
  /** Controllers with refused members, which may be accepted later. */
  readonly rejected: ReadonlySet<string>;
}

/** Stores reported members where their controller may report them, and returns the changes of status. */
export async function storeMembers(
  tx: Transaction,
  quotas: Quotas,
  reports: readonly ReportedMembers[],
  at: Date,
): Promise<MemberChanges> {
  const reported = reports.flatMap(({ tenant, deviceId, isActive, members }) =>
    members.map((member) => ({ tenant, controller: deviceId, isActive, member })),
  );
  const rows = await lockMembers(
    tx,
    reports,
    reported.map(({ tenant, member }) => ({ tenant, serial: member.serial })),
  );
  const counts = countMembers(rows);
  const known = new Map(rows.map((row) => [`${row.tenant} ${row.serial}`, row]));
  const unknown = reported.filter(({ tenant, member }) => !known.has(`${tenant} ${member.serial}`));
  const quota = await remainingDeviceQuota(tx, quotas, unknown);
  const controllers = new Map(rows.map((row) => [row.id, row]));
  const written = new Map<string, MemberState>();
  const online: DeviceKey[] = [];
  const offline: DeviceKey[] = [];
  const onlyState = new Set<string>();
  const rejected = new Set<string>();
  for (const { tenant, controller, isActive, member } of reported) {
    const key = `${tenant} ${member.serial}`;
    const row = known.get(key);
    const siteId = controllers.get(controller)?.siteId;
    // The controller is deleted, lists itself, or listed the member twice.
    if (siteId === undefined || row?.id === controller || written.get(key)?.managedBy === controller)
      continue;
    if (written.has(key) || !adopts(row, { deviceId: controller, siteId, isActive }, counts)) {
      if (row?.hasCertificate !== true) rejected.add(controller);
      continue;
    }
    if (row === undefined && !quota.take(tenant)) {
      rejected.add(controller);
      continue;
    }
    const state = stateOf(tenant, controller, member, row?.id ?? newId());
    written.set(key, state);
    const wasOnline = row !== undefined && isConnected(row.status);
    if (row !== undefined && member.online !== wasOnline) onlyState.add(state.id);
    if (member.online && !wasOnline) online.push({ tenant, deviceId: state.id });
    if (!member.online && wasOnline) offline.push({ tenant, deviceId: state.id });
  }
  const changed = written.size > 0 ? await writeMembers(tx, [...written.values()], at) : [];
  const missed = missedBy(
    reports,
    rows.filter(({ tenant, serial }) => !written.has(`${tenant} ${serial}`)),
  );
  await writeMissed(tx, missed, at);
  offline.push(...missed);
  return { online, offline, changed: changed.filter(({ deviceId }) => !onlyState.has(deviceId)), rejected };
}

/** Number of members by controller. */
function countMembers(rows: readonly KnownMember[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { managedBy } of rows) {
    if (managedBy !== null) counts.set(managedBy, (counts.get(managedBy) ?? 0) + 1);
  }
  return counts;
}

/** Unlisted devices that one of these controllers misses. */
function missedBy(reports: readonly ReportedMembers[], unlisted: readonly KnownMember[]): DeviceKey[] {
  const missing = new Map(reports.filter((one) => one.listsAll).map((one) => [one.deviceId, one]));
  return unlisted
    .filter((row) =>
      [row.managedBy, row.controllerPeer].some((id) => {
        const by = id === null ? undefined : missing.get(id);
        return by !== undefined && isMissingFrom(row, by);
      }),
    )
    .map(({ tenant, id }) => ({ tenant, deviceId: id }));
}

/** Counts adopted members. */
function adopts(row: KnownMember | undefined, by: Controller, counts: Map<string, number>): boolean {
  if (row !== undefined && !mayBeAdoptedBy(row, by)) return false;
  if (row?.managedBy === by.deviceId) return true;
  const count = counts.get(by.deviceId) ?? 0;
  if (count >= MEMBERS_MAX) return false;
  counts.set(by.deviceId, count + 1);
  return true;
}

function stateOf(tenant: string, managedBy: string, member: MemberSample, id: string): MemberState {
  return {
    tenant,
    id,
    serial: member.serial,
    managedBy,
    name: member.name.slice(0, DEVICE_LIMITS.apNameMax) || macOf(member.serial),
    model: member.model,
    version: member.firmware,
    ip: member.ip ?? '',
    online: member.online,
  };
}
