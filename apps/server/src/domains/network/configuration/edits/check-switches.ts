import type { SettingKind } from '@airloom/contract/configuration/edits';
import { SWITCH_LIMITS } from '@airloom/contract/devices/devices.limits';
import type { DeviceCut } from '@airloom/contract/switches/uplink';
import {
  taggedVlans,
  untaggedVlan,
  wantedPorts,
} from '@airloom/device-protocol/configuration/contributors/switch-ports';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { guarded, switchPortsOf } from '../../devices/index.ts';
import { type SettingRow, settingOf } from '../../settings/index.ts';
import { resolver } from '../review/review-devices.ts';
import { cutsOfEdits } from './cuts-of-edits.ts';
import { overlay, type PreparedEdit } from './prepared-edit.ts';
import { readSwitchFacts, type SwitchFacts, switchesWithProfiles } from './switch-facts.repository.ts';

export interface NamedCut extends DeviceCut {
  readonly deviceName: string;
}

/**
 * Rules of switch settings that depend on the switch itself and on port profiles. Returns what of the edits may cut off
 * switches, to be confirmed. @throws {Failure}
 */
export async function checkSwitches(
  tx: Transaction,
  scope: TenantScope,
  edits: readonly PreparedEdit[],
  present: readonly SettingRow[],
): Promise<NamedCut[]> {
  const after = overlay(present, edits);
  checkProfiles(edits, after);
  await checkDeletedProfiles(tx, scope, edits, after);
  const ofSwitches = edits.filter(({ edit }) => SWITCH_KINDS.includes(edit.kind));
  const facts = await readSwitchFacts(tx, scope, [...new Set(ofSwitches.map(({ place }) => place.uuid))]);
  for (const one of ofSwitches) {
    const device = facts.find(({ id }) => id === one.place.uuid);
    if (device === undefined) continue;
    checkOwnProfiles(one, device, present, after);
    checkVlans(one, device, present, after);
  }
  const resolved = resolver(after);
  return facts.flatMap((device) => {
    const own = ofSwitches.filter(({ place }) => place.uuid === device.id);
    const stored = new Map(present.map((row) => [row.id, row.value]));
    const changed = own.map(({ settingId, edit }) => ({
      kind: edit.kind,
      before: stored.get(settingId) ?? null,
      after: edit.value,
    }));
    const { cuts } = guarded(device, resolved(device));
    return cutsOfEdits(cuts, changed).map((cut) => ({
      ...cut,
      deviceUUID: device.id,
      deviceName: device.name,
    }));
  });
}

const SWITCH_KINDS: readonly SettingKind[] = ['switchPorts', 'switchVlans', 'switchBase', 'switchRoutes'];

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

/** Profiles must be those of its site or organization. */
function checkOwnProfiles(
  { settingId, edit }: PreparedEdit,
  device: SwitchFacts,
  present: readonly SettingRow[],
  after: readonly SettingRow[],
): void {
  if (edit.kind !== 'switchPorts' || edit.value === null) return;
  const known = profilesIn(after)
    .filter(({ placeId }) => placeId === device.siteId || placeId === device.organizationId)
    .map(({ id }) => id);
  const stored = present.map(settingOf).find((setting) => setting?.id === settingId);
  const before = stored?.kind === 'switchPorts' ? stored.value.ports : [];
  for (const { port, profileUUID } of edit.value.ports) {
    if (profileUUID == null || known.includes(profileUUID)) continue;
    if (!before.some((own) => own.port === port && own.profileUUID === profileUUID))
      throw new Failure('notFound');
  }
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
    { base: { switchPorts: switchPortsOf(device) }, effective: resolver(after)(device) },
    () => undefined,
  );
  for (const vlan of removed) {
    const using = ports.filter((port) => untaggedVlan(port) === vlan || taggedVlans(port).includes(vlan));
    if (using.length > 0)
      throw new Failure('vlanInUse', { vlan, ports: using.map(({ name }) => name).join(', ') });
  }
}
