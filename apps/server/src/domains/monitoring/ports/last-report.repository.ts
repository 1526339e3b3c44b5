import type { DeviceStatus } from '@airloom/contract/devices/devices.states';
import type { LearnedAddresses, Report } from '@airloom/device-protocol/model';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { type Asker, visibleDevices } from '../../network/devices/index.ts';

/** Reports stored by earlier releases and reports of controller members lack some of these. */
export type StoredReport = Partial<Pick<Report, 'ports' | 'links' | 'disabledPorts'>>;

export interface LastReport {
  readonly at: Date;
  readonly report: StoredReport;
  readonly earlierAt: Date | null;
  readonly earlierPortBytes: string | null;
}

export interface ReportingDevice {
  readonly siteId: string | null;
  readonly status: DeviceStatus;
  /** Null before the first report. */
  readonly last: LastReport | null;
}

/** @throws {Failure} notFound for a device that does not exist or is not visible */
export async function readLastReport(
  tx: Transaction,
  scope: Asker,
  deviceId: string,
): Promise<ReportingDevice> {
  const device = await tx.first(
    visibleDevices(scope).select(['device.site_id', 'device.status']).where('device.id', '=', deviceId),
  );
  if (device === undefined) throw new Failure('notFound');
  const row = await tx.first(
    sqlBuilder
      .selectFrom('device_last_report')
      .select(['ts', 'report', 'earlier_ts', 'earlier_port_bytes'])
      .where('tenant_id', '=', scope.tenant)
      .where('device_id', '=', deviceId),
  );
  const last =
    row === undefined
      ? null
      : {
          at: row.ts,
          report: JSON.parse(row.report),
          earlierAt: row.earlier_ts,
          earlierPortBytes: row.earlier_port_bytes,
        };
  return { siteId: device.site_id, status: device.status, last };
}

/** The forwarding table of the newest report of a visible device. */
export async function readMacTable(
  tx: Transaction,
  { tenant }: Pick<Asker, 'tenant'>,
  deviceId: string,
): Promise<LearnedAddresses[]> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('mac_table_port')
      .select(['port', 'learned'])
      .where('tenant_id', '=', tenant)
      .where('device_id', '=', deviceId),
  );
  return rows.flatMap(({ port, learned }) => {
    const vlans: readonly (readonly [number | null, readonly string[]])[] = JSON.parse(learned);
    return vlans.map(([vlan, macs]) => ({ port, vlan, macs }));
  });
}
