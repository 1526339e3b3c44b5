import type { UpgradeReason, UpgradeState } from '@airloom/contract/firmware/firmware.states';
import { runsVersion } from '@airloom/device-protocol/firmware-version';

/** A failed device that returns with the version within this time succeeds late. */
const LATE_MS = 24 * 60 * 60_000;
/** Progress events may arrive this long after the end of an upgrade. */
const STRAGGLES_MS = 60_000;

/** The latest upgrade of a device. */
export interface LastUpgrade {
  readonly toVersion: string;
  readonly state: UpgradeState;
  readonly reason: UpgradeReason | null;
  readonly endedAt: Date | null;
}

function isGivenUp({ state, endedAt }: LastUpgrade, now: Date): boolean {
  return state === 'failed' && endedAt !== null && now.getTime() - endedAt.getTime() < LATE_MS;
}

/**
 * Classifies a version that a device runs without an upgrade command in flight. `known`: the log contains it, or will
 * when its campaign is advanced next.
 */
export function classifyUnsolicited(
  last: LastUpgrade | undefined,
  version: string,
  now: Date,
): 'late' | 'known' | 'byItself' {
  if (last === undefined || !runsVersion(version, last.toVersion)) return 'byItself';
  if (last.state === 'failed') return isGivenUp(last, now) ? 'late' : 'byItself';
  return last.state === 'cancelled' ? 'byItself' : 'known';
}

/** Whether progress received at `at`, without an upgrade command in flight, is an upgrade the device started itself. */
export function isSelfStarted(last: LastUpgrade | undefined, at: Date, now: Date): boolean {
  if (last === undefined) return true;
  // It waits for a retry: the failed attempt may still be running.
  if (last.endedAt === null) return false;
  if (at.getTime() - last.endedAt.getTime() < STRAGGLES_MS) return false;
  return !(last.reason === 'timeout' && isGivenUp(last, now));
}
