/**
 * Loaded into the console before itself. Each line of its input is a number of minutes by which its clock is set
 * ahead, so that a walk need not wait for what is due later.
 */
import { createInterface } from 'node:readline';

const real = Date;
let aheadMs = 0;

class AheadDate extends Date {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [real.now() + aheadMs] : given) as [number]));
  }

  static override now(): number {
    return real.now() + aheadMs;
  }
}

globalThis.Date = AheadDate as DateConstructor;
// Elapsed time is measured by another clock, which goes ahead with it.
const elapsed = performance.now.bind(performance);
performance.now = () => elapsed() + aheadMs;
createInterface({ input: process.stdin }).on('line', (line) => {
  aheadMs += Number(line) * 60_000;
});
