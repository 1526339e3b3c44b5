import type { TerminalTimeline } from '@airloom/contract/clients/online.model';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { type Asker, siteWithinReach, visibleDevices } from '../../../network/devices/index.ts';

export interface Span {
  readonly mac: string;
  readonly from: Date;
  readonly to: Date;
}

const visibleIds = (scope: Asker) => visibleDevices(scope).select('device.id');

interface RefusalRow {
  readonly at: Date;
  readonly device_id: string;
  readonly kind: DeviceKind;
  readonly name: string;
  readonly ssid: string | null;
  readonly reason: string | null;
}

/** Refusals by devices, newest first. */
export async function refusals(
  tx: Transaction,
  scope: Asker,
  { mac, from, to }: Span,
  atMost: number,
): Promise<TerminalTimeline['refusals']> {
  const rows = await tx.all(sql<RefusalRow>`
    select device_log.at, device_log.device_id, device.kind, device.name,
           device_log.details #>> '{client,ssid}' as ssid, device_log.details ->> 'reason' as reason
    from device_log
    join device on device.tenant_id = device_log.tenant_id and device.id = device_log.device_id
    where device_log.tenant_id = ${scope.tenant} and device_log.type = 'clientRefused'
      and device_log.details #>> '{client,mac}' = ${mac}
      and device_log.at >= ${from} and device_log.at <= ${to}
      and device_log.device_id in (${visibleIds(scope)}) and ${siteWithinReach(scope, 'device_log.site_id')}
    order by device_log.at desc limit ${atMost}`);
  return rows.map((row) => ({
    at: row.at.toISOString(),
    device: { deviceUUID: row.device_id, kind: row.kind, name: row.name },
    ssid: row.ssid ?? '',
    reason: row.reason ?? '',
  }));
}

export async function countRefusals(
  tx: Transaction,
  scope: Asker,
  mac: string,
  since: Date,
): Promise<number> {
  const row = await tx.first(sql<{ times: number }>`
    select count(*)::int as times from device_log
    where tenant_id = ${scope.tenant} and type = 'clientRefused' and details #>> '{client,mac}' = ${mac}
      and at > ${since} and device_id in (${visibleIds(scope)}) and ${siteWithinReach(scope, 'device_log.site_id')}`);
  return row?.times ?? 0;
}

/** Hours of a client, summed over devices and networks. */
export async function hours(
  tx: Transaction,
  scope: Asker,
  { mac, from, to }: Span,
): Promise<TerminalTimeline['slots']> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('terminal_1h')
      .select([
        'hour',
        sql<number>`sum(rx_bytes)::float8`.as('rx'),
        sql<number>`sum(tx_bytes)::float8`.as('tx'),
        sql<number>`sum(packets)::float8`.as('packets'),
        sql<number>`sum(retries)::float8`.as('retries'),
        sql<number | null>`sum(signal_sum::float8) / nullif(sum(heard_seconds::float8), 0)`.as('signal'),
      ])
      .where('tenant_id', '=', scope.tenant)
      .where('mac', '=', mac)
      // The hour in which the window starts is included.
      .where('hour', '>', new Date(from.getTime() - HOUR))
      .where('hour', '<=', to)
      .where('device_id', 'in', visibleIds(scope))
      .where(siteWithinReach(scope, 'terminal_1h.site_id'))
      .groupBy('hour')
      .orderBy('hour'),
  );
  return rows.map((row) => ({
    at: row.hour.toISOString(),
    upBytes: row.rx,
    downBytes: row.tx,
    signalMean: row.signal === null ? null : Math.round(row.signal),
    downRateKbps: null,
    retryPercent: row.packets === 0 ? null : Math.min(100, Math.round((100 * row.retries) / row.packets)),
  }));
}
