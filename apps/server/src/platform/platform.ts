import type { Database } from './database/database.ts';
import type { EventHandlers } from './events/events.ts';
import type { FileStore } from './files/file-store.ts';
import type { ScopeCache } from './http/scope-cache.ts';
import type { CronJob, QueuedJob } from './jobs/jobs.ts';
import type { LiveHub } from './live/live-hub.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Quotas } from './quotas/quotas.ts';
import type { Vault } from './secrets.ts';
import type { Settings } from './settings.ts';

/** What every domain is built on. */
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
  /** Queues work for the domains' queued jobs. */
  addJob(name: string, payload: object, key: string): Promise<void>;
  /** Says that facts may have been committed to the outbox. */
  kickOutbox(): void;
  now(): Date;
  /** Milliseconds that only ever grow: for intervals, which must not change when the clock is set. */
  monotonic(): number;
}

/** What a domain gives the house: its calls, its reactions and its scheduled work. */
export interface DomainModule<H> {
  readonly handlers: H;
  readonly events?: EventHandlers;
  readonly cron?: readonly CronJob[];
  readonly queued?: readonly QueuedJob[];
}
