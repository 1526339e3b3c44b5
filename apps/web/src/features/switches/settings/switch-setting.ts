import { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingEdit, SettingKind } from '@airloom/contract/configuration/edits';
import { useCall } from '../../../shared/api/use-call.ts';

export type SwitchKind = Extract<SettingKind, `switch${string}`>;
type EditOf<Kind extends SettingKind> = Extract<SettingEdit, { kind: Kind }>;
export type ValueOf<Kind extends SettingKind> = NonNullable<EditOf<Kind>['value']>;

/** The setting of a kind that a switch has; it has at most one. */
export function useSwitchSetting(kind: SwitchKind, deviceUUID: string, enabled = true) {
  const query = useCall(settingCalls.listSettings, { kind, placeUUID: deviceUUID, size: 1 }, { enabled });
  return { query, setting: query.data?.rows[0] ?? null, isRead: query.data !== undefined };
}

/** The value of a setting of this kind; null where there is none. */
export function valueIn<Kind extends SettingKind>(
  setting: Pick<Setting, 'edit'> | null,
  kind: Kind,
): ValueOf<Kind> | null {
  if (setting === null || setting.edit.kind !== kind) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kind says which value it has
  return setting.edit.value as ValueOf<Kind> | null;
}

/** An edit of the setting of a switch, made from the version that is shown. */
export function switchEdit<Kind extends SwitchKind>(
  kind: Kind,
  deviceUUID: string,
  setting: Setting | null,
  value: ValueOf<Kind> | null,
): SettingEdit {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value is that of the kind
  return {
    kind,
    settingUUID: setting?.settingUUID ?? null,
    baseVersion: setting?.version ?? null,
    place: { level: 'device', uuid: deviceUUID },
    value,
  } as SettingEdit;
}
