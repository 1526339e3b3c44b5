import { isDeepStrictEqual } from 'node:util';
import type { ChangeSource } from '@airloom/contract/configuration/configuration.calls';
import { areConfirmed, type DeviceCut } from '@airloom/contract/switches/uplink';
import { audit, type ChangedObject, recordOperation } from '../../../../platform/audit.ts';
import type { Bus } from '../../../../platform/bus/bus.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { rethrowUnique } from '../../../../platform/database/unique.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { lockSettings, storeSecrets } from '../../settings/index.ts';
import { deleteDraft, readDraft } from '../drafts/drafts.repository.ts';
import { goneEdits } from '../edits/change-edits.ts';
import type { NamedCut } from '../edits/check-switches.ts';
import { conflictOf, loggedValue, nameOf } from '../edits/conflicts.ts';
import { type PreparedChange, prepareChange } from '../edits/prepare-change.ts';
import { networkIdOf, type PreparedEdit } from '../edits/prepared-edit.ts';
import { HIDDEN, withoutSecrets } from '../edits/shown-value.ts';
import { requireDeliveryTo } from '../places/delivery-access.ts';
import { requireAllShown } from '../review/hidden-devices.ts';
import { pendingKinds } from '../review/review-devices.ts';
import { requireVlanPermission } from '../review/vlan-devices.ts';
import { type ChangeEditRow, insertChange, insertEdits, lockChanges } from './changes.repository.ts';
import { writeEdits } from './write-edits.ts';

export interface ApplyInput {
  readonly source: ChangeSource;
  readonly digest: string;
  readonly reason: string;
  readonly startAt: string | null;
  readonly confirmedCuts: readonly DeviceCut[];
}

const rethrowTaken = rethrowUnique({
  setting_single: 'settingConflict',
  setting_override: 'settingConflict',
});

/** Applies exactly what was reviewed: settings, change, operation log and events in one transaction. */
export async function applyChange(
  platform: Platform,
  bus: Bus,
  scope: Scope,
  input: ApplyInput,
): Promise<{ changeUUID: string; number: number }> {
  const now = platform.now();
  const applied = await platform.database
    .withTenant(scope, (tx) => apply(tx, platform, scope, input, now))
    .catch(rethrowTaken);
  platform.wakeOutbox();
  bus.publish('changes.due', {});
  bus.publish('changes.changed', { tenant: scope.tenant, changeIds: [applied.changeUUID] });
  return applied;
}

