import { COMMAND_LIMITS } from '@airloom/contract/commands/commands.limits';
import type { Transaction } from '../../../../platform/database/database.ts';
import { CHECK_EVERY_MS } from '../../../../platform/rollout/advance-rollout.ts';
import {
  firstWindows,
  followWindows,
  nextWindowChange,
  type RolloutKey,
  writeWindows,
  zonesOf,
} from '../../../../platform/rollout/site-windows.repository.ts';
import { scopesOf } from '../../../people/access/index.ts';
import { queueCommands } from '../queue/queue.ts';
import {
  type AdvancedSchedule,
  countWaiting,
  leaveOutUnsuitable,
  lockToAdvance,
  markSent,
  nextToSend,
  sitesWithoutWindow,
  writeRunning,
} from './advance-schedule.repository.ts';
import { endSchedule } from './schedules.repository.ts';

/**
 * Sends what is due, in one transaction: commands are queued together with the mark that they were, so that none is sent
 * twice when the process ends.
 */
export async function advanceSchedule(tx: Transaction, key: RolloutKey, now: Date): Promise<void> {
  const schedule = await lockToAdvance(tx, key);
  if (schedule === undefined || schedule.startAt > now) return;
  await followSites(tx, schedule, now);
  await leaveOutUnsuitable(tx, schedule, await scopesOf(tx, schedule.tenant, schedule.by.id), now);
  const isFull = await sendNext(tx, schedule, now);
  if ((await countWaiting(tx, schedule)) === 0) {
    await endSchedule(tx, schedule, 'finished', now);
    return;
  }
  await writeRunning(tx, schedule, isFull ? now : await nextCheck(tx, schedule, now));
}

async function followSites(tx: Transaction, schedule: AdvancedSchedule, now: Date): Promise<void> {
  const { tenant, id, localStart } = schedule;
  if (localStart === null) return;
  const moved = await sitesWithoutWindow(tx, schedule);
  if (moved.length > 0) {
    await writeWindows(tx, schedule, firstWindows(localStart, await zonesOf(tx, tenant, moved), now));
  }
  await followWindows(tx, { tenant, id, localStart }, { now, isPaused: false });
}

/** Returns whether more may be due. */
async function sendNext(tx: Transaction, schedule: AdvancedSchedule, now: Date): Promise<boolean> {
  const { tenant, id, command, params, by } = schedule;
  const devices = await nextToSend(tx, schedule, now, COMMAND_LIMITS.devicesMax);
  if (devices.length === 0) return false;
  const { commandIds } = await queueCommands(tx, {
    tenant,
    batchId: id,
    command,
    by,
    devices: devices.map((deviceId) => ({ deviceId, params })),
    now,
  });
  await markSent(tx, schedule, commandIds);
  return devices.length === COMMAND_LIMITS.devicesMax;
}

async function nextCheck(tx: Transaction, schedule: AdvancedSchedule, now: Date): Promise<Date> {
  const look = new Date(now.getTime() + CHECK_EVERY_MS);
  const change = await nextWindowChange(tx, schedule, now);
  return change !== null && change < look ? change : look;
}
