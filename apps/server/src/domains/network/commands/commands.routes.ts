import type { commandCalls } from '@airloom/contract/commands/commands.calls';
import { OK_ACCEPTED, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import type { SignedInContext } from '../../../platform/http/context.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import * as commands from './commands.service.ts';
import * as log from './log/log.service.ts';

export function commandRoutes(platform: Platform): Handlers<keyof typeof commandCalls> {
  return {
    sendCommand: async (input, { scope, request }) => {
      const cfgUUID = await commands.sendCommand(platform, scope, input);
      request.succeedAs(OK_ACCEPTED);
      return { cfgUUID };
    },
    cancelCommands: async ({ cfgUUID }, { scope }) => ({
      cancelled: await commands.cancelCommands(platform, scope, cfgUUID),
    }),
    listDeviceCommands: (input, { scope }) => log.listDeviceCommands(platform, scope, input),
    getDeviceCftLogCount: (_input, { scope }) => log.countBatches(platform, scope),
    setDeviceCftLog: async ({ cfgUUIDs }, context) =>
      changed(context, await log.markViewed(platform, context.scope, cfgUUIDs)),
    deleteDeviceCftLog: async ({ cfgUUIDs }, context) =>
      changed(context, await log.removeFromLog(platform, context.scope, cfgUUIDs)),
    getDeviceCftLog: (input, { scope }) => log.listBatches(platform, scope, input),
    getDeviceCftLogDetail: (input, { scope }) => log.listBatchCommands(platform, scope, input),
    viewNoticeLog: ({ cfgUUID }, { scope }) => log.viewBatch(platform, scope, cfgUUID),
  };
}

function changed({ request }: SignedInContext, somethingChanged: boolean): null {
  if (!somethingChanged) request.succeedAs(OK_NOTHING_CHANGED);
  return null;
}
