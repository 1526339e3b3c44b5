import { DEFAULT_RULES } from '@airloom/contract/alarms/alarms.types';
import { sql } from 'kysely';
import type { Platform } from '../../../../platform/platform.ts';

const SHIPPED = JSON.stringify(
  Object.entries(DEFAULT_RULES).map(([shipped, { type, kinds, levels, holdMinutes }]) => ({
    shipped,
    type,
    kinds,
    levels,
    hold_minutes: holdMinutes,
  })),
);

/**
 * Creates the shipped rules for this account, or for all, unless it had them before: deleted ones are not created
 * again. Returns the accounts.
 */
export async function shipRules(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  tenant: string | null,
): Promise<string[]> {
  const at = now();
  const rows = await database.asSystem((tx) =>
    tx.all(sql<{ tenant: string }>`
      with fresh as (
        insert into alarm_account (tenant_id, seeded_at)
        select account.id, ${at} from account
        where (${tenant}::uuid is null or account.id = ${tenant}::uuid)
          and not exists (select from alarm_account where alarm_account.tenant_id = account.id)
        on conflict do nothing returning tenant_id
      ),
      given as (
        insert into alarm_rule (tenant_id, id, shipped, name, type, kinds, levels, hold_minutes, enabled, description,
                                modes, emails, phones, rest_times, holidays, repeat, macs, updated_at)
        select fresh.tenant_id, gen_random_uuid(), rule.shipped, '', rule.type, rule.kinds, rule.levels,
               rule.hold_minutes, true, '', '{page}', '{}', '{}', '[]', '[]', 1, '{}', ${at}
        from fresh cross join jsonb_to_recordset(${SHIPPED}::jsonb)
          as rule (shipped text, type text, kinds text[], levels jsonb, hold_minutes int)
      )
      select tenant_id as tenant from fresh`),
  );
  return rows.map((row) => row.tenant);
}
