import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import {
  type CancelReason,
  CHANGE_TRANSITIONS,
  type ChangeState,
} from '@airloom/contract/configuration/configuration.states';
import type { Transaction } from '../../../../platform/database/database.ts';
import { CHECK_EVERY_MS } from '../../../../platform/rollout/advance-rollout.ts';
import {
  type ChangeKey,
  type ChangeProgress,
  type LockedChange,
  lockToAdvance,
  writeChange,
} from './changes.repository.ts';
import {
  endNotStarted,
  endUnsuitable,
  leaveToLater,
  markOffline,
} from './devices/change-devices.repository.ts';
import type { Timing } from './devices/judge-device.ts';
import { prepareDevices, prepareWaves } from './devices/prepare-change.ts';
import { highestWave } from './devices/prepared-devices.repository.ts';
import { settleDevices } from './devices/settle-devices.ts';
import { type StartedDevices, startDevices } from './devices/start-devices.ts';
import { type Counts, countRows, nextDeadline } from './progress.repository.ts';

const { offlineWaitMs, pauseAtFailedMin, pauseAtFailedPercent } = CONFIGURATION_LIMITS;

/** Writes the settings of a scheduled change when it starts, or returns why it cannot. */
export type StartChange = (
  tx: Transaction,
  change: LockedChange,
  now: Date,
) => Promise<'started' | CancelReason>;

export interface Advanced {
  /** Whether there is more to do at once. */
  readonly again: boolean;
  /** It, and other changes that it took devices from. */
  readonly changed: readonly ChangeKey[];
}

/**
 * Advances a change by one step, in one transaction: versions of devices are stored together with their state, so that
 * none is sent twice when the process ends.
 */
export async function advanceChange(
  tx: Transaction,
  key: ChangeKey,
  startChange: StartChange,
  timing: Timing,
): Promise<Advanced> {
  const change = await lockToAdvance(tx, key);
  if (change === undefined) return { again: false, changed: [] };
  const step = await nextStep(tx, change, startChange, timing);
  await writeChange(tx, change, { ...step.progress, dueAt: step.dueAt });
  const { endedAt, state } = step.progress;
  const again = endedAt === null && state !== 'scheduled' && step.dueAt <= timing.now;
  return { again, changed: [key, ...step.others] };
}

interface Step {
  readonly progress: Omit<ChangeProgress, 'dueAt'>;
  readonly dueAt: Date;
  readonly others: readonly ChangeKey[];
}

function nextStep(
  tx: Transaction,
  change: LockedChange,
  startChange: StartChange,
  timing: Timing,
): Promise<Step> {
  const { now } = timing;
  switch (change.state) {
    case 'scheduled':
      return start(tx, change, startChange, now);
    case 'preparing':
      return prepare(tx, change, now);
    default:
      return rollOut(tx, change, timing);
  }
}

function progressOf(
  change: LockedChange,
  changes: Partial<ChangeProgress> = {},
): Omit<ChangeProgress, 'dueAt'> {
  const { state, beganAt, preparedTo, wave, waveCount } = change;
  return { state, cancelReason: null, beganAt, preparedTo, wave, waveCount, endedAt: null, ...changes };
}

function moved(from: ChangeState, to: ChangeState): ChangeState {
  if (from !== to && !CHANGE_TRANSITIONS[from].includes(to))
    throw new Error(`A change cannot go from ${from} to ${to}`);
  return to;
}

async function start(
  tx: Transaction,
  change: LockedChange,
  startChange: StartChange,
  now: Date,
): Promise<Step> {
  const { state, startAt } = change;
  // It may have been woken before its start.
  if (startAt !== null && startAt > now) return { progress: progressOf(change), dueAt: startAt, others: [] };
  const result = await startChange(tx, change, now);
  const progress =
    result === 'started'
      ? progressOf(change, { state: moved(state, 'preparing'), beganAt: now })
      : progressOf(change, { state: moved(state, 'cancelled'), cancelReason: result, endedAt: now });
  return { progress, dueAt: now, others: [] };
}

