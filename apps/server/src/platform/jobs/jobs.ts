import { type Runner, run, Logger as WorkerLogger } from 'graphile-worker';
import { Pool } from 'pg';
import type { Logger } from '../log.ts';

/** Work by the clock. It may run again after a crash, so doing it twice must do no harm. */
export interface CronJob {
  readonly name: string;
  /** Five fields, UTC. */
  readonly schedule: string;
  /** Takes long and costs much: run once for all times missed while no process ran, and tried a few times only. */
  readonly heavy?: true;
  run(): Promise<void>;
}

/** Work put in the queue; tried again with growing pauses until it succeeds or its attempts are used up. */
export interface QueuedJob {
  readonly name: string;
  /** Takes long: one at a time of its kind, so that room is left for the others. */
  readonly long?: true;
  run(payload: unknown, attempt: { readonly last: boolean }): Promise<void>;
}

const ATTEMPTS_MAX = 8;
const HEAVY_ATTEMPTS_MAX = 3;
/** More than there are kinds of long work. */
const AT_ONCE = 4;
const CONNECTIONS = AT_ONCE + 2;

/** Runs the domains' scheduled and queued work, once however many processes there are. */
export class Jobs {
  readonly #runner: Runner;
  readonly #pool: Pool;
  readonly #long: ReadonlySet<string>;

  private constructor(runner: Runner, pool: Pool, queued: readonly QueuedJob[]) {
    this.#runner = runner;
    this.#pool = pool;
    this.#long = new Set(queued.filter(({ long }) => long).map(({ name }) => name));
  }

  static async start(
    connectionString: string,
    log: Logger,
    work: { readonly cron: readonly CronJob[]; readonly queued: readonly QueuedJob[] },
  ): Promise<Jobs> {
    const pool = new Pool({ connectionString, max: CONNECTIONS, application_name: 'airloom-jobs' });
    const onError = (error: Error): void => {
      // A connection that is closing anyway may still hear that the database goes down.
      if (!pool.ending) log.error({ reason: error.message }, 'jobs lost their database connection');
    };
    pool.on('error', onError);
    pool.on('connect', (client) => client.on('error', onError));
    const runner = await run({
      pgPool: pool,
      concurrency: AT_ONCE,
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
      crontab: work.cron.map(crontabLine).join('\n'),
    });
    return new Jobs(runner, pool, work.queued);
  }

  /** Queues work; a second call with the same key while it waits or runs changes nothing. */
  async add(name: string, payload: object, key: string): Promise<void> {
    await this.#runner.addJob(name, payload, {
      jobKey: key,
      jobKeyMode: 'unsafe_dedupe',
      maxAttempts: ATTEMPTS_MAX,
      ...(this.#long.has(name) ? { queueName: name } : {}),
    });
  }

  async stop(): Promise<void> {
    await this.#runner.stop();
    await this.#pool.end();
  }
}

function crontabLine({ schedule, name, heavy }: CronJob): string {
  return `${schedule} ${name}${heavy ? ` ?fill=1d&max=${HEAVY_ATTEMPTS_MAX}&jobKey=${name}&jobKeyMode=preserve_run_at` : ''}`;
}
