import { ACCOUNT_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { Platform } from '../../../platform/platform.ts';
import { deleteClosedManagers } from './identity.repository.ts';

/** People are kept as long as their account: until then the operator can restore them. */
export async function forgetClosedPeople({
  database,
  now,
}: Pick<Platform, 'database' | 'now'>): Promise<void> {
  const until = new Date(now().getTime() - ACCOUNT_LIMITS.closedKeptMs);
  await database.asSystem((tx) => deleteClosedManagers(tx, until));
}
