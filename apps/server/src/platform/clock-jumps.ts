import type { Platform } from './platform.ts';

/** Smaller corrections are not jumps. */
const JUMP_MIN_MS = 10_000;

/** Detects that the clock was set, by comparing it with monotonic time. */
export class ClockJumps {
  readonly #clock: Pick<Platform, 'now' | 'monotonic'>;
  #offset: number;
  /** By how much the clock was set, until that is handled. */
  #pendingMs = 0;

  constructor(clock: Pick<Platform, 'now' | 'monotonic'>) {
    this.#clock = clock;
    this.#offset = this.#read();
  }

  /** By how many milliseconds the clock was set forward, or back (negative), since the last call. */
  take(): number {
    const offset = this.#read();
    const jump = offset - this.#offset;
    if (Math.abs(jump) < JUMP_MIN_MS) return 0;
    this.#offset = offset;
    return jump;
  }

  /** Runs `work` once the clock was set; after a failure again with each call, until it succeeds. */
  async follow(work: (jumpMs: number) => Promise<void>): Promise<void> {
    this.#pendingMs += this.take();
    const jumpMs = this.#pendingMs;
    if (jumpMs === 0) return;
    await work(jumpMs);
    this.#pendingMs -= jumpMs;
  }

  #read(): number {
    return this.#clock.now().getTime() - this.#clock.monotonic();
  }
}

/** Whether a time is from before the clock was set by `jumpMs`; later times are right as they are. */
export function isBeforeJump(at: number, jumpMs: number, now: number): boolean {
  return jumpMs < 0 ? at > now : at <= now - jumpMs / 2;
}
