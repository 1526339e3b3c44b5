import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { DeviceStatus } from '@airloom/contract/devices/devices.states';
import type { GuardGrant } from '@airloom/contract/guards';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { type Asker, isOperableIn, visibleDevices } from '../reach.ts';

/** A device as shells and remote proxies see it. */
export interface RemoteDevice {
  readonly id: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly site_id: string | null;
  readonly status: DeviceStatus;
  readonly abilities: unknown;
  /** The process that holds its connection. */
  readonly gateway_id: string | null;
}

export function findRemoteDevice(
  tx: Transaction,
  scope: Asker,
  id: string,
): Promise<RemoteDevice | undefined> {
  return tx.first(
    visibleDevices(scope)
      .select([
        'device.id',
        'device.name',
        'device.kind',
        'device.site_id',
        'device.status',
        'device.abilities',
        'device.gateway_id',
      ])
      .where('device.id', '=', id),
  );
}

/** Somebody who uses a device, named by any text. */
export interface DeviceUse {
  readonly id: string;
  readonly deviceId: string;
  readonly scope: Asker;
}

/** Those who still reach and may operate their device. One query for all. */
export async function stillOperable(
  tx: Transaction,
  uses: readonly DeviceUse[],
  grant: GuardGrant,
): Promise<ReadonlySet<string>> {
  if (uses.length === 0) return new Set();
  const each = uses.map(
    ({ id, deviceId, scope }) => sql`
      select ${id}::text as id from device
      where device.tenant_id = ${scope.tenant} and device.id = ${deviceId} and ${isOperableIn([scope], grant)}`,
  );
  const rows = await tx.all(sql<{ id: string }>`${sql.join(each, sql` union all `)}`);
  return new Set(rows.map(({ id }) => id));
}
