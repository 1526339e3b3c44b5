import type { SettingEdit } from '@airloom/contract/configuration/edits';
import type { ChangeEditRow } from './changes.repository.ts';

/** Edits that take a change back: each from the version that the change wrote. */
export function inverseEdits(rows: readonly ChangeEditRow[]): SettingEdit[] {
  return rows.map((row) => storedEdit(row, row.before, row.after === null ? null : row.version));
}

/** Edits as they were applied. */
export function appliedEdits(rows: readonly ChangeEditRow[]): SettingEdit[] {
  return rows.map((row) => storedEdit(row, row.after, row.baseVersion));
}

function storedEdit(row: ChangeEditRow, value: unknown, baseVersion: number | null): SettingEdit {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values were validated when they were stored
  return {
    kind: row.kind,
    settingUUID: row.settingId,
    baseVersion,
    place: { level: row.level, uuid: row.placeId },
    ...(row.networkId === null ? {} : { networkUUID: row.networkId }),
    value,
  } as SettingEdit;
}
