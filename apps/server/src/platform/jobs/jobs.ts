import { type Runner, run, Logger as WorkerLogger } from 'graphile-worker';
import { Pool } from 'pg';
import { ClockJumps } from '../clock-jumps.ts';
import type { Logger } from '../log.ts';
import { PeriodicWork } from '../periodic-work.ts';
import type { CronJobName, QueuedJobName } from './job-names.ts';

/** A scheduled job. It may run again after a crash, so it must be idempotent. */
export interface CronJob<N extends string = CronJobName> {
  readonly name: N;
  /** Five fields, UTC. */
  readonly schedule: string;
  /** Expensive: runs once for all times missed while no process ran, and has few attempts. */
  readonly heavy?: true;
  run(): Promise<void>;
}

/** A queued job; retried with growing pauses until it succeeds or its attempts are used up. */
export interface QueuedJob<N extends string = QueuedJobName> {
  readonly name: N;
  /** Takes long: one at a time of its kind, so that workers remain for the others. */
  readonly long?: true;
  run(payload: unknown, attempt: { readonly last: boolean }): Promise<void>;
}

const ATTEMPTS_MAX = 8;
const HEAVY_ATTEMPTS_MAX = 3;
/** More than there are kinds of long jobs. */
const AT_ONCE = 4;
const CONNECTIONS = AT_ONCE + 2;
const CLOCK_EVERY_MS = 5_000;

/** Runs the domains' scheduled and queued jobs, once however many processes there are. */
export class Jobs {
  #runner: Runner;
  readonly #open: () => Promise<Runner>;
  readonly #pool: Pool;
  readonly #long: ReadonlySet<string>;
  readonly #jumps = new ClockJumps({ now: () => new Date(), monotonic: () => performance.now() });
  readonly #clockChecks: PeriodicWork;

  private constructor(
    runner: Runner,
    open: () => Promise<Runner>,
    pool: Pool,
    log: Logger,
    queued: readonly QueuedJob<string>[],
  ) {
    this.#runner = runner;
    this.#open = open;
    this.#pool = pool;
    this.#long = new Set(queued.filter(({ long }) => long).map(({ name }) => name));
    this.#clockChecks = new PeriodicWork({
      everyMs: CLOCK_EVERY_MS,
      whileRunning: 'skip',
      work: () => this.#jumps.follow(() => this.#restart()),
      onError: (error) => log.error({ err: error }, 'jobs could not follow the clock'),
    });
    this.#clockChecks.start();
  }

  static async start(
    connectionString: string,
    log: Logger,
    work: {
      readonly cron: readonly CronJob<string>[];
      readonly queued: readonly QueuedJob<string>[];
      /** False: cron jobs run only when they are added. */
      readonly scheduled?: boolean;
    },
  ): Promise<Jobs> {
    const pool = new Pool({ connectionString, max: CONNECTIONS, application_name: 'airloom-jobs' });
    const onError = (error: Error): void => {
      // A connection that is closing may still report that the database stops.
      if (!pool.ending) log.error({ reason: error.message }, 'jobs lost their database connection');
    };
    pool.on('error', onError);
    pool.on('connect', (client) => client.on('error', onError));
    const open = async (): Promise<Runner> => {
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
        crontab: work.scheduled !== false ? work.cron.map(crontabLine).join('\n') : '',
      });
      // A run in the future is from before the clock was set back, and would prevent all until then.
      await pool.query(
        'update graphile_worker._private_known_crontabs set last_execution = null where last_execution > $1',
        [new Date()],
      );
      return runner;
    };
    return new Jobs(await open(), open, pool, log, work.queued);
  }

  /** Queues a job; a second call with the same key while it is pending or running changes nothing. */
  async add(name: string, payload: object, key: string): Promise<void> {
    await this.#runner.addJob(name, payload, {
      jobKey: key,
      jobKeyMode: 'unsafe_dedupe',
      maxAttempts: ATTEMPTS_MAX,
      ...(this.#long.has(name) ? { queueName: name } : {}),
    });
  }

  /** The schedule of the old runner waits for the time before the clock was set. */
  async #restart(): Promise<void> {
    await this.#pool.query(
      'update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null',
    );
    const old = this.#runner;
    this.#runner = await this.#open();
    await old.stop();
  }

  async stop(): Promise<void> {
    await this.#clockChecks.stop();
    await this.#runner.stop();
    await this.#pool.end();
  }
}

function crontabLine({ schedule, name, heavy }: CronJob<string>): string {
  return `${schedule} ${name}${heavy ? ` ?fill=1d&max=${HEAVY_ATTEMPTS_MAX}&jobKey=${name}&jobKeyMode=preserve_run_at` : ''}`;
}
