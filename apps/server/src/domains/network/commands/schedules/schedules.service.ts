import { COMMAND_LIMITS } from '@airloom/contract/commands/commands.limits';
import type { SchedulableCommand, SchedulePreview } from '@airloom/contract/commands/schedules.model';
import type { scheduleInput, scheduleUpdate } from '@airloom/contract/commands/schedules.rules';
import type { LeftOutReason } from '@airloom/contract/commands/schedules.states';
import type { PlainErrorKey } from '@airloom/contract/errors';
import { LOCAL_START_LIMITS } from '@airloom/contract/rollout/local-start';
import { isDateAllowed } from '@airloom/contract/rollout/local-window';
import type { z } from 'zod';
import { audit, type ChangedObject, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { previewOf } from '../../../../platform/rollout/rollout-preview.ts';
import {
  deleteWindows,
  earliestOf,
  firstWindows,
  type SiteWindow,
  type SiteZone,
  writeWindows,
  zonesOf,
} from '../../../../platform/rollout/site-windows.repository.ts';
import { localStartText } from '../../../../platform/rollout/start-groups.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { requireOperable } from '../../devices/index.ts';
import { paramsOf } from '../queue/device-command.ts';
import { inability } from '../queue/refusals.ts';
import {
  endSchedule,
  findScheduled,
  type LockedSchedule,
  leaveOutWaiting,
  lockSchedule,
  type PlannedTarget,
  writeDevices,
  writeSchedule,
} from './schedules.repository.ts';

type Input = z.output<typeof scheduleInput>;
type Update = z.output<typeof scheduleUpdate>;

interface Plan {
  readonly planned: readonly PlannedTarget[];
  readonly taking: readonly PlannedTarget[];
  /** Of sites with a device that takes part. */
  readonly zones: readonly SiteZone[];
  /** Null without a local start. */
  readonly windows: readonly SiteWindow[] | null;
}

function requireStart({ startAt, localStart }: Input, now: Date): void {
  if (startAt !== null && Date.parse(startAt) <= now.getTime()) {
    throw invalidField('startAt', 'validation.future');
  }
  if (localStart !== null && !isDateAllowed(localStart, now.getTime())) {
    throw invalidField('localStart', 'validation.dateAhead', { days: LOCAL_START_LIMITS.aheadMaxDays });
  }
}

/** Why a device is left out; null when it takes part. */
function leftOutReasonOf(
  device: PlannedTarget['target'],
  command: SchedulableCommand,
  isLocal: boolean,
): LeftOutReason | null {
  // What it supports is unknown until then.
  if (device.status === 'neverConnected') return 'neverConnected';
  return inability(device, command) ?? (isLocal && device.site_id === null ? 'noSite' : null);
}

/** Why no device takes part. */
function emptyErrorOf(planned: readonly PlannedTarget[]): PlainErrorKey {
  const every = (...reasons: LeftOutReason[]) =>
    planned.length > 0 && planned.every(({ reason }) => reason !== null && reasons.includes(reason));
  if (every('unsupported', 'underController')) return 'scheduleUnsupported';
  if (every('noSite')) return 'devicesWithoutSite';
  return every('neverConnected') ? 'devicesNeverConnected' : 'scheduleEmpty';
}

/** The devices of a schedule. Offline ones take part: they may be online at the start. */
async function planOf(tx: Transaction, scope: Scope, input: Input, now: Date): Promise<Plan> {
  const maximum = COMMAND_LIMITS.scheduledDevicesMax;
  const { target, command, localStart } = input;
  const targets = await findScheduled(tx, scope, target, maximum + 1);
  if (targets.length > maximum) throw new Failure('limitReached', { maximum });
  if (target.kind === 'devices' && targets.length !== target.deviceUUIDs.length)
    throw new Failure('notFound');
  const planned = targets.map(
    (one): PlannedTarget => ({
      target: one,
      reason: leftOutReasonOf(one, command, localStart !== null),
    }),
  );
  const taking = planned.filter(({ reason }) => reason === null);
  const zones = await zonesOf(
    tx,
    scope.tenant,
    taking.map((one) => one.target.site_id),
  );
  return {
    planned,
    taking,
    zones,
    windows: localStart === null ? null : firstWindows(localStart, zones, now),
  };
}

function startOf({ startAt }: Input, windows: Plan['windows'], now: Date): Date {
  if (windows === null) return startAt === null ? now : new Date(startAt);
  return earliestOf(windows);
}

export async function previewSchedule(
  platform: Platform,
  scope: Scope,
  input: Input,
): Promise<SchedulePreview> {
  const now = platform.now();
  requireStart(input, now);
  return platform.database.withTenant(scope, async (tx) => {
    const { planned, zones, windows } = await planOf(tx, scope, input, now);
    return previewOf(
      planned.map(({ target, reason }) => ({ name: target.name, siteId: target.site_id, reason })),
      zones,
      input.localStart === null || windows === null
        ? { startsAt: startOf(input, null, now) }
        : { localStart: input.localStart, windows },
    );
  });
}

/** Stores a plan as a new schedule or the next revision. */
async function store(
  tx: Transaction,
  scope: Scope,
  id: string,
  input: Input,
  { plan, now }: { readonly plan: Plan; readonly now: Date },
): Promise<Date> {
  const { planned, taking, windows } = plan;
  requireOperable(scope, [...new Set(planned.map(({ target }) => target.kind))]);
  if (taking.length === 0) throw new Failure(emptyErrorOf(planned));
  const startAt = startOf(input, windows, now);
  await writeSchedule(tx, scope, {
    id,
    command: input.command,
    params: paramsOfScheduled(input.command),
    startAt,
    localStart: input.localStart,
    by: { id: scope.manager, name: scope.userName },
    now,
  });
  await writeDevices(tx, { tenant: scope.tenant, id }, planned);
  await deleteWindows(tx, { tenant: scope.tenant, id }, { all: true });
  await writeWindows(tx, { tenant: scope.tenant, id }, windows ?? []);
  return startAt;
}

function paramsOfScheduled(name: SchedulableCommand): object {
  return name === 'wifiScan' ? paramsOf({ name, bands: [] }) : paramsOf({ name });
}

function logged(
  id: string,
  command: SchedulableCommand,
  place: Pick<LockedSchedule, 'sites' | 'kinds'>,
  changes: ChangedObject['changes'],
): ChangedObject {
  const { sites, kinds } = place;
  return audit.object('command', { id, name: command }, { sites, deviceKinds: kinds }, changes);
}

function placeOf({ planned }: Plan): Pick<LockedSchedule, 'sites' | 'kinds'> {
  return {
    sites: [...new Set(planned.map(({ target }) => target.site_id))],
    kinds: [...new Set(planned.map(({ target }) => target.kind))],
  };
}

function fieldsOf(command: SchedulableCommand, startAt: Date, localStart: Input['localStart']) {
  return { command, startAt, localStart: localStart === null ? null : localStartText(localStart) };
}

export async function createSchedule(
  platform: Platform,
  scope: Scope,
  input: Input,
): Promise<{ scheduleUUID: string; devices: number; leftOut: number }> {
  const now = platform.now();
  requireStart(input, now);
  const id = newId();
  const plan = await platform.database.withTenant(scope, async (tx) => {
    await platform.quotas.require(tx, scope, 'commandSchedules');
    const made = await planOf(tx, scope, input, now);
    const startAt = await store(tx, scope, id, input, { plan: made, now });
    const changes = audit.values(null, fieldsOf(input.command, startAt, input.localStart));
    await recordOperation(tx, scope, logged(id, input.command, placeOf(made), changes));
    return made;
  });
  const devices = plan.taking.length;
  return { scheduleUUID: id, devices, leftOut: plan.planned.length - devices };
}

/** Locks a schedule that the person may change. */
async function lockChangeable(tx: Transaction, scope: Scope, id: string): Promise<LockedSchedule> {
  const schedule = await lockSchedule(tx, scope, id);
  if (schedule === null) throw new Failure('notFound');
  if (schedule.hidden > 0) throw new Failure('permissionDenied');
  requireOperable(scope, schedule.kinds);
  return schedule;
}

export async function updateSchedule(
  platform: Platform,
  scope: Scope,
  input: Update,
): Promise<{ devices: number; leftOut: number }> {
  const now = platform.now();
  requireStart(input, now);
  const id = input.scheduleUUID;
  const plan = await platform.database.withTenant(scope, async (tx) => {
    const schedule = await lockChangeable(tx, scope, id);
    if (schedule.revision !== input.revision) throw new Failure('scheduleEdited');
    if (schedule.state !== 'scheduled') throw new Failure('scheduleStarted');
    const made = await planOf(tx, scope, input, now);
    const startAt = await store(tx, scope, id, input, { plan: made, now });
    const changes = audit.values(
      fieldsOf(schedule.command, schedule.start_at, schedule.local_start),
      fieldsOf(input.command, startAt, input.localStart),
    );
    const { sites, kinds } = placeOf(made);
    const place = {
      sites: [...schedule.sites, ...sites],
      kinds: [...new Set([...schedule.kinds, ...kinds])],
    };
    await recordOperation(tx, scope, logged(id, schedule.command, place, changes));
    return made;
  });
  return { devices: plan.taking.length, leftOut: plan.planned.length - plan.taking.length };
}

/** Cancels what has not started; returns how many devices. */
export async function cancelSchedule(platform: Platform, scope: Scope, id: string): Promise<number> {
  return platform.database.withTenant(scope, async (tx) => {
    const schedule = await lockChangeable(tx, scope, id);
    const key = { tenant: scope.tenant, id };
    const cancelled = await leaveOutWaiting(tx, key, 'cancelled');
    if (schedule.ended_at === null) await endSchedule(tx, key, 'cancelled', platform.now());
    const changes = audit.values(null, { cancelledDevices: cancelled });
    await recordOperation(tx, scope, logged(id, schedule.command, schedule, changes));
    return cancelled;
  });
}
