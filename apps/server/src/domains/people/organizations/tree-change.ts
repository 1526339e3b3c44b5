import { type Changed, recordOperation } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { rethrowUnique } from '../../../platform/database/unique.ts';
import { publishEvent } from '../../../platform/events/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';

/** Unique indexes keep names apart: of two concurrent changes one succeeds and one is refused. */
const rethrowTaken = rethrowUnique({
  enterprise_name: 'organizationNameTaken',
  site_name: 'siteNameTaken',
  site_code: 'siteCodeTaken',
});

/**
 * Runs one change of the tree: the rows, the operation log and the event commit together.
 * `work` returns null when there was nothing to change. Returns whether something changed.
 */
export async function changeTree(
  platform: Pick<Platform, 'database' | 'wakeOutbox'>,
  scope: Scope,
  work: (tx: Transaction) => Promise<Changed | null>,
): Promise<boolean> {
  const changed = await platform.database
    .withTenant(scope, async (tx) => {
      const change = await work(tx);
      if (change === null) return false;
      await recordOperation(tx, scope, change);
      await publishEvent(tx, scope.tenant, 'SiteTreeChanged', {});
      return true;
    })
    .catch(rethrowTaken);
  if (changed) platform.wakeOutbox();
  return changed;
}
