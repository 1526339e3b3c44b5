import type { alarmDetail, pastAlarmDetail } from '@airloom/contract/alarms/alarms.model';
import type { z } from 'zod';
import { audit, type ChangedObject, recordOperation } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { PageRequest } from '../../../platform/database/paging.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import * as actions from './alarm-actions.repository.ts';
import * as repository from './alarms.repository.ts';
import { affectedDevices, relatedAlarms } from './history/alarm-detail.repository.ts';
import type { ActiveFilters, AlarmFilters } from './history/alarm-filters.repository.ts';

export function listActive({ database }: Platform, scope: Scope, request: ActiveFilters & PageRequest) {
  return database.withTenant(scope, (tx) => repository.listActive(tx, scope, request));
}

export function listHistory({ database }: Platform, scope: Scope, request: AlarmFilters & PageRequest) {
  return database.withTenant(scope, (tx) => repository.listHistory(tx, scope, request));
}

export function countAlarms(
  { database }: Platform,
  scope: Scope,
  place: Parameters<typeof repository.countAlarms>[2],
) {
  return database.withTenant(scope, (tx) => repository.countAlarms(tx, scope, place));
}

export function viewAlarm(
  { database }: Platform,
  scope: Scope,
  id: string,
): Promise<z.output<typeof alarmDetail>> {
  return database.withTenant(scope, async (tx) =>
    withRelated(tx, scope, id, await repository.findAlarm(tx, scope, id)),
  );
}

export function viewCleared(
  { database }: Platform,
  scope: Scope,
  id: string,
): Promise<z.output<typeof pastAlarmDetail>> {
  return database.withTenant(scope, async (tx) =>
    withRelated(tx, scope, id, await repository.findCleared(tx, scope, id)),
  );
}

async function withRelated<T extends Parameters<typeof subjectOf>[1]>(
  tx: Transaction,
  scope: Scope,
  id: string,
  alarm: T | null,
) {
  if (alarm === null) throw new Failure('notFound');
  const [related, affected] = await Promise.all([
    relatedAlarms(tx, scope, subjectOf(id, alarm)),
    affectedDevices(tx, scope, id),
  ]);
  return { ...alarm, related, affected };
}

function subjectOf(
  id: string,
  {
    siteUUID,
    device,
    raisedAt,
  }: {
    readonly siteUUID: string | null;
    readonly device: { readonly deviceUUID: string } | null;
    readonly raisedAt: string;
  },
) {
  return { id, siteId: siteUUID, deviceId: device?.deviceUUID ?? null, raisedAt };
}

interface AlarmsAndNote {
  readonly alarmUUIDs: readonly string[];
  readonly note: string;
}

export async function confirm(
  platform: Platform,
  scope: Scope,
  { alarmUUIDs, note }: AlarmsAndNote,
): Promise<{ confirmed: number; confirmedAt: string }> {
  const at = platform.now();
  const confirmed = await platform.database.withTenant(scope, async (tx) => {
    const alarms = await actions.lockInState(tx, scope, alarmUUIDs, 'unconfirmed');
    if (alarms.length === 0) return 0;
    const ids = alarms.map(({ id }) => id);
    await actions.confirmAlarms(tx, scope, ids, { by: scope.userName, note, at });
    const changes = audit.values({ alarmState: 'unconfirmed' }, { alarmState: 'confirmed', note });
    await recordOperation(tx, scope, loggedAlarms(alarms, changes));
    await actions.publishAlarmsChanged(tx, scope, ids);
    return alarms.length;
  });
  platform.wakeOutbox();
  return { confirmed, confirmedAt: at.toISOString() };
}

/** Returns how many are unconfirmed again. */
export async function unconfirm(
  platform: Platform,
  scope: Scope,
  {
    alarmUUIDs,
    confirmedAt,
  }: { readonly alarmUUIDs: readonly string[]; readonly confirmedAt?: string | undefined },
): Promise<number> {
  const own = confirmedAt === undefined ? undefined : { by: scope.userName, at: new Date(confirmedAt) };
  const unconfirmed = await platform.database.withTenant(scope, async (tx) => {
    const alarms = await actions.lockInState(tx, scope, alarmUUIDs, 'confirmed', own);
    if (alarms.length === 0) return 0;
    const ids = alarms.map(({ id }) => id);
    await actions.unconfirmAlarms(tx, scope, ids);
    const logged = alarms.flatMap((alarm) => {
      const before = { alarmState: 'confirmed', note: alarm.confirm_note };
      return loggedAlarms([alarm], audit.values(before, { alarmState: 'unconfirmed', note: '' }));
    });
    await recordOperation(tx, scope, logged);
    await actions.publishAlarmsChanged(tx, scope, ids);
    return alarms.length;
  });
  platform.wakeOutbox();
  return unconfirmed;
}

/** Returns how many were cleared. The watch of the rule is kept: the alarm is raised again only after a recovery. */
export async function clear(
  platform: Platform,
  scope: Scope,
  { alarmUUIDs, note }: AlarmsAndNote,
): Promise<number> {
  const cleared = await platform.database.withTenant(scope, async (tx) => {
    const alarms = await actions.lockActive(tx, scope, alarmUUIDs);
    if (alarms.length === 0) return 0;
    const ids = alarms.map(({ id }) => id);
    const action = { by: scope.userName, note, at: platform.now(), reason: 'person' as const };
    await actions.clearAlarms(tx, scope, ids, action);
    const changes = audit.values({ cleared: false }, { cleared: true, note });
    await recordOperation(tx, scope, loggedAlarms(alarms, changes));
    await actions.publishAlarmsChanged(tx, scope, ids);
    return alarms.length;
  });
  platform.wakeOutbox();
  return cleared;
}

/** Returns how many were deleted. */
export async function deleteHistory(
  platform: Platform,
  scope: Scope,
  alarmIds: readonly string[],
): Promise<number> {
  const deleted = await platform.database.withTenant(scope, async (tx) => {
    const alarms = await actions.lockCleared(tx, scope, alarmIds);
    if (alarms.length === 0) return 0;
    const ids = alarms.map(({ id }) => id);
    await actions.removeAlarms(tx, scope, ids, platform.now());
    await recordOperation(tx, scope, loggedAlarms(alarms));
    await actions.publishAlarmsChanged(tx, scope, ids);
    return alarms.length;
  });
  platform.wakeOutbox();
  return deleted;
}

/** Each alarm, and the device it is about. */
function loggedAlarms(
  alarms: readonly actions.LockedAlarm[],
  changes?: ChangedObject['changes'],
): ChangedObject[] {
  return alarms.flatMap(({ id, type, site_id, device_id, device_kind, device_name }) => {
    const place = { sites: [site_id], deviceKinds: device_kind === null ? [] : [device_kind] };
    const alarm = audit.object('alarm', { id, name: type }, place, changes);
    return device_id === null
      ? [alarm]
      : [alarm, audit.object('device', { id: device_id, name: device_name }, place)];
  });
}