async function apply(
  tx: Transaction,
  platform: Platform,
  scope: Scope,
  { source, digest, reason, startAt: requested, confirmedCuts }: ApplyInput,
  now: Date,
): Promise<{ changeUUID: string; number: number }> {
  await lockChanges(tx, scope);
  const ids = source.kind === 'edits' ? source.edits.flatMap(({ settingUUID }) => settingUUID ?? []) : [];
  await lockSettings(tx, scope, ids);
  const prepared = await prepareChange(tx, platform, scope, source, 'operate');
  const { edits, present, affected } = prepared;
  if (edits.some((edit) => conflictOf(edit, present) !== null)) throw new Failure('settingConflict');
  if (prepared.digest !== digest) throw new Failure('reviewOutdated');
  requireConfirmed(prepared.cuts, confirmedCuts);
  await requireAllShown(tx, scope, affected, edits);
  await requireVlanPermission(tx, scope, affected, edits);
  if (source.kind === 'pending') {
    const kinds = await pendingKinds(tx, scope, affected, present);
    if (kinds.size === 0) throw new Failure('changeEmpty');
    requireDeliveryTo(scope, kinds);
  } else if (edits.length === 0) throw new Failure('changeEmpty');
  await platform.quotas.require(tx, scope, 'changes');
  const created = edits.filter(({ edit }) => edit.baseVersion === null).length;
  await platform.quotas.require(tx, scope, 'settings', { adding: created });
  const given = edits.map((one) => ({ settingId: one.settingId, edit: one.given }));
  await storeSecrets(tx, platform.vault, scope, given, now);
  const startAt = requested !== null && new Date(requested) > now ? new Date(requested) : null;
  const id = newId();
  const number = await insertChange(tx, scope, {
    id,
    reason,
    affected,
    placements: prepared.placements,
    sites: prepared.sites,
    confirmedCuts: prepared.cuts.map(({ deviceUUID, port, fields }) => ({ deviceUUID, port, fields })),
    reverts: source.kind === 'revert' ? source.changeUUID : null,
    startAt,
    by: { id: scope.manager, name: scope.userName },
    now,
  });
  await insertEdits(
    tx,
    scope,
    id,
    edits.map((edit) => editRow(edit, prepared)),
  );
  if (startAt === null) await writeEdits(tx, scope, id, edits, scope.userName, now);
  if (source.kind === 'draft') {
    const drafted = await readDraft(tx, scope, source.place.uuid);
    const applied = drafted.filter(({ settingId }) => prepared.settingIds.includes(settingId));
    const ended = [...applied, ...(await goneEdits(tx, scope, drafted))];
    await deleteDraft(
      tx,
      scope,
      source.place.uuid,
      ended.map((row) => row.id),
    );
    const { level, uuid } = source.place;
    await publishEvent(tx, scope.tenant, 'SettingsChanged', {
      siteIds: level === 'site' ? [uuid] : [],
      organizationIds: level === 'organization' ? [uuid] : [],
    });
  }
  const place = { sites: affected.siteIds, organizations: affected.organizationIds };
  const confirmedUplinks = prepared.cuts.map(({ deviceName, port }) => `${deviceName} ${port ?? 'IPv4'}`);
  const values = audit.values(null, {
    number,
    reason,
    startAt,
    ...(confirmedUplinks.length === 0 ? {} : { confirmedUplinks }),
  });
  await recordOperation(tx, scope, [
    audit.object('change', { id, name: `#${number}` }, place, values),
    ...edits.map((edit) => loggedSetting(edit, prepared)),
  ]);
  return { changeUUID: id, number };
}

/** @throws {Failure} when edits may cut off a switch and the person did not confirm it */
function requireConfirmed(cuts: readonly NamedCut[], confirmed: readonly DeviceCut[]): void {
  const open = cuts.filter((cut) => !areConfirmed([cut], confirmed));
  if (open.length === 0) return;
  throw new Failure('uplinkNotConfirmed', {
    names: listed(open.map(({ deviceName }) => deviceName)),
    ports: listed(open.map(({ port }) => port ?? 'IPv4')),
  });
}

function listed(texts: readonly string[]): string {
  return [...new Set(texts)].join(', ');
}

function editRow(prepared: PreparedEdit, around: PreparedChange): Omit<ChangeEditRow, 'version'> {
  const { present } = around;
  const { settingId, edit, place } = prepared;
  return {
    settingId,
    kind: edit.kind,
    name: nameOf(prepared, around),
    level: place.level,
    placeId: place.uuid,
    placeName: place.name,
    siteId: place.siteId,
    organizationId: place.organizationId,
    networkId: networkIdOf(edit),
    baseVersion: edit.baseVersion,
    before: present.find(({ id }) => id === settingId)?.value ?? null,
    after: edit.value,
  };
}

/** The old and new values of a setting. Of changed secrets only the field is logged. */
function loggedSetting(prepared: PreparedEdit, around: PreparedChange): ChangedObject {
  const { present, names } = around;
  const { settingId, edit, place } = prepared;
  const row = present.find(({ id }) => id === settingId);
  const values = audit.values(loggedValue(row?.value ?? null, names), loggedValue(edit.value, names));
  const changes = values.map((change) => {
    const [from, to] = [withoutSecrets(change.from), withoutSecrets(change.to)];
    const isSecret = from === HIDDEN || to === HIDDEN || isDeepStrictEqual(from, to);
    return isSecret ? audit.secret(change.field) : { ...change, from, to };
  });
  return audit.object(
    'setting',
    { id: settingId, name: nameOf(prepared, around) },
    { sites: [place.siteId], organizations: [place.organizationId] },
    changes,
  );
}
