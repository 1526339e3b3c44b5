import type { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { wirelessCalls } from '@airloom/contract/wireless/wireless.calls';
import type { Bus } from '../../../platform/bus/bus.ts';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { applyChange } from './changes/apply-change.service.ts';
import * as changes from './changes/changes.service.ts';
import * as drafts from './drafts/drafts.service.ts';
import { reviewChange } from './review/review.service.ts';
import { changeRollout } from './rollout/rollout.service.ts';
import { viewEffectiveSettings } from './settings/effective.service.ts';
import { listSettings, revealSecret } from './settings/settings.service.ts';
import { listWirelessNetworks } from './wireless/networks.service.ts';
import { readConfiguration, viewRadioOptions } from './wireless/wireless.service.ts';

export function configurationRoutes(
  platform: Platform,
  bus: Bus,
): Handlers<keyof typeof settingCalls | keyof typeof wirelessCalls> {
  return {
    listSettings: (input, { scope }) => listSettings(platform, scope, input),
    viewEffectiveSettings: ({ deviceUUID }, { scope }) => viewEffectiveSettings(platform, scope, deviceUUID),
    reviewChange: (input, { scope }) => reviewChange(platform, scope, input),
    applyChange: (input, { scope }) => applyChange(platform, bus, scope, input),
    listChanges: (input, { scope }) => changes.listChanges(platform, scope, input),
    viewChange: ({ changeUUID }, { scope }) => changes.viewChange(platform, scope, changeUUID),
    listChangeDevices: (input, { scope }) => changes.listChangeDevices(platform, scope, input),
    changeRollout: async (input, context) =>
      changed(context, await changeRollout(platform, bus, context.scope, input)),
    listDraft: ({ level, placeUUID }, { scope }) =>
      drafts.listDraft(platform, scope, { level, uuid: placeUUID }),
    addToDraft: async (input, { scope }) => {
      await drafts.addToDraft(platform, scope, input);
      return null;
    },
    discardDraft: async (input, context) =>
      changed(context, await drafts.discardDraft(platform, context.scope, input)),
    revealSecret: async (input, { scope }) => ({ secret: await revealSecret(platform, scope, input) }),
    listWirelessNetworks: (input, { scope }) => listWirelessNetworks(platform, scope, input),
    viewRadioOptions: (input, { scope }) => viewRadioOptions(platform, scope, input),
    readConfiguration: (input, { scope }) => readConfiguration(platform, scope, input),
  };
}
