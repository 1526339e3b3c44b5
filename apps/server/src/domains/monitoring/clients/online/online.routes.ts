import type { onlineCalls } from '@airloom/contract/clients/online.calls';
import { changed, type Handlers } from '../../../../platform/http/handlers.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { ShownTerminals } from '../clients.live.ts';
import * as release from './disconnect.service.ts';
import * as online from './online.service.ts';

export function onlineRoutes(platform: Platform, shown: ShownTerminals): Handlers<keyof typeof onlineCalls> {
  return {
    listOnlineTerminals: (input, { scope }) => online.listOnline(platform, scope, input),
    listKnownTerminals: (input, { scope }) => online.listKnown(platform, scope, input),
    onlineCounts: (input, { scope }) => online.countOnline(platform, scope, input),
    viewTerminal: ({ mac }, { scope }) => online.viewTerminal(platform, scope, mac),
    terminalTimeline: (input, { scope }) => online.viewTimeline(platform, scope, input),
    listBlockedTerminals: (input, { scope }) => online.listBlocked(platform, scope, input),
    renameTerminal: async (input, context) =>
      changed(context, await online.rename(platform, shown, context.scope, input)),
    disconnectTerminals: ({ macs }, { scope }) => release.disconnect(platform, scope, macs),
    blockTerminal: async (input, { scope }) => {
      await release.block(platform, shown, scope, input);
      return null;
    },
    unblockTerminal: async ({ macs }, context) =>
      changed(context, await release.unblock(platform, shown, context.scope, macs)),
  };
}
