import type { SettingEdit } from '@airloom/contract/configuration/edits';
import type { SettingRow } from '../../settings/index.ts';
import type { NamedPlace } from '../places/places.repository.ts';

/** An edit with everything that is known about it. */
export interface PreparedEdit {
  /** Of the setting; a new one for a setting that is created. */
  readonly settingId: string;
  /** Its secrets are digests. */
  readonly edit: SettingEdit;
  /** As it was given: new secrets are texts. */
  readonly given: SettingEdit;
  readonly place: NamedPlace;
  /** Optical ports that were left out of it. */
  readonly skippedPorts?: readonly string[];
  /** Where its value is in the input, for messages. */
  readonly field: string;
}

export function networkIdOf(edit: SettingEdit): string | null {
  return edit.kind === 'wirelessOverride' ? edit.networkUUID : null;
}

/** Settings as they are after the edits. */
export function overlay(present: readonly SettingRow[], edits: readonly PreparedEdit[]): SettingRow[] {
  const edited = new Map(edits.map((one) => [one.settingId, one]));
  const deleted = new Set(edits.filter(({ edit }) => edit.value === null).map(({ settingId }) => settingId));
  const kept = present.filter(({ id }) => !edited.has(id));
  const written = edits.flatMap(({ settingId, edit, place }): SettingRow[] =>
    edit.value === null
      ? []
      : [
          {
            id: settingId,
            kind: edit.kind,
            level: place.level,
            placeId: place.uuid,
            networkId: networkIdOf(edit),
            value: edit.value,
            version: 0,
            updatedByName: '',
            updatedAt: new Date(0),
          },
        ],
  );
  // Overrides are deleted with their network.
  return [...kept, ...written].filter(({ networkId }) => networkId === null || !deleted.has(networkId));
}

/** A stored setting as an edit of itself. */
export function editOf(row: SettingRow): SettingEdit {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values were validated when they were stored
  return {
    kind: row.kind,
    settingUUID: row.id,
    baseVersion: row.version,
    place: { level: row.level, uuid: row.placeId },
    ...(row.networkId === null ? {} : { networkUUID: row.networkId }),
    value: row.value,
  } as SettingEdit;
}
