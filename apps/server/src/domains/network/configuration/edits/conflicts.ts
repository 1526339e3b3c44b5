import { isDeepStrictEqual } from 'node:util';
import type { ReviewedEdit } from '@airloom/contract/configuration/configuration.model';
import { NAMED_KINDS } from '@airloom/contract/configuration/edits';
import type { SettingRow } from '../../settings/index.ts';
import { networkIdOf, overlay, type PreparedEdit } from './prepared-edit.ts';
import { type NameOf, shownValue, valueDifferences } from './shown-value.ts';

/** The stored setting that an edit changes; or that its place has already, where one is created. */
function standingOf({ settingId, edit, place }: PreparedEdit, present: readonly SettingRow[]) {
  return present.find(
    (row) =>
      row.id === settingId ||
      (!NAMED_KINDS.includes(edit.kind) &&
        row.kind === edit.kind &&
        row.placeId === place.uuid &&
        row.networkId === networkIdOf(edit)),
  );
}

/** The setting as it is now, if it was changed since the edit was made. */
export function conflictOf(edit: PreparedEdit, present: readonly SettingRow[]): SettingRow | null {
  const row = standingOf(edit, present);
  const isSame = row === undefined || (row.id === edit.settingId && row.version === edit.edit.baseVersion);
  return isSame ? null : row;
}

/** Whether an edit leaves the setting as it is. */
export function changesNothing({ settingId, edit }: PreparedEdit, present: readonly SettingRow[]): boolean {
  const row = present.find(({ id }) => id === settingId);
  return isDeepStrictEqual(plain(row?.value ?? null), plain(edit.value));
}

/** As it is stored: keys without a value do not count, and neither does their order. */
function plain(value: unknown): unknown {
  return value === null ? null : JSON.parse(JSON.stringify(value));
}

/** The name of a setting: of its network or profile, or of what it is defined for. */
export function nameOf({ settingId, edit, place }: PreparedEdit, { present, edits }: Around): string {
  const networkId = networkIdOf(edit) ?? settingId;
  const network = [...overlay([], edits), ...present].find(({ id }) => id === networkId);
  if (network?.kind === 'portProfile') return textIn(network.value, 'name');
  return network?.kind === 'wirelessNetwork' ? textIn(network.value, 'ssid') : place.name;
}

/** All edits of a change, and the settings as they are. */
export interface Around {
  readonly edits: readonly PreparedEdit[];
  readonly present: readonly SettingRow[];
}

function textIn(value: unknown, field: 'ssid' | 'name'): string {
  const fields: Readonly<Record<string, unknown>> = { ...(typeof value === 'object' ? value : null) };
  const text = fields[field];
  return typeof text === 'string' ? text : '';
}

export function reviewedEdit(prepared: PreparedEdit, around: Around, names: NameOf): ReviewedEdit {
  const { present } = around;
  const { settingId, edit, place } = prepared;
  const row = present.find(({ id }) => id === settingId);
  const standing = conflictOf(prepared, present);
  return {
    settingUUID: edit.settingUUID,
    kind: edit.kind,
    name: nameOf(prepared, around),
    place: { level: place.level, uuid: place.uuid, name: place.name },
    action: edit.value === null ? 'delete' : row === undefined ? 'create' : 'update',
    differences: valueDifferences(row?.value ?? null, edit.value, names),
    conflict:
      standing === null
        ? null
        : {
            by: standing.updatedByName,
            at: standing.updatedAt.toISOString(),
            differences: valueDifferences(standing.value, edit.value, names),
          },
    skippedPorts: [...(prepared.skippedPorts ?? [])],
  };
}

/** Top-level fields of a value as they are logged. */
export function loggedValue(value: unknown, names: NameOf): Readonly<Record<string, unknown>> {
  const { bands, ...shown } = shownValue(value, names);
  if (typeof bands !== 'object' || bands === null) return bands === undefined ? shown : { ...shown, bands };
  // Radios of a place: one field for each band.
  const fields = Object.entries(bands).map(([band, settings]) => [`band${band}`, settings]);
  return { ...shown, ...Object.fromEntries(fields) };
}
