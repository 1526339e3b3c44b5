import type { alarmDetail } from '@airloom/contract/alarms/alarms.model';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Transaction } from '../../../../platform/database/database.ts';
import { type Asker, visibleDevices } from '../../../network/devices/index.ts';
import { visibleAlarms } from './visible-alarms.ts';

type Detail = z.output<typeof alarmDetail>;

const AROUND_MS = 60 * 60 * 1000;
const RELATED_MAX = 20;
const AFFECTED_MAX = 50;

interface Subject {
  readonly id: string;
  readonly siteId: string | null;
  readonly deviceId: string | null;
  readonly raisedAt: string;
}

/** Other alarms of the same device or site around that time, nearest first. */
export async function relatedAlarms(
  tx: Transaction,
  scope: Asker,
  { id, siteId, deviceId, raisedAt }: Subject,
): Promise<Detail['related']> {
  const at = new Date(raisedAt);
  const rows = await tx.all(
    visibleAlarms(scope)
      .select([
        'alarm.id',
        'alarm.type',
        'alarm.level',
        'alarm.device_name',
        sql<string>`coalesce(alarm.part_name, alarm.part)`.as('part'),
        'alarm.raised_at',
        'alarm.cleared_at',
      ])
      .where('alarm.id', '<>', id)
      .where(sql<boolean>`(alarm.site_id = ${siteId}::uuid or alarm.device_id = ${deviceId}::uuid)`)
      .where('alarm.raised_at', '>=', new Date(at.getTime() - AROUND_MS))
      .where('alarm.raised_at', '<=', new Date(at.getTime() + AROUND_MS))
      .orderBy(sql`abs(extract(epoch from alarm.raised_at - ${at}::timestamptz))`)
      .orderBy('alarm.id')
      .limit(RELATED_MAX),
  );
  return rows.map((row) => ({
    alarmUUID: row.id,
    type: row.type,
    level: row.level,
    deviceName: row.device_name,
    part: row.part,
    raisedAt: row.raised_at.toISOString(),
    clearedAt: row.cleared_at?.toISOString() ?? null,
  }));
}

/** Devices that are offline because of the subject of the alarm, as far as the caller sees them. */
export async function affectedDevices(
  tx: Transaction,
  scope: Asker,
  alarmId: string,
): Promise<Detail['affected']> {
  const rows = await tx.all(
    visibleDevices(scope)
      .innerJoin('alarm_consequence', (join) =>
        join
          .onRef('alarm_consequence.tenant_id', '=', 'device.tenant_id')
          .onRef('alarm_consequence.device_id', '=', 'device.id'),
      )
      .select(['device.id', 'device.kind', 'device.name'])
      .where('alarm_consequence.alarm_id', '=', alarmId)
      .orderBy('device.sort_name')
      .orderBy('device.id')
      .limit(AFFECTED_MAX),
  );
  return rows.map(({ id, kind, name }) => ({ deviceUUID: id, kind, name }));
}
