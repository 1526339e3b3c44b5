import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import { devicesInPlace } from './device-rows.repository.ts';
import { type DeviceFilters, filteredDevices } from './devices.repository.ts';
import type { Asker } from './reach.ts';

export type ExportRow = Awaited<ReturnType<typeof exportRows>>[number];

/** Devices by name, some at a time, after the last of those before. */
export function exportRows(
  tx: Transaction,
  scope: Asker,
  filters: DeviceFilters & { readonly search: string; readonly deviceUUIDs?: readonly string[] | undefined },
  after: { readonly sort_name: string; readonly id: string } | null,
  atMost: number,
) {
  let found = filteredDevices(scope, filters);
  if (filters.deviceUUIDs !== undefined) {
    found = found.where('device.id', '=', sql<string>`any(${filters.deviceUUIDs}::uuid[])`);
  }
  if (after !== null) {
    found = found.where(
      sql<boolean>`(device.sort_name, device.id) > (${after.sort_name}, ${after.id}::uuid)`,
    );
  }
  return tx.all(
    devicesInPlace(found, scope)
      .select('device.sort_name')
      .orderBy('device.sort_name')
      .orderBy('device.id')
      .limit(atMost),
  );
}
