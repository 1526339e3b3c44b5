import { DAY } from '@airloom/contract/time';
import { sql } from 'kysely';
import type { CronJob } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { deleteSecretsExcept, tenantsWithSecrets } from '../../settings/index.ts';

/** Digests in drafts, in the history of changes, and in the settings and configurations of devices. */
function digestsElsewhere(tenant: string) {
  return sql`
    select jsonb_path_query(edit, '$.**.digest') #>> '{}' from setting_draft where tenant_id = ${tenant}
    union all
    select jsonb_path_query(jsonb_build_array(before, after), '$.**.digest') #>> '{}'
    from configuration_change_edit where tenant_id = ${tenant}
    union all
    select jsonb_path_query(earlier, '$.**.digest') #>> '{}'
    from configuration_change_device where tenant_id = ${tenant} and earlier is not null
    union all
    select jsonb_path_query(jsonb_build_array(released_settings, verified_settings), '$.**.digest') #>> '{}'
    from device where tenant_id = ${tenant}
    union all
    select jsonb_path_query(settings, '$.**.digest') #>> '{}'
    from device_configuration where tenant_id = ${tenant} and settings is not null
    union all
    select (regexp_matches(document::text, '"secret:([0-9a-f]{32})"', 'g'))[1]
    from device_configuration where tenant_id = ${tenant}`;
}

/** Deletes secrets that nothing refers to any more, such as those of discarded drafts. */
export function deleteUnusedSecrets({ database, now }: Pick<Platform, 'database' | 'now'>): CronJob {
  return {
    name: 'deleteUnusedSecrets',
    schedule: '52 3 * * *',
    heavy: true,
    run: async () => {
      const until = new Date(now().getTime() - DAY);
      for (const tenant of await database.asSystem((tx) => tenantsWithSecrets(tx, until)))
        await database.withTenant({ tenant }, (tx) =>
          deleteSecretsExcept(tx, { tenant }, until, digestsElsewhere(tenant)),
        );
    },
  };
}
