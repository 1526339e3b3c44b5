import type { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Senders } from '../../../platform/senders/sender.ts';
import type { ClearAccount } from './account-removal.ts';
import * as accounts from './accounts.service.ts';
import { removeDemo, resetDemo } from './demo.ts';
import * as operations from './operations/operations.service.ts';
import { getSenders, testSender } from './senders.service.ts';
import * as usage from './usage.service.ts';

export function accountRoutes(
  platform: Platform,
  senders: Senders,
  clearOthers: ClearAccount,
): Handlers<keyof typeof accountCalls> {
  return {
    getCompany: (_input, { scope }) => accounts.getCompany(platform, scope),
    updateCompany: async (input, context) =>
      changed(context, await accounts.updateCompany(platform, context.scope, input)),
    setUpAccount: (input, { scope }) => accounts.setUpAccount(platform, scope, input),
    listOperations: (input, { scope }) => operations.listOperations(platform, scope, input),
    exportOperations: (input, { scope, request }) =>
      operations.exportOperations(platform, scope, request.language, input),
    getUsage: (_input, { scope }) => usage.getUsage(platform, scope),
    getSenders: (_input, { scope }) => getSenders(platform, scope),
    testSender: ({ channel }, { scope, request }) => testSender(platform, senders, scope, channel, request),
    getQuotas: async () => usage.getQuotas(platform),
    removeDemo: async (_input, { scope }) => {
      await removeDemo(platform, scope, clearOthers);
      return null;
    },
    resetDemo: async (_input, { scope }) => {
      await resetDemo(platform, scope, clearOthers);
      return null;
    },
  };
}
