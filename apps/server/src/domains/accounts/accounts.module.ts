import type { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../platform/platform.ts';
import { purgeClosedAccounts, trimOperationLog } from './accounts.jobs.ts';
import { accountRoutes } from './accounts.routes.ts';

export function createAccounts(platform: Platform): DomainModule<Handlers<keyof typeof accountCalls>> {
  return {
    handlers: accountRoutes(platform),
    cron: [purgeClosedAccounts(platform), trimOperationLog(platform)],
  };
}
