import type { AlarmType } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { CONFIGURATION_FAILED, type ConfigurationState } from '@airloom/contract/devices/devices.states';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { DeviceState } from './failures.ts';

export const FAILURE_TYPES: readonly AlarmType[] = [
  'configurationFailed',
  'upgradeFailed',
  'certificateDue',
  'enrolmentWaiting',
  'ownershipDisputed',
];

/** On a row of `site`: it is in maintenance at that time. */
export function isInMaintenance(at: Date | RawBuilder<unknown>) {
  return sql`exists (
    select from maintenance_site at_site
    join maintenance on maintenance.tenant_id = at_site.tenant_id and maintenance.id = at_site.maintenance_id
    where at_site.tenant_id = site.tenant_id and at_site.site_id = site.id
      and maintenance.starts_at <= ${at} and maintenance.ends_at > ${at})`;
}

interface DeviceRow {
  readonly id: string;
  readonly kind: DeviceKind;
  readonly name: string;
  readonly siteId: string;
  readonly siteName: string;
  readonly configuration: ConfigurationState;
  readonly version: number | null;
  readonly decidedAt: Date | null;
  readonly upgradeId: string | null;
  readonly failed: boolean | null;
  readonly endedAt: Date | null;
  readonly notAfter: Date | null;
  readonly issuedAt: Date | null;
  readonly requestedAt: Date | null;
  readonly disputedAt: Date | null;
  readonly inMaintenance: boolean;
}

export async function readDevices(
  tx: Transaction,
  tenant: string,
  deviceIds: readonly string[],
  now: Date,
): Promise<DeviceState[]> {
  const rows = await tx.all(sql<DeviceRow>`
    select device.id, device.kind, device.name, site.id as "siteId", site.name as "siteName",
      device.configuration_state as configuration, refused.version, refused.decided_at as "decidedAt",
      ended.id as "upgradeId", ended.state = 'failed' as failed, ended.ended_at as "endedAt",
      good.not_after as "notAfter", good.issued_at as "issuedAt",
      (select max(requested_at) from device_certificate waiting
        where waiting.tenant_id = device.tenant_id and waiting.device_id = device.id
          and waiting.requested_at is not null and waiting.revoked_at is null) as "requestedAt",
      (select max(opened_at) from device_dispute dispute
        where dispute.tenant_id = device.tenant_id and dispute.device_id = device.id
          and dispute.answered_at is null) as "disputedAt", ${isInMaintenance(now)} as inMaintenance
    from device
    join site on site.tenant_id = device.tenant_id and site.id = device.site_id
    left join lateral (
      select version, decided_at from device_configuration
      where tenant_id = device.tenant_id and device_id = device.id and state in (${sql.join(CONFIGURATION_FAILED)})
      order by version desc limit 1
    ) refused on device.configuration_state in (${sql.join(CONFIGURATION_FAILED)})
    left join lateral (
      select id, state, ended_at from upgrade
      where tenant_id = device.tenant_id and device_id = device.id and state in ('succeeded', 'failed')
      order by ended_at desc limit 1
    ) ended on true
    left join lateral (
      select not_after, issued_at from device_certificate
      where tenant_id = device.tenant_id and device_id = device.id and revoked_at is null and requested_at is null
      order by not_after desc limit 1
    ) good on true
    where device.tenant_id = ${tenant} and device.id = any(${deviceIds}::uuid[])`);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    siteId: row.siteId,
    siteName: row.siteName,
    configuration: row.configuration,
    refused: row.version === null ? null : { version: row.version, at: row.decidedAt?.getTime() ?? 0 },
    upgrade:
      row.upgradeId === null
        ? null
        : { id: row.upgradeId, failed: row.failed === true, at: row.endedAt?.getTime() ?? 0 },
    certificate:
      row.notAfter === null
        ? null
        : { notAfter: row.notAfter.getTime(), issuedAt: row.issuedAt?.getTime() ?? 0 },
    requestedAt: row.requestedAt?.getTime() ?? null,
    disputedAt: row.disputedAt?.getTime() ?? null,
    inMaintenance: row.inMaintenance,
  }));
}
