import type { DraftedEdit, Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingEdit } from '@airloom/contract/configuration/edits';

/** The edits of a draft that new edits of the same settings replace. */
export function replacedEdits(
  edits: readonly SettingEdit[],
  drafted: readonly Pick<DraftedEdit, 'draftUUID' | 'edit'>[],
): string[] {
  return drafted
    .filter((one) => edits.some((edit) => isSameSetting(edit, one.edit)))
    .map(({ draftUUID }) => draftUUID);
}

/** An edit that replaces the setting as it is now, whichever version it was made from. */
export function onCurrentVersion(
  edit: SettingEdit,
  settings: readonly Pick<Setting, 'settingUUID' | 'version' | 'edit'>[],
): SettingEdit {
  const current = settings.find((one) => isSameSetting(edit, one.edit));
  return { ...edit, settingUUID: current?.settingUUID ?? null, baseVersion: current?.version ?? null };
}

/** A place has any number of networks, but one setting of each other kind. */
function isSameSetting(edit: SettingEdit, drafted: SettingEdit): boolean {
  if (edit.settingUUID !== null) return edit.settingUUID === drafted.settingUUID;
  return (
    edit.kind !== 'wirelessNetwork' &&
    edit.kind === drafted.kind &&
    edit.place.level === drafted.place.level &&
    edit.place.uuid === drafted.place.uuid &&
    networkOf(edit) === networkOf(drafted)
  );
}

function networkOf(edit: SettingEdit): string | null {
  return edit.kind === 'wirelessOverride' ? edit.networkUUID : null;
}
