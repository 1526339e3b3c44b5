import { LIMITS } from '@airloom/contract/limits';
import { macOf } from '@airloom/device-protocol/identity';
import type { MemberSample } from '@airloom/device-protocol/model';
import type { Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Quotas } from '../../../../platform/quotas/quotas.ts';
import { deviceRooms } from '../claims/device-quota.ts';
import {
  holdMembers,
  type KnownMember,
  type MemberState,
  writeMembers,
  writeMissed,
} from './presence.members.repository.ts';
import type { DeviceKey } from './presence.repository.ts';
import { isMissedBy, mayBeSpokenFor, type Speaker } from './presence.ts';

/** More than the largest controllers have; one that invents members fills no table. */
const MEMBERS_MAX = 2_000;

/** What a controller or gateway says of the devices under it. */
export interface MembersSaid extends DeviceKey {
  readonly members: readonly MemberSample[];
  /** Whether who is not among them is gone. */
  readonly missesOthers: boolean;
  /** Of a pair, the half that works now. */
  readonly tookOver: boolean;
}

export interface MemberChanges {
  readonly online: readonly DeviceKey[];
  readonly offline: readonly DeviceKey[];
  /** Those of which lists show more than another state. */
  readonly changed: readonly DeviceKey[];
  /** Managers that were not believed about everyone, and may be later. */
  readonly doubted: ReadonlySet<string>;
}

/** Writes what managers say of their members, for those they may speak for, and tells whose state that changed. */
export async function takeMembers(
  tx: Transaction,
  quotas: Quotas,
  said: readonly MembersSaid[],
  at: Date,
): Promise<MemberChanges> {
  const told = said.flatMap(({ tenant, deviceId, tookOver, members }) =>
    members.map((member) => ({ tenant, manager: deviceId, tookOver, member })),
  );
  const rows = await holdMembers(
    tx,
    said,
    told.map(({ tenant, member }) => ({ tenant, serial: member.serial })),
  );
  const counts = countMembers(rows);
  const known = new Map(rows.map((row) => [`${row.tenant} ${row.serial}`, row]));
  const unknown = told.filter(({ tenant, member }) => !known.has(`${tenant} ${member.serial}`));
  const rooms = await deviceRooms(tx, quotas, unknown);
  const managers = new Map(rows.map((row) => [row.id, row]));
  const written = new Map<string, MemberState>();
  const online: DeviceKey[] = [];
  const offline: DeviceKey[] = [];
  const onlyState = new Set<string>();
  const doubted = new Set<string>();
  for (const { tenant, manager, tookOver, member } of told) {
    const key = `${tenant} ${member.serial}`;
    const row = known.get(key);
    const siteId = managers.get(manager)?.siteId;
    // It is gone, speaks of itself, or said the same twice.
    if (siteId === undefined || row?.id === manager || written.get(key)?.managedBy === manager) continue;
    if (written.has(key) || !speaksFor(row, { deviceId: manager, siteId, tookOver }, counts)) {
      if (row?.provesItself !== true) doubted.add(manager);
      continue;
    }
    if (row === undefined && !rooms.take(tenant)) {
      doubted.add(manager);
      continue;
    }
    const state = stateOf(tenant, manager, member, row?.id ?? newId());
    written.set(key, state);
    const wasOnline = row !== undefined && row.status !== 'offline';
    if (row !== undefined && member.online !== wasOnline) onlyState.add(state.id);
    if (member.online && !wasOnline) online.push({ tenant, deviceId: state.id });
    if (!member.online && wasOnline) offline.push({ tenant, deviceId: state.id });
  }
  const changed = written.size > 0 ? await writeMembers(tx, [...written.values()], at) : [];
  const missed = missedBy(
    said,
    rows.filter(({ tenant, serial }) => !written.has(`${tenant} ${serial}`)),
  );
  await writeMissed(tx, missed, at);
  offline.push(...missed);
  return { online, offline, changed: changed.filter(({ deviceId }) => !onlyState.has(deviceId)), doubted };
}

/** How many devices stand under each already. */
function countMembers(rows: readonly KnownMember[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { managedBy } of rows) {
    if (managedBy !== null) counts.set(managedBy, (counts.get(managedBy) ?? 0) + 1);
  }
  return counts;
}

/** Of devices nobody was believed to list, those that one of these misses. */
function missedBy(said: readonly MembersSaid[], unlisted: readonly KnownMember[]): DeviceKey[] {
  const missing = new Map(said.filter((one) => one.missesOthers).map((one) => [one.deviceId, one]));
  return unlisted
    .filter((row) =>
      [row.managedBy, row.managersPeer].some((id) => {
        const by = id === null ? undefined : missing.get(id);
        return by !== undefined && isMissedBy(row, by);
      }),
    )
    .map(({ tenant, id }) => ({ tenant, deviceId: id }));
}

/** Counts those it takes on. */
function speaksFor(row: KnownMember | undefined, by: Speaker, counts: Map<string, number>): boolean {
  if (row !== undefined && !mayBeSpokenFor(row, by)) return false;
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
    name: member.name.slice(0, LIMITS.device.apNameMax) || macOf(member.serial),
    model: member.model,
    version: member.firmware,
    ip: member.ip ?? '',
    online: member.online,
  };
}
