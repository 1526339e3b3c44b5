import { LIMITS } from '@airloom/contract/limits';
import { macOf } from '@airloom/device-protocol/identity';
import type { MemberSample } from '@airloom/device-protocol/model';
import type { Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import {
  countMembers,
  holdMembers,
  type KnownMember,
  type MemberState,
  writeMembers,
} from './presence.members.repository.ts';
import type { DeviceKey } from './presence.repository.ts';
import { mayBeSpokenFor } from './presence.ts';

/** More than the largest controllers have; one that invents members fills no table. */
const MEMBERS_MAX = 2_000;

/** What a controller or gateway says of the devices under it. */
export interface MembersSaid extends DeviceKey {
  readonly members: readonly MemberSample[];
}

export interface MemberChanges {
  readonly online: readonly DeviceKey[];
  readonly offline: readonly DeviceKey[];
  /** Those of which lists show more than another state. */
  readonly changed: readonly DeviceKey[];
}

/** Writes what managers say of their members, for those they may speak for, and tells whose state that changed. */
export async function takeMembers(
  tx: Transaction,
  said: readonly MembersSaid[],
  at: Date,
): Promise<MemberChanges> {
  const told = said.flatMap(({ tenant, deviceId, members }) =>
    members.map((member) => ({ tenant, manager: deviceId, member })),
  );
  if (told.length === 0) return { online: [], offline: [], changed: [] };
  const [rows, counts] = await Promise.all([
    holdMembers(
      tx,
      told.map(({ tenant, member }) => ({ tenant, serial: member.serial })),
    ),
    countMembers(tx, said),
  ]);
  const known = new Map(rows.map((row) => [`${row.tenant} ${row.serial}`, row]));
  const written = new Map<string, MemberState>();
  const online: DeviceKey[] = [];
  const offline: DeviceKey[] = [];
  const onlyState = new Set<string>();
  for (const { tenant, manager, member } of told) {
    const key = `${tenant} ${member.serial}`;
    const row = known.get(key);
    if (written.has(key) || !speaksFor(row, manager, counts)) continue;
    const state = stateOf(tenant, manager, member, row?.id ?? newId());
    written.set(key, state);
    const wasOnline = row !== undefined && row.status !== 'offline';
    if (row !== undefined && member.online !== wasOnline) onlyState.add(state.id);
    if (member.online && !wasOnline) online.push({ tenant, deviceId: state.id });
    if (!member.online && wasOnline) offline.push({ tenant, deviceId: state.id });
  }
  const changed = written.size > 0 ? await writeMembers(tx, [...written.values()], at) : [];
  return { online, offline, changed: changed.filter(({ deviceId }) => !onlyState.has(deviceId)) };
}

/** Counts those it takes on. */
function speaksFor(row: KnownMember | undefined, manager: string, counts: Map<string, number>): boolean {
  if (row?.managedBy === manager) return mayBeSpokenFor(row, manager);
  const count = counts.get(manager) ?? 0;
  if (count >= MEMBERS_MAX || (row !== undefined && !mayBeSpokenFor(row, manager))) return false;
  if (row?.id === manager) return false;
  counts.set(manager, count + 1);
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
