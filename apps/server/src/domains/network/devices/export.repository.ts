import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import { itsLastReport } from './device-joins.ts';
import { devicesInPlace } from './device-rows.repository.ts';
import { type DeviceFilters, filteredDevices } from './devices.repository.ts';
import type { Asker } from './reach.ts';
import { TAGS } from './tags/tags.repository.ts';

export interface ExportFilters extends DeviceFilters {
  readonly search: string;
  readonly deviceUUIDs?: readonly string[] | undefined;
  /** Whether a column needs the complete report. */
  readonly withReport: boolean;
  readonly withTags: boolean;
}

export type ExportRow = Awaited<ReturnType<typeof exportRows>>[number];

/** Devices by name, in batches after the previous one. */
export function exportRows(
  tx: Transaction,
  scope: Asker,
  filters: ExportFilters,
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
      .leftJoin('device_last_report', itsLastReport)
      .select(['device.sort_name', 'device.ha_mode', 'device.ha_status'])
      .select(sql<string[] | null>`case when ${filters.withTags}::boolean then ${TAGS} end`.as('tags'))
      .select(
        sql<string | null>`case when ${filters.withReport}::boolean then device_last_report.report end`.as(
          'report',
        ),
      )
      .orderBy('device.sort_name')
      .orderBy('device.id')
      .limit(atMost),
  );
}
