import type { DeviceKind } from '@airloom/contract/devices/devices.model';
import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import { type DeviceFilters, filteredDevices } from './devices.repository.ts';
import { type Asker, visibleKinds } from './reach.ts';

export type ExportRow = Awaited<ReturnType<typeof exportRows>>[number];

/** Where the rows before ended. */
export interface ExportPosition {
  readonly name: string;
  readonly id: string;
}

/** Devices by name, some at a time. */
export function exportRows(
  tx: Transaction,
  scope: Asker,
  filters: DeviceFilters & { readonly search: string },
  after: ExportPosition | null,
  atMost: number,
) {
  let found = filteredDevices(scope, filters);
  if (after !== null) {
    found = found.where(sql<boolean>`(device.sort_name, device.id) > (${after.name}, ${after.id}::uuid)`);
  }
  return tx.all(
    found
      .innerJoin('site', (join) =>
        join.onRef('site.tenant_id', '=', 'device.tenant_id').onRef('site.id', '=', 'device.site_id'),
      )
      .leftJoin('device_group', (join) =>
        join
          .onRef('device_group.tenant_id', '=', 'device.tenant_id')
          .onRef('device_group.id', '=', 'device.group_id'),
      )
      .leftJoin('device_last', (join) =>
        join
          .onRef('device_last.tenant_id', '=', 'device.tenant_id')
          .onRef('device_last.device_id', '=', 'device.id'),
      )
      .leftJoin('device as above', (join) =>
        join
          .onRef('above.tenant_id', '=', 'device.tenant_id')
          .onRef('above.id', '=', 'device.managed_by')
          .on('above.kind', '=', sql<DeviceKind>`any(${visibleKinds(scope)}::text[])`),
      )
      .select([
        'device.id',
        'device.sort_name',
        'device.name',
        'device.kind',
        'device.status',
        'device.sn',
        'device.serial',
        'device.ip',
        'device.model',
        'device.version',
        'site.name as site_name',
        'device_group.name as group_name',
        'device.position',
        'device.remark',
        'device_last.clients',
        'device_last.cpu',
        'device_last.memory',
        'device_last.uptime',
        'device.first_online_at',
        'device.online_at',
        'device.offline_at',
        'device_last.ts',
        'device.upgrade_status',
        'device.configuration_state',
        'above.name as above_name',
      ])
      .orderBy('device.sort_name')
      .orderBy('device.id')
      .limit(atMost),
  );
}
