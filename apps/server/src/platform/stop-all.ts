import type { Logger } from './log.ts';

/** Stops one part of a process; the name is for the log. */
export type StopStep = readonly [name: string, stop: () => Promise<void> | void];

/**
 * Stops the parts one after the other. A part that fails to stop does not keep the rest running: the failures are logged
 * and thrown together at the end.
 */
export async function stopAll(steps: readonly StopStep[], log: Logger): Promise<void> {
  const failures: unknown[] = [];
  for (const [name, stop] of steps) {
    try {
      await stop();
    } catch (error) {
      log.error({ err: error, part: name }, 'a part did not stop');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything stopped');
}
