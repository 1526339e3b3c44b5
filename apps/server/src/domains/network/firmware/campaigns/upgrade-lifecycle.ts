import type { CommandReason } from '@airloom/contract/commands/commands.model';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import { FIRMWARE_LIMITS } from '@airloom/contract/firmware/firmware.limits';
import {
  UPGRADE_STATE_TRANSITIONS,
  type UpgradeReason,
  type UpgradeState,
} from '@airloom/contract/firmware/firmware.states';
import { runsVersion } from '@airloom/device-protocol/firmware-version';
import type { Happening, Hello } from '@airloom/device-protocol/model';
import { isStartReason } from '@airloom/device-protocol/start-reasons';
import {
  type AttemptLimits,
  type Attempts,
  afterAttempt,
  attemptDeadline,
} from '../../../../platform/rollout/attempts.ts';

const { attemptSilentMs, attemptMaxMs, retryPauseMs } = FIRMWARE_LIMITS;
const ATTEMPT_LIMITS: AttemptLimits = { silentMs: attemptSilentMs, maxMs: attemptMaxMs };

/** A running upgrade. */
export interface Running extends Attempts {
  readonly fromVersion: string;
  /** Empty for an upgrade that the device started itself. */
  readonly toVersion: string;
  readonly startedAt: number;
  readonly progressAt: number | null;
  /** Time of the next check. */
  readonly nextAt: number;
  /** Its command; null for an upgrade that the device started itself. */
  readonly command: {
    readonly state: CommandState;
    readonly reason: CommandReason | null;
    readonly text: string;
    readonly sentAt: number | null;
  } | null;
}

/** Effect of something that happened on an attempt; null: none yet. `notSent`: the command was never sent. */
export type Verdict =
  | { readonly outcome: 'succeeded'; readonly version: string; readonly reason: UpgradeReason | null }
  | {
      readonly outcome: 'failed' | 'notSent' | 'gone';
      readonly reason: UpgradeReason;
      readonly text: string;
      /** Whether a retry makes sense. */
      readonly again: boolean;
      /** The version it runs instead; null if unchanged. */
      readonly runs: string | null;
    }
  | null;

function failed(reason: UpgradeReason, text = '', again = true): Verdict {
  return { outcome: 'failed', reason, text, again, runs: null };
}

function otherVersion(runs: string): Verdict {
  return { outcome: 'failed', reason: 'otherVersion', text: runs, again: true, runs };
}

function notSent(reason: UpgradeReason): Verdict {
  return { outcome: 'notSent', reason, text: '', again: true, runs: null };
}

/** `at` is the time of the hello: one from before the command proves nothing. */
export function onHello(upgrade: Running, hello: Pick<Hello, 'firmware' | 'reason'>, at: number): Verdict {
  const { fromVersion, toVersion, command } = upgrade;
  if (toVersion !== '' && runsVersion(hello.firmware, toVersion)) {
    return { outcome: 'succeeded', version: hello.firmware, reason: null };
  }
  const sentAt = command === null ? upgrade.startedAt : command.sentAt;
  if (sentAt === null || at < sentAt) return null;
  if (hello.reason === 'upgradefailed') return failed('deviceFailed', hello.reason);
  if (hello.firmware !== fromVersion) {
    return toVersion === ''
      ? { outcome: 'succeeded', version: hello.firmware, reason: 'byItself' }
      : otherVersion(hello.firmware);
  }
  return isStartReason(hello.reason) ? failed('sameVersion', hello.firmware) : null;
}

export function onPhase(
  { command, startedAt }: Pick<Running, 'command' | 'startedAt'>,
  phase: Extract<Happening, { type: 'upgrade' }>['phase'],
  at: number,
): Verdict {
  const sentAt = command === null ? startedAt : command.sentAt;
  return phase === 'fail' && sentAt !== null && at >= sentAt ? failed('deviceFailed') : null;
}

/**
 * The command ended; `version` is what the device runs now. A missing answer is no failure: access points download the
 * whole image before they answer. The deadline of the upgrade ends those.
 */
export function onCommandEnded(
  { toVersion, command }: Pick<Running, 'toVersion' | 'command'>,
  version: string,
): Verdict {
  switch (command?.state) {
    case 'success':
      return verdictBy(version, toVersion);
    case 'commandError':
      if (command.reason === 'otherVersion') return verdictBy(version, toVersion);
      return failed(errorReason(command.reason, command.text), command.text);
    case 'deviceOffline':
    case 'deviceBusy':
      return notSent('notSent');
    case 'sendFailed':
      if (command.reason === 'cancelled') return failed('takenBack', '', false);
      return command.reason === 'waitedTooLong' ? notSent('notSent') : failed('notSent');
    case 'parameterError':
      return failed(command.reason === 'observeOnly' ? 'observeOnly' : 'unsupported', command.text, false);
    default:
      return null;
  }
}

function verdictBy(version: string, toVersion: string): Verdict {
  return runsVersion(version, toVersion)
    ? { outcome: 'succeeded', version, reason: null }
    : otherVersion(version);
}

function errorReason(reason: CommandReason | null, text: string): UpgradeReason {
  if (reason === 'sameVersion') return 'sameVersion';
  return text === 'upgradefailed' || text === 'fail' ? 'deviceFailed' : 'refused';
}

/** Deadline of an attempt without progress; null while its command is pending. */
export function deadlineOf({ command, startedAt, progressAt, nextAt }: Running, now: number): number | null {
  if (command?.state === 'sending' && command.sentAt === null) return null;
  const sentAt = command?.sentAt ?? startedAt;
  return attemptDeadline({ sentAt, progressAt, nextAt }, ATTEMPT_LIMITS, now);
}

export function onDeadline(upgrade: Running, now: number): Verdict {
  const deadline = deadlineOf(upgrade, now);
  return deadline === null || deadline > now ? null : failed('timeout');
}

/** The device was removed. */
export const DEVICE_REMOVED: Verdict = {
  outcome: 'gone',
  reason: 'deviceGone',
  text: '',
  again: false,
  runs: null,
};

export interface After {
  readonly state: UpgradeState;
  readonly attempts: number;
  readonly nextAt: number;
  readonly reason: UpgradeReason | null;
  readonly text: string;
}

/** State of a running upgrade after a verdict. */
export function afterVerdict(upgrade: Running, verdict: NonNullable<Verdict>, now: number): After {
  const succeeded = verdict.outcome === 'succeeded';
  const again = !succeeded && verdict.again;
  const { state, attempts } = afterAttempt(upgrade, { outcome: verdict.outcome, again });
  return {
    state: moved('upgrading', state),
    attempts,
    nextAt: now + retryPauseMs,
    reason: verdict.reason,
    text: succeeded ? '' : verdict.text,
  };
}

/** The next state, if the table allows it. */
export function moved(from: UpgradeState, to: UpgradeState): UpgradeState {
  if (!UPGRADE_STATE_TRANSITIONS[from].includes(to))
    throw new Error(`An upgrade cannot go from ${from} to ${to}`);
  return to;
}

/** The download is the first half, the installation the second. */
export function percentOf(phase: 'download' | 'install', percent: number | null): number {
  const half = Math.round(Math.min(Math.max(percent ?? 0, 0), 100) / 2);
  return phase === 'download' ? half : 50 + half;
}
