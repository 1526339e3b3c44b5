/** Wave of the member at a position, from 1; `shares` are cumulative percentages. */
export function waveAt(place: number, members: number, shares: readonly number[]): number {
  return 1 + shares.filter((share) => share * members <= place * 100).length;
}

/** Counts of the started waves, without cancelled members. */
export interface Progress {
  readonly waiting: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Waiting members that block the next wave: without those that are offline for long. */
  readonly holding: number;
  /** Members of waves that have not started. */
  readonly later: number;
}

export type NextStep = 'continue' | 'nextWave' | 'tooManyFailed' | 'finished';

/** Whether a rollout continues, starts its next wave, or has finished. */
export function nextStep(progress: Progress, stopAtFailedPercent: number): NextStep {
  const { waiting, running, succeeded, failed, holding, later } = progress;
  if (waiting + running + later === 0) return 'finished';
  // Too many even if all others succeed: no need to wait for them.
  if (tooMany(failed, waiting + running + succeeded + failed, stopAtFailedPercent)) return 'tooManyFailed';
  if (running + holding > 0) return 'continue';
  if (tooMany(failed, succeeded + failed, stopAtFailedPercent)) return 'tooManyFailed';
  return later > 0 ? 'nextWave' : 'continue';
}

function tooMany(failed: number, of: number, percent: number): boolean {
  return failed * 100 > percent * of;
}
