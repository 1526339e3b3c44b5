import { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingKind } from '@airloom/contract/configuration/edits';
import { call } from '../../shared/api/call.ts';
import { useCall } from '../../shared/api/use-call.ts';

/** A place has fewer settings of a kind than one answer can hold. */
const ALL = 200;

interface SettingsOf {
  kind: SettingKind;
  placeUUID: string | undefined;
}

/** The settings of a kind that are defined for a place. */
export function useSettings({ kind, placeUUID }: SettingsOf, enabled = true) {
  return useCall(settingCalls.listSettings, { kind, placeUUID, size: ALL }, { enabled });
}

export async function readSetting(of: SettingsOf, settingUUID: string): Promise<Setting | undefined> {
  const { rows } = await call(settingCalls.listSettings, { ...of, size: ALL });
  return rows.find((row) => row.settingUUID === settingUUID);
}
