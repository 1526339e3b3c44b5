import type { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { wirelessCalls } from '@airloom/contract/wireless/wireless.calls';
import type { Bus } from '../../../platform/bus/bus.ts';
import { Failure } from '../../../platform/failure.ts';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { changeRollout } from './rollout/rollout.service.ts';

export function configurationRoutes(
  platform: Platform,
  bus: Bus,
): Handlers<keyof typeof settingCalls | keyof typeof wirelessCalls> {
  return {
    listSettings: unfinished,
    viewEffectiveSettings: unfinished,
    reviewChange: unfinished,
    applyChange: unfinished,
    listChanges: unfinished,
    viewChange: unfinished,
    listChangeDevices: unfinished,
    changeRollout: async (input, context) =>
      changed(context, await changeRollout(platform, bus, context.scope, input)),
    listDraft: unfinished,
    addToDraft: unfinished,
    discardDraft: unfinished,
    revealSecret: unfinished,
    listWirelessNetworks: unfinished,
    viewRadioOptions: unfinished,
    readConfiguration: unfinished,
  };
}

function unfinished(): Promise<never> {
  return Promise.reject(new Failure('notFound'));
}
