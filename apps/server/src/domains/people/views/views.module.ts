import type { viewCalls } from '@airloom/contract/views/views.calls';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import * as views from './views.service.ts';

export function createViews(platform: Platform): DomainModule<Handlers<keyof typeof viewCalls>> {
  return {
    handlers: {
      listSavedViews: ({ table }, { scope }) => views.listSavedViews(platform, scope, table),
      saveView: async (input, { scope }) => ({ viewUUID: await views.saveView(platform, scope, input) }),
      deleteView: async ({ viewUUID }, { scope }) => {
        await views.deleteView(platform, scope, viewUUID);
        return null;
      },
    },
  };
}
