import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Report } from '@airloom/device-protocol/model';
import type { ReportingDevice } from '../apps/server/src/domains/monitoring/telemetry/index.ts';
import {
  clientOf,
  portOf,
  radioOf,
  reportOf,
} from '../apps/server/src/domains/monitoring/telemetry/testing/reports.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { numbered } from './support/account.ts';
import type { BenchDatabase } from './support/database.ts';

const CLIENTS = 8;
const PORTS: Readonly<Record<DeviceKind, number>> = {
  ap: 2,
  smart: 2,
  switch: 28,
  gateway: 6,
  ac: 6,
  controller: 6,
};
const CALM_CPU_PERCENT = 30;
/** Above the threshold of the only rule that raises alarms. */
const BUSY_CPU_PERCENT = 85;

/** A device with its normal and its busy report. */
export interface Reporter {
  readonly device: ReportingDevice;
  readonly calm: Report;
  readonly busy: Report;
}

/** All devices of an account with their reports. */
export async function reportersOf({ owner }: BenchDatabase, tenant: string): Promise<Reporter[]> {
  const { rows } = await owner.query<{ id: string; site: string; kind: DeviceKind; serial: string }>(
    'select id, site_id as site, kind, serial from device where tenant_id = $1 order by serial',
    [tenant],
  );
  return rows.map(({ id, site, kind, serial }) => ({
    device: { tenant, deviceId: id, siteId: site, kind, connectionId: newId() },
    calm: reportWith(kind, serial, CALM_CPU_PERCENT),
    busy: reportWith(kind, serial, BUSY_CPU_PERCENT),
  }));
}

function reportWith(kind: DeviceKind, serial: string, cpuPercent: number): Report {
  const hasRadios = kind === 'ap' || kind === 'smart';
  return reportOf({
    serial,
    unit: { uptimeSeconds: 86_400, cpuPercent, memoryPercent: 55, temperature: 50 },
    radios: hasRadios ? [radioOf(0), radioOf(1)] : [],
    clients: hasRadios
      ? numbered('client', CLIENTS).map((_, index) => clientOf(`${serial}${index}`, 600, 1_000))
      : [],
    ports: numbered('port', PORTS[kind]).map((name) =>
      portOf(name, { linked: true, speedMbps: 1000, rxErrors: 3, txErrors: 0 }),
    ),
    power: kind === 'switch' ? { budgetWatts: 370, usedWatts: 110 } : null,
  });
}
