import { isDeepStrictEqual } from 'node:util';
import { SWITCH_LIMITS } from '@airloom/contract/devices/devices.limits';
import { type PortProfile, portFieldsOf, type SwitchPorts } from '@airloom/contract/switches/port.rules';
import { cuttingFields } from '@airloom/contract/switches/uplink';
import {
  taggedVlans,
  untaggedVlan,
  wantedPorts,
} from '@airloom/device-protocol/configuration/contributors/switch-ports';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { type SettingRow, settingOf } from '../../settings/index.ts';
import { resolver } from '../review/review-devices.ts';
import { overlay, type PreparedEdit } from './prepared-edit.ts';
import { readSwitchFacts, type SwitchFacts, switchesWithProfiles } from './switch-facts.repository.ts';

/** Rules of switch settings that depend on the switch itself and on port profiles. @throws {Failure} */
export async function checkSwitches(
  tx: Transaction,
  scope: TenantScope,
  edits: readonly PreparedEdit[],
  present: readonly SettingRow[],
): Promise<void> {
  const after = overlay(present, edits);
  checkProfiles(edits, after);
  await checkDeletedProfiles(tx, scope, edits, after);
  const ofSwitches = edits.filter(({ edit }) => edit.kind === 'switchPorts' || edit.kind === 'switchVlans');
  const facts = await readSwitchFacts(tx, scope, [...new Set(ofSwitches.map(({ place }) => place.uuid))]);
  for (const one of ofSwitches) {
    const device = facts.find(({ id }) => id === one.place.uuid);
    if (device === undefined) continue;
    if (one.edit.kind === 'switchPorts') checkPorts(one, device, present, after);
    else checkVlans(one, device, present, after);
  }
}

function profilesIn(rows: readonly SettingRow[]) {
  return rows.map(settingOf).filter((setting) => setting?.kind === 'portProfile');
}

function checkProfiles(edits: readonly PreparedEdit[], after: readonly SettingRow[]): void {
  const profiles = profilesIn(after);
  for (const { settingId, edit, place } of edits) {
    if (edit.kind !== 'portProfile' || edit.value === null) continue;
    const { name } = edit.value;
    const beside = profiles.filter(({ id, placeId }) => id !== settingId && placeId === place.uuid);
    if (beside.some(({ value }) => value.name === name)) throw new Failure('portProfileNameTaken');
    const maximum = SWITCH_LIMITS.profilesPerPlaceMax;
    if (beside.length >= maximum) throw new Failure('limitReached', { maximum });
  }
}

async function checkDeletedProfiles(
  tx: Transaction,
  scope: TenantScope,
  edits: readonly PreparedEdit[],
  after: readonly SettingRow[],
): Promise<void> {
  const deleted = edits
    .filter(({ edit }) => edit.kind === 'portProfile' && edit.value === null)
    .map(({ settingId }) => settingId);
  if (deleted.length === 0) return;
  // Ports that are edited together with the profile count as they will be.
  const edited = edits.filter(({ edit }) => edit.kind === 'switchPorts').map(({ settingId }) => settingId);
  const names = await switchesWithProfiles(tx, scope, deleted, edited);
  const using = edits.filter(
    ({ settingId, edit }) =>
      edit.kind === 'switchPorts' &&
      after.some(({ id }) => id === settingId) &&
      edit.value?.ports.some(({ profileUUID }) => deleted.includes(profileUUID ?? '')),
  );
  const all = [...names, ...using.map(({ place }) => place.name)];
  if (all.length > 0) throw new Failure('portProfileInUse', { names: all.join(', ') });
}

/** Profiles must be those of its site or organization. Uplinks are not cut off unless a person confirmed that. */
function checkPorts(
  { settingId, edit, place }: PreparedEdit,
  device: SwitchFacts,
  present: readonly SettingRow[],
  after: readonly SettingRow[],
): void {
  if (edit.kind !== 'switchPorts' || edit.value === null) return;
  const profiles = new Map<string, PortProfile>(
    profilesIn(after)
      .filter(({ placeId }) => placeId === device.siteId || placeId === device.organizationId)
      .map(({ id, value }) => [id, value]),
  );
  const stored = present.map(settingOf).find((setting) => setting?.id === settingId);
  const before: SwitchPorts | null = stored?.kind === 'switchPorts' ? stored.value : null;
  const cut = edit.value.ports.filter((own) => {
    const profile = own.profileUUID == null ? undefined : profiles.get(own.profileUUID);
    const known = before?.ports.find(({ port }) => port === own.port);
    if (own.profileUUID != null && profile === undefined && known?.profileUUID !== own.profileUUID)
      throw new Failure('notFound');
    if (!device.uplinks.includes(own.port) || edit.value?.confirmedUplinks.includes(own.port)) return false;
    const hasPower = device.ports.find(({ name }) => name === own.port)?.poe !== null;
    const merged = { ...(profile === undefined ? {} : portFieldsOf(profile)), ...portFieldsOf(own) };
    const cutting = cuttingFields(merged).filter((field) => field !== 'poe' || hasPower);
    // What was so before is not done by this edit.
    return cutting.length > 0 && !isDeepStrictEqual(plain(known), plain(own));
  });
  if (cut.length > 0)
    throw new Failure('uplinkNotConfirmed', {
      names: place.name,
      ports: cut.map(({ port }) => port).join(', '),
    });
}

function plain(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function checkVlans(
  { settingId, edit }: PreparedEdit,
  device: SwitchFacts,
  present: readonly SettingRow[],
  after: readonly SettingRow[],
): void {
  if (edit.kind !== 'switchVlans') return;
  const stored = present.map(settingOf).find((setting) => setting?.id === settingId);
  const before = stored?.kind === 'switchVlans' ? stored.value.vlans : [];
  const kept = new Set(edit.value?.vlans.map(({ id }) => id));
  const removed = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  const ports = wantedPorts(
    { base: { switchPorts: device.ports }, effective: resolver(after)(device) },
    () => undefined,
  );
  for (const vlan of removed) {
    const using = ports.filter((port) => untaggedVlan(port) === vlan || taggedVlans(port).includes(vlan));
    if (using.length > 0)
      throw new Failure('vlanInUse', { vlan, ports: using.map(({ name }) => name).join(', ') });
  }
}
