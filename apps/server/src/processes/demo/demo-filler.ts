import { SECOND } from '@airloom/contract/time';
import { demoParts, demoSites, noteDemoPart } from '../../domains/people/accounts/index.ts';
import { PeriodicWork } from '../../platform/periodic-work.ts';
import type { Platform } from '../../platform/platform.ts';
import type { InternalCalls } from '../internal-calls.ts';
import { type DemoContext, demoContext } from './demo-context.ts';
import { fillHistory } from './demo-history.ts';
import { DEMO_STEPS } from './demo-steps.ts';

const LOOK_EVERY_MS = 5 * SECOND;

interface Part {
  readonly key: string;
  run(): Promise<boolean>;
}

/** Adds to the demo what people and time would have added. Each part is added once, also over restarts. */
export class DemoFiller {
  readonly #platform: Platform;
  readonly #calls: InternalCalls;
  readonly #work: PeriodicWork;
  /** The last failure, so that one that lasts is logged once. */
  #failed = '';
  #isDone = false;

  constructor(platform: Platform, calls: InternalCalls) {
    this.#platform = platform;
    this.#calls = calls;
    this.#work = new PeriodicWork({
      everyMs: LOOK_EVERY_MS,
      whileRunning: 'skip',
      work: () => this.#fill(),
      onError: (error) => this.#noteFailure(error),
    });
  }

  start(): void {
    this.#work.start();
  }

  /** Everything was added. */
  get isDone(): boolean {
    return this.#isDone;
  }

  stop(): Promise<void> {
    return this.#work.stop();
  }

  async #fill(): Promise<void> {
    const estate = await demoSites(this.#platform);
    const demo = estate && (await demoContext(this.#platform, this.#calls, estate));
    if (!demo) return void this.#work.stop();
    const done = await this.#platform.database.asSystem((tx) => demoParts(tx));
    const left = partsOf(demo).filter(({ key }) => !done.has(key));
    this.#isDone = left.length === 0;
    if (this.#isDone) return void this.#work.stop();
    for (const { key, run } of left) {
      // Later parts of the content need the earlier ones; histories of sites do not.
      if (await run()) await this.#platform.database.asSystem((tx) => noteDemoPart(tx, key));
      else if (!key.startsWith(HISTORY)) return;
    }
  }

  #noteFailure(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    if (text !== this.#failed) this.#platform.log.error({ err: error }, 'a part of the demo was not added');
    this.#failed = text;
  }
}

const HISTORY = 'history';

function partsOf(demo: DemoContext): Part[] {
  return [
    ...demo.estate.places.map((site) => ({
      key: `${HISTORY} ${site.siteId}`,
      run: () => fillHistory(demo, site),
    })),
    ...DEMO_STEPS.map(({ name, run }) => ({ key: name, run: () => run(demo) })),
  ];
}
