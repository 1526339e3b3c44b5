import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import { type Asker, visibleDevices } from '../../network/devices/index.ts';

export type FoundAccessPoint = Awaited<ReturnType<typeof readAccessPoints>>[number];

/** Visible access points with these serials or ids. */
export function readAccessPoints(
  tx: Transaction,
  scope: Asker,
  serials: readonly string[],
  ids: readonly string[],
) {
  return tx.all(
    visibleDevices(scope)
      .select(['device.id', 'device.kind', 'device.name', 'device.serial', 'device.status', 'device.model'])
      .where(sql<boolean>`device.kind in ('ap', 'smart')`)
      .where(sql<boolean>`(device.serial = any(${serials}::text[]) or device.id = any(${ids}::uuid[]))`),
  );
}
