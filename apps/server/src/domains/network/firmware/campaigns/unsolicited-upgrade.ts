import type { UpgradeReason, UpgradeState } from '@airloom/contract/firmware/firmware.states';
import { runsVersion } from '@airloom/device-protocol/firmware-version';

/** A device that was given up may still come back right for this long. */
const LATE_MS = 24 * 60 * 60_000;
/** What a device tells of an upgrade may arrive this long after its end is known. */
const STRAGGLES_MS = 60_000;

/** What was last begun for a device. */
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
 * A device runs a version and no order for it runs. `known`: the log says so already, or will when its campaign is
 * driven next.
 */
export function meaningWithoutOrder(
  last: LastUpgrade | undefined,
  version: string,
  now: Date,
): 'late' | 'known' | 'byItself' {
  if (last === undefined || !runsVersion(version, last.toVersion)) return 'byItself';
  if (last.state === 'failed') return isGivenUp(last, now) ? 'late' : 'byItself';
  return last.state === 'cancelled' ? 'byItself' : 'known';
}

/** A device tells of progress, heard at `at`, and no order for it runs: whether this is an upgrade of its own. */
export function isOfItsOwn(last: LastUpgrade | undefined, at: Date, now: Date): boolean {
  if (last === undefined) return true;
  // It waits to be tried again: what was given up may still go on.
  if (last.endedAt === null) return false;
  if (at.getTime() - last.endedAt.getTime() < STRAGGLES_MS) return false;
  return !(last.reason === 'timeout' && isGivenUp(last, now));
}
