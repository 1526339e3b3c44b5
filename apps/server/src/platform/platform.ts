import type { Database } from './database/database.ts';
import type { EventHandlers } from './events/events.ts';
import type { FileStore } from './files/file-store.ts';
import type { ScopeCache } from './http/scope-cache.ts';
import type { HttpServer } from './http/server.ts';
import type { CronJobName, JobPayload, QueuedJobName } from './jobs/job-names.ts';
import type { CronJob, QueuedJob } from './jobs/jobs.ts';
import type { LiveHub } from './live/live-hub.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Quotas } from './quotas/quotas.ts';
import type { Vault } from './secrets.ts';
import type { Settings } from './settings.ts';

/** The services every domain is built on. */
export interface Platform {
  readonly settings: Settings;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly vault: Vault;
  readonly files: FileStore;
  readonly live: LiveHub;
  readonly scopes: ScopeCache;
  readonly quotas: Quotas;
  /** Queues a job; a scheduled job is run now as well. */
  addJob<N extends QueuedJobName | CronJobName>(name: N, payload: JobPayload<N>, key: string): Promise<void>;
  /** Wakes up the outbox after a commit. */
  wakeOutbox(): void;
  now(): Date;
  /** Monotonic milliseconds: for intervals, which must not change when the clock is set. */
  monotonic(): number;
}

/** What a domain adds to the console. */
export interface DomainModule<H> {
  /** Its calls. */
  readonly handlers: H;
  /** Its handlers for events of all domains. */
  readonly events?: EventHandlers;
  readonly cron?: readonly CronJob[];
  readonly queued?: readonly QueuedJob[];
  /** Its own HTTP routes that are not calls. */
  readonly doors?: readonly ((app: HttpServer) => Promise<void> | void)[];
  /** Once the console listens. */
  start?(): Promise<void> | void;
  stop?(): Promise<void> | void;
}
