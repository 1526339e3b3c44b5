import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { newId } from '../../../../platform/ids.ts';
import type { CronJob } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { loggedDevice } from '../device-change.ts';
import {
  type ExpiredDevice,
  lockMissed,
  missedTakeOvers,
  type Standing,
  writeExpired,
} from './configuration-push.repository.ts';

const { takeOverExpiresMs } = DEVICE_LIMITS;
const BATCH = 500;

/** Whether the device connected only after its take over had expired. */
export function connectedTooLate({
  takenOverAt,
  onlineAt,
}: Pick<Standing, 'takenOverAt' | 'onlineAt'>): boolean {
  if (takenOverAt === null || onlineAt === null) return false;
  return onlineAt.getTime() - takenOverAt.getTime() > takeOverExpiresMs;
}

/** Devices keep their own configurations. Each is listed in the operation log; the rows are locked. */
export async function expire(
  tx: Transaction,
  scope: TenantScope,
  devices: readonly ExpiredDevice[],
  at: Date,
): Promise<void> {
  if (devices.length === 0) return;
  const deviceIds = devices.map(({ id }) => id);
  await writeExpired(tx, scope, deviceIds, at);
  const origin = { address: '', call: 'expireTakeOver', requestId: newId() };
  for (const device of devices) {
    await recordOperation(
      tx,
      { tenant: scope.tenant, manager: null, userName: '', origin },
      loggedDevice(
        device,
        audit.values({ configurationState: 'pending' }, { configurationState: 'unmanaged' }),
      ),
    );
  }
  await publishEvent(tx, scope.tenant, 'ConfigurationsChanged', { deviceIds });
  await publishEvent(tx, scope.tenant, 'DevicesChanged', {});
}

/** Ends take overs of devices that stayed offline. */
export function expireTakeOvers(platform: Pick<Platform, 'database' | 'wakeOutbox' | 'now'>): CronJob {
  return {
    name: 'expireTakeOvers',
    schedule: '41 * * * *',
    run: async () => {
      const now = platform.now();
      const until = new Date(now.getTime() - takeOverExpiresMs);
      let found = BATCH;
      while (found === BATCH) {
        const missed = await platform.database.asSystem((tx) => missedTakeOvers(tx, until, BATCH));
        found = missed.length;
        for (const [tenant, some] of Map.groupBy(missed, (one) => one.tenant)) {
          const ids = some.map(({ deviceId }) => deviceId);
          await platform.database.withTenant({ tenant }, async (tx) =>
            expire(tx, { tenant }, await lockMissed(tx, { tenant }, ids, until), now),
          );
        }
      }
      platform.wakeOutbox();
    },
  };
}
