/**
 * Preloaded into the console process. Each line of its standard input is a number of minutes by which its clock
 * advances, so that a test need not wait.
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
// performance.now is a separate clock and advances as well.
const elapsed = performance.now.bind(performance);
performance.now = () => elapsed() + aheadMs;
createInterface({ input: process.stdin }).on('line', (line) => {
  aheadMs += Number(line) * 60_000;
});
