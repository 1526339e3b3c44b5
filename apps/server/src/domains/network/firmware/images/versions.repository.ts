import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { DeviceKey } from '../campaigns/upgrades.repository.ts';

export interface ReportedVersion extends DeviceKey {
  readonly version: string;
}

export interface ChangedVersion extends ReportedVersion {
  readonly before: string;
}

/** Stores the versions of devices; returns those that ran another one before. */
export async function rememberVersions(
  tx: Transaction,
  reported: readonly ReportedVersion[],
): Promise<ChangedVersion[]> {
  const rows = await tx.all(sql<ReportedVersion & { before: string | null }>`
    with reported as (
      select device.tenant_id, device.id as device_id, changes.version
      from unnest(${reported.map(({ tenant }) => tenant)}::uuid[], ${reported.map(({ deviceId }) => deviceId)}::uuid[],
        ${reported.map(({ version }) => version)}::text[]) as changes (tenant_id, device_id, version)
      join device on device.tenant_id = changes.tenant_id and device.id = changes.device_id
    ), known as (
      select device_firmware.tenant_id, device_firmware.device_id, device_firmware.version
      from device_firmware join reported using (tenant_id, device_id)
    ), written as (
      insert into device_firmware (tenant_id, device_id, version)
      select reported.tenant_id, reported.device_id, reported.version from reported
      left join known using (tenant_id, device_id)
      where known.version is distinct from reported.version
      order by reported.tenant_id, reported.device_id
      on conflict (tenant_id, device_id) do update set version = excluded.version
      returning tenant_id, device_id, version
    )
    select written.tenant_id as tenant, written.device_id as "deviceId", written.version, known.version as before
    from written left join known using (tenant_id, device_id)`);
  return rows.flatMap(({ before, ...row }) => (before === null ? [] : [{ ...row, before }]));
}
