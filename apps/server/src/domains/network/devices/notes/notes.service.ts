import { NOTE_LIMITS } from '@airloom/contract/devices/annotations.limits';
import type { DeviceNote } from '@airloom/contract/devices/notes.calls';
import type { Page } from '@airloom/contract/paging';
import { audit } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { loggedDevice } from '../device-change.ts';
import { type LockedDevice, lockDevice } from '../presence/locked-devices.repository.ts';
import { changeNotes, requireVisible } from './note-change.ts';
import * as repository from './notes.repository.ts';

export function listNotes(
  platform: Platform,
  scope: Scope,
  request: { readonly deviceUUID: string; readonly page: number; readonly size: number },
): Promise<Page<DeviceNote>> {
  return platform.database.withTenant(scope, async (tx) => {
    await requireVisible(tx, scope, request.deviceUUID);
    return repository.listNotes(tx, scope, request);
  });
}

export function addNote(
  platform: Platform,
  scope: Scope,
  { deviceUUID, text }: { readonly deviceUUID: string; readonly text: string },
): Promise<string> {
  return changeNotes(platform, scope, async (tx) => {
    const device = await lockDevice(tx, scope, deviceUUID);
    const { perDeviceMax: maximum } = NOTE_LIMITS;
    if ((await repository.countNotes(tx, scope, deviceUUID)) >= maximum) {
      throw new Failure('tooManyNotes', { maximum });
    }
    const id = newId();
    await repository.insertNote(tx, scope, { id, deviceId: deviceUUID, text, at: platform.now() });
    return { deviceId: deviceUUID, change: logged(device, null, text), answer: id };
  });
}

/** Returns whether anything changed. */
export function changeNote(
  platform: Platform,
  scope: Scope,
  { noteUUID, text }: { readonly noteUUID: string; readonly text: string },
): Promise<boolean> {
  return changeNotes(platform, scope, async (tx) => {
    const { device, note } = await locked(tx, scope, noteUUID);
    if (note.text === text) return { deviceId: device.id, change: null, answer: false };
    await repository.updateNote(tx, scope, { id: noteUUID, text, at: platform.now() });
    return { deviceId: device.id, change: logged(device, note.text, text), answer: true };
  });
}

export function deleteNote(platform: Platform, scope: Scope, noteUUID: string): Promise<void> {
  return changeNotes(platform, scope, async (tx) => {
    const { device, note } = await locked(tx, scope, noteUUID);
    await repository.deleteNote(tx, scope, noteUUID);
    return { deviceId: device.id, change: logged(device, note.text, null), answer: undefined };
  });
}

/** A note of a device that the person may change. */
async function locked(tx: Transaction, scope: Scope, noteUUID: string) {
  const found = await repository.deviceOfNote(tx, scope, noteUUID);
  if (found === undefined) throw new Failure('notFound');
  const device = await lockDevice(tx, scope, found.device_id);
  const note = await repository.lockNote(tx, scope, noteUUID);
  if (note === undefined) throw new Failure('notFound');
  return { device, note };
}

function logged(device: LockedDevice, before: string | null, after: string | null) {
  return loggedDevice(device, audit.values({ deviceNote: before }, { deviceNote: after }));
}
