import type { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import type { Senders } from '../../../platform/senders/sender.ts';
import type { ClearAccount } from './account-removal.ts';
import { purgeClosedAccounts, trimOperationLog } from './accounts.jobs.ts';
import { accountRoutes } from './accounts.routes.ts';

/** `clearOthers` removes the data of other domains of an account. */
export function createAccounts(
  platform: Platform,
  senders: Senders,
  clearOthers: ClearAccount,
): DomainModule<Handlers<keyof typeof accountCalls>> {
  return {
    handlers: accountRoutes(platform, senders, clearOthers),
    cron: [purgeClosedAccounts(platform, clearOthers), trimOperationLog(platform)],
  };
}
