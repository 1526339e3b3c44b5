import type { Transaction } from '../../../platform/database/database.ts';
import { publishEvent } from '../../../platform/events/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteAccount, fileIds } from './accounts.repository.ts';
import { deleteSomeOperations } from './operations/operations.repository.ts';

const BATCH = 1000;
/** Sorts before every id. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Removes the data of a domain when it may be too much for one transaction. */
export type ClearAccount = (tenant: string) => Promise<void>;

/**
 * Removes what may be too much for one transaction. This runs first: interrupted, the account still
 * exists and can be removed again.
 */
export async function clearAccount(
  platform: Pick<Platform, 'database' | 'files'>,
  tenant: string,
  clearOthers: ClearAccount,
): Promise<void> {
  await clearOthers(tenant);
  let ids = await platform.database.asSystem((tx) => fileIds(tx, tenant, BEFORE_ALL, BATCH));
  for (let last = ids.at(-1); last !== undefined; last = ids.at(-1)) {
    const after = last;
    for (const id of ids) await platform.files.delete(id);
    ids = await platform.database.asSystem((tx) => fileIds(tx, tenant, after, BATCH));
  }
  let deleted = BATCH;
  while (deleted === BATCH) {
    deleted = await platform.database.asSystem((tx) => deleteSomeOperations(tx, tenant, BATCH));
  }
}

/** Removes the account itself and what is left of it. Runs as the system. */
export async function removeAccount(tx: Transaction, tenant: string): Promise<void> {
  await deleteAccount(tx, tenant);
  await publishEvent(tx, null, 'AccountRemoved', { tenant });
}
