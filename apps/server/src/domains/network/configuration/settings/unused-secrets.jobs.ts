import { DAY } from '@airloom/contract/time';
import type { CronJob } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { deleteSecrets, secretsBefore, tenantsWithSecrets } from '../../settings/index.ts';
import { DIGEST_ROWS, DIGEST_SOURCES, type DigestRow } from './digest-pages.repository.ts';

/** Deletes secrets that nothing refers to any more, such as those of discarded drafts. */
export function deleteUnusedSecrets({ database, now }: Pick<Platform, 'database' | 'now'>): CronJob {
  /** Those of these digests that nothing refers to. The last and largest tables are read only while some remain. */
  async function unusedOf(tenant: string, digests: readonly string[]): Promise<ReadonlySet<string>> {
    const unused = new Set(digests);
    for (const { start, page } of DIGEST_SOURCES) {
      for (let after: DigestRow['key'] | undefined = start; after !== undefined && unused.size > 0; ) {
        const next = page(tenant, after);
        const rows: readonly DigestRow[] = await database.withTenant({ tenant }, (tx) => tx.all(next));
        for (const digest of rows.flatMap((row) => row.digests)) unused.delete(digest);
        after = rows.length < DIGEST_ROWS ? undefined : rows.at(-1)?.key;
      }
    }
    return unused;
  }

  return {
    name: 'deleteUnusedSecrets',
    schedule: '52 3 * * *',
    heavy: true,
    run: async () => {
      const before = new Date(now().getTime() - DAY);
      for (const tenant of await database.asSystem((tx) => tenantsWithSecrets(tx, before))) {
        const scope = { tenant };
        const old = await database.withTenant(scope, (tx) => secretsBefore(tx, scope, before));
        const unused = await unusedOf(tenant, old);
        await database.withTenant(scope, (tx) => deleteSecrets(tx, scope, [...unused], before));
      }
    },
  };
}
