import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { audit, type Changed, type ChangedObject, recordOperation } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { rethrowUnique } from '../../../platform/database/unique.ts';
import { publishEvent } from '../../../platform/events/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';

const rethrowTaken = rethrowUnique({
  device_group_name: 'groupNameTaken',
  trusted_ca_tenant_id_fingerprint_key: 'trustedCaTaken',
});

/**
 * Runs one change of the inventory: rows, operation log and event commit together. `work` returns the change, null when
 * nothing changed, and the answer.
 */
export async function changeDevices<T>(
  platform: Pick<Platform, 'database' | 'wakeOutbox'>,
  scope: Scope,
  work: (tx: Transaction) => Promise<{ readonly change: Changed | null; readonly answer: T }>,
): Promise<T> {
  const answer = await platform.database
    .withTenant(scope, async (tx) => {
      const done = await work(tx);
      if (done.change !== null) {
        await recordOperation(tx, scope, done.change);
        await publishEvent(tx, scope.tenant, 'DevicesChanged', {});
      }
      return done.answer;
    })
    .catch(rethrowTaken);
  platform.wakeOutbox();
  return answer;
}

const NAMES_MAX = 20;

/** Device names in messages. */
export function namesOf(devices: readonly { readonly name: string }[]): string {
  const names = devices.slice(0, NAMES_MAX).map(({ name }) => name);
  return devices.length > NAMES_MAX ? `${names.join(', ')}, …` : names.join(', ');
}

export interface LoggedDevice {
  readonly id: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly site_id: string | null;
}

/** A device in the operation log of its site; `movedTo` is a second site. */
export function loggedDevice(
  device: LoggedDevice,
  changes?: ChangedObject['changes'],
  movedTo: string | null = null,
): ChangedObject {
  return audit.object(
    'device',
    device,
    { sites: [device.site_id, movedTo], deviceKinds: [device.kind] },
    changes,
  );
}
