import type {
  CommandSchedule,
  CommandScheduleDetail,
  ScheduledDevice,
} from '@airloom/contract/commands/schedules.model';
import type { ScheduledDeviceState, ScheduleState } from '@airloom/contract/commands/schedules.states';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import { readWindows } from '../../../../platform/rollout/site-windows.repository.ts';
import { type StartingSite, startGroups } from '../../../../platform/rollout/start-groups.ts';
import type { Asker } from '../../devices/index.ts';
import { countedSchedules, visibleScheduledDevices, visibleSchedules } from './schedules.repository.ts';

type Counted = Awaited<ReturnType<ReturnType<typeof countedSchedules>['executeTakeFirstOrThrow']>>;

function scheduleOf(row: Counted): CommandSchedule {
  return {
    scheduleUUID: row.id,
    command: row.command,
    state: row.state,
    startAt: row.start_at.toISOString(),
    localStart: row.local_start,
    revision: row.revision,
    total: row.total,
    waiting: row.waiting,
    postponed: row.postponed,
    sent: row.sent,
    leftOut: row.left_out,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    editedBy: row.edited_by === row.created_by ? null : row.edited_by_name,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

const SORTING: Sorting = {
  by: {
    createdAt: sql.ref('command_schedule.created_at'),
    startAt: sql.ref('command_schedule.start_at'),
  },
  usual: '-createdAt',
  id: sql.ref('command_schedule.id'),
};

export async function listSchedules(
  tx: Transaction,
  scope: Asker,
  request: PageRequest & { readonly state?: ScheduleState | undefined },
): Promise<Page<CommandSchedule>> {
  let found = visibleSchedules(scope);
  if (request.state !== undefined) found = found.where('command_schedule.state', '=', request.state);
  if (request.search !== '')
    found = found.where('command_schedule.created_by_name', 'ilike', containing(request.search));
  const { total, rows } = await readPage(tx, request, found, countedSchedules(scope, found), SORTING);
  return { total, rows: rows.map(scheduleOf) };
}

export async function findSchedule(
  tx: Transaction,
  scope: Asker,
  id: string,
): Promise<CommandScheduleDetail | null> {
  const found = visibleSchedules(scope).where('command_schedule.id', '=', id);
  const row = await tx.first(countedSchedules(scope, found));
  if (row === undefined) return null;
  const { local_start: localStart } = row;
  return {
    ...scheduleOf(row),
    starts: localStart === null ? [] : startGroups(localStart, await sitesIn(tx, scope, id)),
  };
}

/** Visible sites of a schedule. */
async function sitesIn(tx: Transaction, scope: Asker, id: string): Promise<StartingSite[]> {
  const windows = new Map(
    (await readWindows(tx, { tenant: scope.tenant, id })).map((window) => [window.siteId, window]),
  );
  const rows = await tx.all(
    visibleScheduledDevices(scope)
      .where('command_schedule_device.schedule_id', '=', id)
      .where('command_schedule_device.state', '<>', 'leftOut')
      .select([
        'site.id',
        'site.name',
        sql<number>`count(*)::int`.as('devices'),
        sql<number>`count(*) filter (where command_schedule_device.state = 'waiting')::int`.as('waiting'),
      ])
      .groupBy(['site.id', 'site.name'])
      .orderBy('site.name')
      .orderBy('site.id'),
  );
  return rows.flatMap(({ id: siteId, name, devices, waiting }) => {
    const window = siteId === null ? undefined : windows.get(siteId);
    return window === undefined ? [] : [{ name: name ?? '', devices, waiting, window }];
  });
}

const DEVICE_SORTING: Sorting = {
  by: { deviceName: sql`lower(command_schedule_device.device_name)` },
  usual: 'deviceName',
  id: sql.ref('command_schedule_device.device_id'),
};

export async function listDevices(
  tx: Transaction,
  scope: Asker,
  request: PageRequest & { readonly scheduleUUID: string; readonly state?: ScheduledDeviceState | undefined },
): Promise<Page<ScheduledDevice>> {
  let found = visibleScheduledDevices(scope).where(
    'command_schedule_device.schedule_id',
    '=',
    request.scheduleUUID,
  );
  if (request.state !== undefined) found = found.where('command_schedule_device.state', '=', request.state);
  if (request.search !== '')
    found = found.where('command_schedule_device.device_name', 'ilike', containing(request.search));
  const shown = found
    .leftJoin('rollout_site', (join) =>
      join
        .onRef('rollout_site.tenant_id', '=', 'command_schedule_device.tenant_id')
        .onRef('rollout_site.rollout_id', '=', 'command_schedule_device.schedule_id')
        .onRef('rollout_site.site_id', '=', 'command_schedule_device.site_id'),
    )
    .select([
      'command_schedule_device.device_id',
      'command_schedule_device.device_name',
      'command_schedule_device.device_kind',
      'command_schedule_device.state',
      'command_schedule_device.reason',
      'site.name as site_name',
      'rollout_site.starts_at',
      'rollout_site.night',
    ]);
  const { total, rows } = await readPage(tx, request, found, shown, DEVICE_SORTING);
  return {
    total,
    rows: rows.map((row) => ({
      device: { deviceUUID: row.device_id, kind: row.device_kind, name: row.device_name },
      siteName: row.site_name ?? '',
      state: row.state,
      reason: row.reason,
      nextStart:
        row.state === 'waiting' && row.starts_at !== null && row.night !== null
          ? { at: row.starts_at.toISOString(), night: row.night }
          : null,
    })),
  };
}
