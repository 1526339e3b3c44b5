/** Which wave the device at each place is in, from 1: the shares say how many of all the waves so far reach. */
export function waveAt(place: number, devices: number, shares: readonly number[]): number {
  return 1 + shares.filter((share) => share * devices <= place * 100).length;
}

/** How the waves that have begun stand; what was cancelled does not count. */
export interface Progress {
  readonly waiting: number;
  readonly upgrading: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Of those that wait, the ones the next wave waits for too: not those that are offline for long. */
  readonly holding: number;
  /** What waits in waves that have not begun. */
  readonly later: number;
}

export type NextStep = 'goOn' | 'nextWave' | 'tooManyFailed' | 'finished';

/** Whether a campaign goes on, begins its next wave, or is over. */
export function nextStep(progress: Progress, stopAtFailedPercent: number): NextStep {
  const { waiting, upgrading, succeeded, failed, holding, later } = progress;
  if (waiting + upgrading + later === 0) return 'finished';
  // Should all the rest succeed it would still be too many: there is no need to wait for them.
  if (tooMany(failed, waiting + upgrading + succeeded + failed, stopAtFailedPercent)) return 'tooManyFailed';
  if (upgrading + holding > 0) return 'goOn';
  if (tooMany(failed, succeeded + failed, stopAtFailedPercent)) return 'tooManyFailed';
  return later > 0 ? 'nextWave' : 'goOn';
}

function tooMany(failed: number, of: number, percent: number): boolean {
  return failed * 100 > percent * of;
}
