import { type ChangedObject, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { type Asker, visibleDevices } from '../reach.ts';

interface Done<T> {
  readonly deviceId: string;
  /** Null when nothing changed. */
  readonly change: ChangedObject | null;
  readonly answer: T;
}

/** Runs a change of notes or photos of one device: rows, operation log and event commit together. */
export async function changeNotes<T>(
  platform: Pick<Platform, 'database' | 'wakeOutbox'>,
  scope: Scope,
  work: (tx: Transaction) => Promise<Done<T>>,
): Promise<T> {
  const answer = await platform.database.withTenant(scope, async (tx) => {
    const done = await work(tx);
    if (done.change !== null) {
      await recordOperation(tx, scope, done.change);
      await publishEvent(tx, scope.tenant, 'DeviceNotesChanged', { deviceIds: [done.deviceId] });
    }
    return done.answer;
  });
  platform.wakeOutbox();
  return answer;
}

export async function requireVisible(tx: Transaction, scope: Asker, deviceId: string): Promise<void> {
  const device = await tx.first(visibleDevices(scope).select('device.id').where('device.id', '=', deviceId));
  if (device === undefined) throw new Failure('notFound');
}
