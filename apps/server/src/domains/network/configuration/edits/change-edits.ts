import type { ChangeSource } from '@airloom/contract/configuration/configuration.calls';
import type { CancelReason } from '@airloom/contract/configuration/configuration.states';
import { NAMED_KINDS, type SettingEdit } from '@airloom/contract/configuration/edits';
import { ALL_GRANTS } from '@airloom/contract/permissions';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import type { Asker } from '../../devices/index.ts';
import { hasNewSecrets, settingsById, vlanSettings, withDigests } from '../../settings/index.ts';
import { editsOfChange, findChange } from '../changes/changes.repository.ts';
import { inverseEdits } from '../changes/inverse-edits.ts';
import { readDraft } from '../drafts/drafts.repository.ts';
import { editablePlaces, isSeenBy, requireDraftPlace, requireKind } from '../places/place-access.ts';
import { findPlaces } from '../places/places.repository.ts';
import { requireOwnSecrets } from './kept-secrets.ts';
import { requireOtherServers } from './platform-addresses.ts';
import { editOf, networkIdOf, type PreparedEdit } from './prepared-edit.ts';

type Need = 'view' | 'operate';

/** The edits that a change consists of. */
export async function editsOf(
  tx: Transaction,
  platform: Pick<Platform, 'vault' | 'settings'>,
  scope: Scope,
  source: ChangeSource,
  need: Need,
): Promise<PreparedEdit[]> {
  switch (source.kind) {
    case 'edits':
      return prepareInput(tx, platform, scope, source.edits, { need, field: 'source.edits' });
    case 'draft': {
      await requireDraftPlace(tx, scope, source.place);
      const rows = (await readDraft(tx, scope, source.place.uuid)).filter(isSeenBy(scope));
      return prepareStored(
        tx,
        scope,
        rows.map(({ edit }) => edit),
        need,
      );
    }
    case 'revert': {
      const change = await findChange(tx, scope, source.changeUUID);
      if (change === null) throw new Failure('notFound');
      if (!change.hasWritten) throw new Failure('changeStateConflict');
      const inverse = inverseEdits(await editsOfChange(tx, scope, change.id));
      await requireWhole(tx, scope, inverse);
      return prepareStored(tx, scope, inverse, need);
    }
    case 'pending':
      return [];
    case 'managementVlan': {
      const edits = await vlanEdits(tx, scope, source.deviceUUIDs, source.vlan);
      return prepareInput(tx, platform, scope, edits, { need, field: 'source' });
    }
  }
}

/** Edits of the present settings of devices; none where a device has no VLAN to remove. */
async function vlanEdits(
  tx: Transaction,
  scope: Scope,
  deviceIds: readonly string[],
  vlan: number | null,
): Promise<SettingEdit[]> {
  const present = new Map((await vlanSettings(tx, scope, deviceIds)).map((row) => [row.placeId, row]));
  return deviceIds.flatMap((uuid): SettingEdit[] => {
    const row = present.get(uuid);
    if (row === undefined && vlan === null) return [];
    return [
      {
        kind: 'managementVlan',
        settingUUID: row?.id ?? null,
        baseVersion: row?.version ?? null,
        place: { level: 'device', uuid },
        value: vlan === null ? null : { managementVlan: vlan },
      },
    ];
  });
}

interface InputOptions {
  readonly need: Need;
  /** Where the edits are in the input, for messages. */
  readonly field: string;
  /** Edits of a draft: new settings in it may be edited again. */
  readonly drafted?: readonly SettingEdit[];
}

/** Edits from a person. @throws {Failure} when one names something that is not there */
export async function prepareInput(
  tx: Transaction,
  { vault, settings }: Pick<Platform, 'vault' | 'settings'>,
  scope: Scope,
  edits: readonly SettingEdit[],
  { need, field, drafted = [] }: InputOptions,
): Promise<PreparedEdit[]> {
  for (const edit of edits) {
    requireKind(scope, edit.kind, need);
    // A person who may only view could find out a secret by reviewing guesses.
    if (hasNewSecrets(edit)) requireKind(scope, edit.kind, 'operate');
  }
  const placeOf = await editablePlaces(
    tx,
    scope,
    edits.map(({ place }) => place),
  );
  const ids = edits.flatMap(({ settingUUID }) => settingUUID ?? []);
  if (new Set(ids).size < ids.length) throw invalidField(field, 'validation.duplicate');
  const rows = (await settingsById(tx, scope, ids)).map(editOf);
  return edits.map((edit, nth) => {
    // A place has at most one setting of these kinds: a new one that is drafted keeps its id.
    const known = edit.settingUUID ?? (NAMED_KINDS.includes(edit.kind) ? null : draftedId(edit));
    const stored = [...rows, ...drafted].filter(
      ({ settingUUID }) => settingUUID !== null && settingUUID === known,
    );
    if (edit.settingUUID !== null && !stored.some((one) => isSameSetting(one, edit)))
      throw new Failure('notFound');
    requireOwnSecrets(edit, stored);
    requireOtherServers(settings, edit, `${field}.${nth}.value`);
    const settingId = known ?? newId();
    return {
      settingId,
      edit: withDigests(vault, scope, { settingId, edit }),
      given: edit,
      place: placeOf(edit.place),
      field: `${field}.${nth}.value`,
    };
  });

  function draftedId(edit: SettingEdit): string | null {
    return drafted.find((one) => isSameSetting(one, edit))?.settingUUID ?? null;
  }
}

