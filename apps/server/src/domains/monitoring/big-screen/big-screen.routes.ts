import type { bigScreenCalls } from '@airloom/contract/big-screen/big-screen.calls';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { ScreenLinks } from './screen-links.service.ts';

export type BigScreenHandlers = Handlers<keyof typeof bigScreenCalls>;

export function bigScreenRoutes(links: ScreenLinks): BigScreenHandlers {
  return {
    listScreenLinks: (_, { scope }) => links.list(scope),
    createScreenLink: (input, { scope }) => links.create(scope, input),
    revokeScreenLink: async ({ linkUUID }, { scope }) => {
      await links.revoke(scope, linkUUID);
      return null;
    },
    openScreenLink: (input, { request }) => links.open(input, request),
  };
}
