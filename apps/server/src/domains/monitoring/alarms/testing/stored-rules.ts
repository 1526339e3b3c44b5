import type { AlarmType } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { RuleLevel } from '../rules/rule.ts';

interface RuleFields {
  readonly type: AlarmType;
  readonly levels: readonly RuleLevel[];
  readonly holdMinutes?: number;
  readonly kinds?: readonly DeviceKind[];
  readonly sites?: readonly string[];
  /** How often people are notified. */
  readonly repeat?: number;
}

/** An enabled rule. */
export async function insertRule(
  database: Database,
  tenant: string,
  { type, levels, holdMinutes = 0, kinds = [], sites = [], repeat = 1 }: RuleFields,
): Promise<string> {
  const id = newId();
  await database.asSystem(async (tx) => {
    await tx.run(sql`
      insert into alarm_rule (tenant_id, id, name, type, kinds, levels, hold_minutes, enabled, description, modes,
                              emails, phones, rest_times, holidays, repeat, macs, updated_at)
      values (${tenant}, ${id}, ${`${type} ${id}`}, ${type}, ${kinds}::text[], ${JSON.stringify(levels)}::jsonb,
              ${holdMinutes}, true, '', '{page}', '{}', '{}', '[]', '[]', ${repeat}, '{}', now())`);
    await tx.run(sql`
      insert into alarm_rule_site (tenant_id, rule_id, site_id)
      select ${tenant}::uuid, ${id}::uuid, site from unnest(${sites}::uuid[]) as site`);
  });
  return id;
}

/** Suppresses alarms of a site for a time. */
export async function insertMaintenance(
  database: Database,
  { tenant, siteId }: { readonly tenant: string; readonly siteId: string },
  from: number,
  to: number,
): Promise<void> {
  const id = newId();
  await database.asSystem(async (tx) => {
    await tx.run(sql`
      insert into maintenance (tenant_id, id, name, starts_at, ends_at, created_by_name)
      values (${tenant}, ${id}, 'Works', ${new Date(from)}, ${new Date(to)}, 'Ann')`);
    await tx.run(
      sql`insert into maintenance_site (tenant_id, maintenance_id, site_id) values (${tenant}, ${id}, ${siteId})`,
    );
  });
}
