import type { Call } from '@airloom/contract/call';
import { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import { wirelessCalls } from '@airloom/contract/wireless/wireless.calls';

/** Calls whose results change with a rollout. */
export const CHANGE_CALLS: readonly Call[] = [
  settingCalls.listSettings,
  settingCalls.listChanges,
  settingCalls.viewChange,
  settingCalls.listChangeDevices,
  settingCalls.viewEffectiveSettings,
  settingCalls.reviewChange,
  wirelessCalls.listWirelessNetworks,
];

/** Calls whose results change with a setting or a draft. */
export const SETTING_CALLS: readonly Call[] = [
  settingCalls.listSettings,
  settingCalls.listDraft,
  settingCalls.viewEffectiveSettings,
  settingCalls.reviewChange,
  wirelessCalls.listWirelessNetworks,
];
