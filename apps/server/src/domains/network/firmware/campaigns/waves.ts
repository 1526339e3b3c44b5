/** Wave of the device at a position, from 1; `shares` are cumulative percentages. */
export function waveAt(place: number, devices: number, shares: readonly number[]): number {
  return 1 + shares.filter((share) => share * devices <= place * 100).length;
}

/** Counts of the started waves, without cancelled devices. */
export interface Progress {
  readonly waiting: number;
  readonly upgrading: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Waiting devices that block the next wave: without those that are offline for long. */
  readonly holding: number;
  /** Devices in waves that have not started. */
  readonly later: number;
}

export type NextStep = 'continue' | 'nextWave' | 'tooManyFailed' | 'finished';

/** Whether a campaign continues, starts its next wave, or has finished. */
export function nextStep(progress: Progress, stopAtFailedPercent: number): NextStep {
  const { waiting, upgrading, succeeded, failed, holding, later } = progress;
  if (waiting + upgrading + later === 0) return 'finished';
  // Too many even if all others succeed: no need to wait for them.
  if (tooMany(failed, waiting + upgrading + succeeded + failed, stopAtFailedPercent)) return 'tooManyFailed';
  if (upgrading + holding > 0) return 'continue';
  if (tooMany(failed, succeeded + failed, stopAtFailedPercent)) return 'tooManyFailed';
  return later > 0 ? 'nextWave' : 'continue';
}

function tooMany(failed: number, of: number, percent: number): boolean {
  return failed * 100 > percent * of;
}
