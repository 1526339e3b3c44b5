import { type Runner, run, Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from '../log.ts';

/** Work by the clock. It may run again after a crash, so doing it twice must do no harm. */
export interface CronJob {
  readonly name: string;
  /** Five fields, UTC. */
  readonly schedule: string;
  run(): Promise<void>;
}

/** Work put in the queue; tried again with growing pauses until it succeeds or its attempts are used up. */
export interface QueuedJob {
  readonly name: string;
  run(payload: unknown, attempt: { readonly last: boolean }): Promise<void>;
}

const ATTEMPTS_MAX = 8;

/** Runs the domains' scheduled and queued work, once however many processes there are. */
export class Jobs {
  readonly #runner: Runner;

  private constructor(runner: Runner) {
    this.#runner = runner;
  }

  static async start(
    connectionString: string,
    log: Logger,
    work: { readonly cron: readonly CronJob[]; readonly queued: readonly QueuedJob[] },
  ): Promise<Jobs> {
    const runner = await run({
      connectionString,
      concurrency: 2,
      maxPoolSize: 3,
      noHandleSignals: true,
      pollInterval: 5_000,
      logger: new WorkerLogger(() => (level, message) => {
        if (level === 'error') log.error({ job: true }, message);
      }),
      taskList: Object.fromEntries([
        ...work.cron.map((job) => [job.name, () => job.run()] as const),
        ...work.queued.map(
          (job) =>
            [
              job.name,
              (payload: unknown, helpers: { job: { attempts: number; max_attempts: number } }) =>
                job.run(payload, { last: helpers.job.attempts >= helpers.job.max_attempts }),
            ] as const,
        ),
      ]),
      crontab: work.cron.map((job) => `${job.schedule} ${job.name}`).join('\n'),
    });
    return new Jobs(runner);
  }

  /** Queues work; a second call with the same key while it waits changes nothing. */
  async add(name: string, payload: object, key: string): Promise<void> {
    await this.#runner.addJob(name, payload, { jobKey: key, maxAttempts: ATTEMPTS_MAX });
  }

  async stop(): Promise<void> {
    await this.#runner.stop();
  }
}
