import { ACCOUNT_LIMITS } from '@airloom/contract/identity/identity.limits';
import { DAY } from '@airloom/contract/time';
import type { CronJob } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type ClearAccount, clearAccount, removeAccount } from './account-removal.ts';
import { accountsClosedBefore } from './accounts.repository.ts';
import { trimOperations } from './operations/operations.repository.ts';

const ACCOUNTS_BATCH = 20;
const OPERATIONS_BATCH = 5000;

/** Deletes accounts that can no longer be restored. */
export function purgeClosedAccounts(platform: Platform, clearOthers: ClearAccount): CronJob {
  return {
    name: 'purgeClosedAccounts',
    schedule: '37 3 * * *',
    run: async () => {
      const until = new Date(platform.now().getTime() - ACCOUNT_LIMITS.closedKeptMs);
      const next = () => platform.database.asSystem((tx) => accountsClosedBefore(tx, until, ACCOUNTS_BATCH));
      for (let tenants = await next(); tenants.length > 0; tenants = await next()) {
        for (const tenant of tenants) {
          await clearAccount(platform, tenant, clearOthers);
          await platform.database.asSystem((tx) => removeAccount(tx, tenant));
          platform.wakeOutbox();
        }
      }
    },
  };
}

/** Deletes operations older than the retention of the installation. */
export function trimOperationLog(platform: Pick<Platform, 'database' | 'now' | 'settings'>): CronJob {
  return {
    name: 'trimOperationLog',
    schedule: '57 3 * * *',
    run: async () => {
      const until = new Date(platform.now().getTime() - platform.settings.OPERATION_LOG_DAYS * DAY);
      let trimmed = OPERATIONS_BATCH;
      while (trimmed === OPERATIONS_BATCH) {
        trimmed = await platform.database.asSystem((tx) => trimOperations(tx, until, OPERATIONS_BATCH));
      }
    },
  };
}
