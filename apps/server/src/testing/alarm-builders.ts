import type { AlarmTables } from '../platform/database/alarm-tables.ts';
import { sqlBuilder } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type { TestServer } from './test-server.ts';

interface Fields {
  readonly ruleId?: string;
  readonly siteId?: string | null;
  readonly siteName?: string;
  readonly deviceId?: string | null;
  readonly deviceName?: string;
  readonly deviceKind?: AlarmTables['alarm']['device_kind'];
  readonly type?: AlarmTables['alarm']['type'];
  readonly level?: AlarmTables['alarm']['level'];
  readonly part?: string;
  readonly value?: number;
  readonly threshold?: number;
  readonly raisedAt?: Date;
  readonly clearedAt?: Date;
}

/** A raised alarm; with `clearedAt` a cleared one. */
export async function buildAlarm(
  server: Pick<TestServer, 'platform'>,
  { tenant }: { readonly tenant: string },
  fields: Fields,
): Promise<string> {
  const id = newId();
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sqlBuilder.insertInto('alarm').values({
        tenant_id: tenant,
        id,
        rule_id: fields.ruleId ?? newId(),
        rule_name: '',
        shipped: 'highCpu',
        type: fields.type ?? 'highCpu',
        level: fields.level ?? 'important',
        state: 'unconfirmed',
        site_id: fields.siteId ?? null,
        site_name: fields.siteName ?? '',
        device_id: fields.deviceId ?? null,
        device_kind: fields.deviceKind ?? null,
        device_name: fields.deviceName ?? '',
        part: fields.part ?? '',
        cause: '',
        value: fields.value ?? 97,
        threshold: fields.threshold ?? 95,
        raised_at: fields.raisedAt ?? server.platform.now(),
        cleared_at: fields.clearedAt ?? null,
        clear_reason: fields.clearedAt === undefined ? null : 'recovered',
      }),
    ),
  );
  return id;
}

/** The stored state of a rule for a device. */
export async function buildWatch(
  server: Pick<TestServer, 'platform'>,
  { tenant }: { readonly tenant: string },
  {
    ruleId,
    deviceId,
    part = '',
  }: { readonly ruleId: string; readonly deviceId: string; readonly part?: string },
): Promise<void> {
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sqlBuilder.insertInto('alarm_watch').values({
        tenant_id: tenant,
        device_id: deviceId,
        rule_id: ruleId,
        part,
        since: server.platform.now(),
        level: 'important',
      }),
    ),
  );
}
