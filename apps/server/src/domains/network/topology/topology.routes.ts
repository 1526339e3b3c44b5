import type { topologyCalls } from '@airloom/contract/topology/topology.calls';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import * as drawing from './manual-links.service.ts';
import { viewTopology } from './topology.service.ts';

export function topologyRoutes(platform: Platform): Handlers<keyof typeof topologyCalls> {
  return {
    viewTopology: ({ siteUUID }, { scope }) => viewTopology(platform, scope, siteUUID),
    createLink: async (input, { scope }) => ({
      linkUUID: await drawing.createLink(platform, scope, input),
    }),
    deleteLink: async ({ linkUUID }, { scope }) => {
      await drawing.deleteLink(platform, scope, linkUUID);
      return null;
    },
    savePlaces: async (input, context) => {
      const saved = await drawing.savePlaces(platform, context.scope, input);
      changed(context, saved > 0);
      return { saved };
    },
  };
}
