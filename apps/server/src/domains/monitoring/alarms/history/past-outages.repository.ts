import { DEFAULT_RULES } from '@airloom/contract/alarms/alarms.types';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { alarmsOfOutages, type OutageOfDevice } from './past-outages.ts';

/** Stores the alarms that the default rules would have raised for outages of a site before it was monitored. */
export async function storePastAlarms(
  tx: Transaction,
  { tenant }: TenantScope,
  site: { readonly id: string; readonly name: string; readonly devices: number },
  outages: readonly OutageOfDevice[],
): Promise<number> {
  const rules = await tx.all(
    sqlBuilder
      .selectFrom('alarm_rule')
      .select(['id', 'name', 'shipped'])
      .where('tenant_id', '=', tenant)
      .where('shipped', 'in', ['siteOffline', 'headOffline', 'switchOffline', 'apOffline']),
  );
  const byKey = new Map(rules.map((rule) => [rule.shipped, rule]));
  const alarms = alarmsOfOutages(outages, site.devices).flatMap((alarm) => {
    const rule = byKey.get(alarm.rule);
    return rule === undefined ? [] : [{ ...alarm, id: newId(), stored: rule }];
  });
  if (alarms.length === 0) return 0;
  await tx.run(
    sqlBuilder.insertInto('alarm').values(
      alarms.map(({ id, rule, stored, device, raisedAt, clearedAt, value }) => ({
        tenant_id: tenant,
        id,
        rule_id: stored.id,
        rule_name: stored.name,
        shipped: stored.shipped,
        type: DEFAULT_RULES[rule].type,
        level: DEFAULT_RULES[rule].levels[0].level,
        state: 'unconfirmed' as const,
        site_id: site.id,
        site_name: site.name,
        device_id: device?.deviceId ?? null,
        device_kind: device?.deviceKind ?? null,
        device_name: device?.deviceName ?? '',
        part: '',
        cause: '',
        value,
        threshold: DEFAULT_RULES[rule].levels[0].threshold,
        raised_at: raisedAt,
        cleared_at: clearedAt,
        clear_reason: 'recovered' as const,
      })),
    ),
  );
  const consequences = alarms.flatMap(({ id, consequences: devices }) =>
    devices.map((deviceId) => ({ tenant_id: tenant, alarm_id: id, device_id: deviceId })),
  );
  if (consequences.length > 0) await tx.run(sqlBuilder.insertInto('alarm_consequence').values(consequences));
  return alarms.length;
}
