import type { RolloutState } from '@airloom/contract/rollout/rollout.states';
import { movedRollout } from './rollout-state.ts';
import { nextStep, type Progress } from './waves.ts';

/** Rollouts are checked this often: there is no event about devices that stay offline. */
export const CHECK_EVERY_MS = 60_000;

export interface Rollout<Reason extends string> {
  readonly state: RolloutState;
  readonly stopReason: Reason | 'tooManyFailed' | null;
  readonly startAt: Date | null;
  readonly beganAt: Date | null;
  /** The newest started wave; 0 before the first. */
  readonly wave: number;
  readonly waveCount: number;
  readonly stopAtFailedPercent: number;
  /** Why nothing more may be started; null when nothing prevents it. */
  readonly obstacle: Reason | null;
  /** Offline members are given up when the rollout began longer ago than this. */
  readonly offlineMaxMs: number;
}

/** The members of one rollout. `wave` is the newest started one; members of later waves are left alone. */
export interface RolloutMembers {
  /** Ends waiting members that need no start or can have none; with `expired` those that are offline too. */
  settleWaiting(wave: number, expired: boolean): Promise<void>;
  /** Starts the next members in turn, as many as may run at the same time. */
  startNext(wave: number): Promise<void>;
  cancelWaiting(): Promise<void>;
  progress(wave: number): Promise<Progress>;
  /** When the next retry is due. */
  nextAttemptAt(wave: number): Promise<Date | null>;
}

export interface AdvancedRollout<Reason extends string> {
  readonly state: RolloutState;
  readonly stopReason: Reason | 'tooManyFailed' | null;
  readonly beganAt: Date | null;
  readonly wave: number;
  /** When it has to be advanced again without an event. */
  readonly dueAt: Date;
  readonly ended: boolean;
}

type Course<Reason extends string> = Pick<
  AdvancedRollout<Reason>,
  'state' | 'stopReason' | 'beganAt' | 'wave'
>;

/** Advances a rollout as far as possible now: starts members and waves, stops it, or finds that it has ended. */
export async function advanceRollout<Reason extends string>(
  rollout: Rollout<Reason>,
  members: RolloutMembers,
  now: Date,
): Promise<AdvancedRollout<Reason>> {
  const { state, stopReason, beganAt, wave, startAt } = rollout;
  let course: Course<Reason> = { state, stopReason, beganAt, wave };
  if (state === 'scheduled') {
    // It may have been woken before its start.
    if (startAt !== null && startAt > now) return { ...course, dueAt: startAt, ended: false };
    course = { state: movedRollout(state, 'running'), stopReason, beganAt: now, wave: 1 };
  }
  if (course.state === 'running') course = await startMembers(rollout, course, members, now);
  if (course.state === 'stopped') await members.cancelWaiting();
  const { waiting, running, later } = await members.progress(course.wave);
  const again = await members.nextAttemptAt(course.wave);
  const look = new Date(now.getTime() + CHECK_EVERY_MS);
  return {
    ...course,
    dueAt: again !== null && again < look ? again : look,
    ended: waiting + running + later === 0 && (course.state === 'stopped' || course.state === 'finished'),
  };
}

async function startMembers<Reason extends string>(
  { obstacle, waveCount, stopAtFailedPercent, offlineMaxMs }: Rollout<Reason>,
  course: Course<Reason>,
  members: RolloutMembers,
  now: Date,
): Promise<Course<Reason>> {
  const stopped = (stopReason: Reason | 'tooManyFailed') => ({
    state: movedRollout(course.state, 'stopped'),
    stopReason,
  });
  if (obstacle !== null) return { ...course, ...stopped(obstacle) };
  const expired = course.beganAt !== null && now.getTime() - course.beganAt.getTime() > offlineMaxMs;
  for (let wave = course.wave; ; wave += 1) {
    await members.settleWaiting(wave, expired);
    // Too many may have failed since the last run: then no more are started.
    let step = nextStep(await members.progress(wave), stopAtFailedPercent);
    if (step === 'continue') {
      await members.startNext(wave);
      step = nextStep(await members.progress(wave), stopAtFailedPercent);
    }
    if (step === 'tooManyFailed') return { ...course, ...stopped(step), wave };
    if (step === 'finished') return { ...course, state: movedRollout(course.state, 'finished'), wave };
    if (step !== 'nextWave' || wave >= waveCount) return { ...course, wave };
  }
}