/** Stored edits. Those whose setting or place is gone are left out. */
export async function prepareStored(
  tx: Transaction,
  scope: Scope,
  edits: readonly SettingEdit[],
  need: Need,
): Promise<PreparedEdit[]> {
  const prepared = await withPlaces(tx, scope, edits);
  await editablePlaces(
    tx,
    scope,
    prepared.map(({ edit }) => edit.place),
  );
  for (const { edit } of prepared) requireKind(scope, edit.kind, need);
  return prepared;
}

/** A change is not reverted in part: only edits of places that are gone are left out. @throws {Failure} */
async function requireWhole(tx: Transaction, scope: Scope, edits: readonly SettingEdit[]): Promise<void> {
  const places = edits.map(({ place }) => place);
  const existing = await findPlaces(tx, everybodyOf(scope), places);
  const reached = new Set((await findPlaces(tx, scope, places)).map(({ uuid }) => uuid));
  if (existing.some(({ uuid }) => !reached.has(uuid))) throw new Failure('permissionDenied');
  const ids = edits.flatMap(({ settingUUID }) => settingUUID ?? []);
  const rows = new Set((await settingsById(tx, scope, ids)).map(({ id }) => id));
  const isDeleted = ({ settingUUID, baseVersion, value, place }: SettingEdit) =>
    value !== null && baseVersion !== null && reached.has(place.uuid) && !rows.has(settingUUID ?? '');
  if (edits.some(isDeleted)) throw new Failure('settingConflict');
}

/** Edits of a draft whose setting or place is gone for everybody. */
export async function goneEdits<T extends { readonly edit: SettingEdit }>(
  tx: Transaction,
  scope: TenantScope,
  rows: readonly T[],
): Promise<T[]> {
  const there = await withPlaces(
    tx,
    everybodyOf(scope),
    rows.map(({ edit }) => edit),
  );
  return rows.filter(({ edit }) => !there.some(({ settingId }) => settingId === edit.settingUUID));
}

async function withPlaces(
  tx: Transaction,
  scope: Asker,
  edits: readonly SettingEdit[],
): Promise<PreparedEdit[]> {
  const places = await findPlaces(
    tx,
    scope,
    edits.map(({ place }) => place),
  );
  const rows = await settingsById(
    tx,
    scope,
    edits.flatMap(({ settingUUID }) => settingUUID ?? []),
  );
  return edits.flatMap((edit): PreparedEdit[] => {
    const place = places.find(({ level, uuid }) => level === edit.place.level && uuid === edit.place.uuid);
    const isThere = edit.baseVersion === null || rows.some(({ id }) => id === edit.settingUUID);
    if (place === undefined || !isThere || edit.settingUUID === null) return [];
    return [{ settingId: edit.settingUUID, edit, given: edit, place, field: 'source' }];
  });
}

/** Edits of a scheduled change, for the server itself; or why it cannot start. */
export async function prepareForStart(
  tx: Transaction,
  scope: TenantScope,
  edits: readonly SettingEdit[],
): Promise<PreparedEdit[] | Exclude<CancelReason, 'notValid'>> {
  const wanted = edits.map(({ place }) => place);
  const places = new Set((await findPlaces(tx, everybodyOf(scope), wanted)).map(({ uuid }) => uuid));
  if (wanted.some(({ uuid }) => !places.has(uuid))) return 'placeGone';
  const prepared = await withPlaces(tx, everybodyOf(scope), edits);
  return prepared.length < edits.length ? 'settingChanged' : prepared;
}

const EVERY_GRANT = new Set(ALL_GRANTS);

function everybodyOf({ tenant }: TenantScope): Asker {
  return { tenant, reach: { kind: 'all' }, grants: EVERY_GRANT };
}

function isSameSetting(one: SettingEdit, other: SettingEdit): boolean {
  return (
    one.kind === other.kind &&
    one.place.level === other.place.level &&
    one.place.uuid === other.place.uuid &&
    networkIdOf(one) === networkIdOf(other)
  );
}