/** One batch of devices, or the waves of some sites. */
async function prepare(tx: Transaction, change: LockedChange, now: Date): Promise<Step> {
  const beganAt = change.beganAt ?? now;
  const preparedTo = await prepareDevices(tx, change, now);
  if (preparedTo !== null)
    return { progress: progressOf(change, { beganAt, preparedTo }), dueAt: now, others: [] };
  if (await prepareWaves(tx, change))
    return { progress: progressOf(change, { beganAt }), dueAt: now, others: [] };
  const state = moved(change.state, 'rollingOut');
  const waveCount = await highestWave(tx, change);
  return { progress: progressOf(change, { state, beganAt, wave: 1, waveCount }), dueAt: now, others: [] };
}

async function rollOut(tx: Transaction, change: LockedChange, timing: Timing): Promise<Step> {
  const { now } = timing;
  const failed = await settleDevices(tx, change, timing);
  if (change.state === 'cancelled') await endNotStarted(tx, change, 'cancelled', now);
  else {
    await endUnsuitable(tx, change, now);
    await leaveToLater(tx, change, now);
  }
  const before = await countRows(tx, change, change.wave);
  const pauses = change.state === 'rollingOut' && failed && isAboveLimit(before) && canStart(before);
  const state = pauses ? moved(change.state, 'paused') : change.state;
  const { wave, counts, others, more } = isStarting(state)
    ? await startWaves(tx, change, now)
    : { wave: change.wave, counts: before, others: [], more: false };
  const reached = counts.waiting + counts.later + counts.delivering + counts.reverting;
  const isComplete = reached + counts.offline + counts.revertingOffline === 0;
  const next = stateOf(state, counts, { isComplete, isSettled: reached === 0 });
  const endedAt = isComplete ? now : null;
  const dueAt = isComplete || more ? now : await checkAt(tx, change, timing);
  return { progress: progressOf(change, { state: moved(state, next), wave, endedAt }), dueAt, others };
}

/** Whether devices may start: also in a change that only waits for offline ones. */
function isStarting(state: ChangeState): boolean {
  return state === 'rollingOut' || state === 'done' || state === 'doneWithFailures';
}

function stateOf(
  state: ChangeState,
  { failed, stopped }: Counts,
  { isComplete, isSettled }: { readonly isComplete: boolean; readonly isSettled: boolean },
): ChangeState {
  // A paused change gives nothing to devices that return, so it is not done before.
  if (state === 'cancelled' || (state === 'paused' && !isComplete)) return state;
  if (!isSettled) return 'rollingOut';
  return failed + stopped > 0 ? 'doneWithFailures' : 'done';
}

interface Started extends StartedDevices {
  readonly wave: number;
  readonly counts: Counts;
}

/** Starts devices, and the next wave whenever one is over. */
async function startWaves(tx: Transaction, change: LockedChange, now: Date): Promise<Started> {
  const others: ChangeKey[] = [];
  for (let { wave } = change; ; wave += 1) {
    await markOffline(tx, change, wave, new Date(now.getTime() + offlineWaitMs), now);
    const started = await startDevices(tx, change, wave, now);
    others.push(...started.others);
    const counts = await countRows(tx, change, wave);
    const isOver = counts.waiting + counts.delivering === 0;
    if (!isOver || counts.later === 0 || wave >= change.waveCount)
      return { wave, counts, others, more: started.more };
  }
}

function isAboveLimit({ verified, failed }: Counts): boolean {
  return failed >= pauseAtFailedMin && failed * 100 > pauseAtFailedPercent * (verified + failed);
}

function canStart({ waiting, offline, later }: Counts): boolean {
  return waiting + offline + later > 0;
}

/** Always later: an overdue device was settled just now. */
async function checkAt(tx: Transaction, change: LockedChange, { now, holdMs }: Timing): Promise<Date> {
  const latest = new Date(now.getTime() + CHECK_EVERY_MS);
  const deadline = await nextDeadline(tx, change, holdMs);
  return deadline !== null && deadline > now && deadline < latest ? deadline : latest;
}
