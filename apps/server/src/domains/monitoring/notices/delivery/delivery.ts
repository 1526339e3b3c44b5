import { setTimeout as pause } from 'node:timers/promises';
import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import { ClockJumps } from '../../../../platform/clock-jumps.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { PeriodicWork } from '../../../../platform/periodic-work.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Inbox } from '../../messages/index.ts';
import { GATHER_MS } from '../planning/notice-candidates.ts';
import { nextAttempt } from './backoff.ts';
import * as repository from './delivery.repository.ts';
import { type Capacity, type DueBatches, leaseDue } from './due.repository.ts';
import {
  type BatchContent,
  isFinal,
  pageMessages,
  readContent,
  reasonOf,
  type SendPlatform,
  sendBatch,
} from './send.ts';

const EVERY_MS = 1_000;
/** Messages in flight per mode: an unreachable mail server does not delay webhooks. */
const IN_FLIGHT_MAX: Readonly<Record<NoticeMode, number>> = { page: 5, mail: 5, sms: 5, webhook: 30 };
/** Messages in flight per webhook: a slow receiver does not delay others. */
const PER_WEBHOOK_MAX = 2;
/** Interval and duration of retries when the database is unavailable; shorter than a lease. */
const RETRY_EVERY_MS = 500;
const RETRY_MS = 4 * 60_000;

export interface DeliveryPlatform extends SendPlatform, Pick<Platform, 'log' | 'wakeOutbox' | 'monotonic'> {
  readonly inbox: typeof Inbox;
  /** Called when notices of an account changed. */
  changed(tenant: string): void;
}

/** Sends due notices. Only one instance runs at a time: it takes over existing leases when it starts. */
export class Delivery {
  readonly #platform: DeliveryPlatform;
  readonly #sending = new Map<repository.Batch, Promise<void>>();
  readonly #jumps: ClockJumps;
  readonly #checks: PeriodicWork;

  constructor(platform: DeliveryPlatform) {
    this.#platform = platform;
    this.#jumps = new ClockJumps(platform);
    this.#checks = new PeriodicWork({
      everyMs: EVERY_MS,
      whileRunning: 'repeat',
      work: () => this.#check(),
      onError: (error) => platform.log.error({ err: error }, 'due notices could not be read'),
    });
  }

  async start(): Promise<void> {
    const { database, now } = this.#platform;
    await database.asSystem(async (tx) => {
      await repository.endLeases(tx, now());
      await repository.restartFuture(tx, now());
    });
    this.#checks.start();
    this.kick();
  }

  /** Checks for due notices. */
  kick(): void {
    this.#checks.request();
  }

  /** Resolves when all notices due by now were tried. */
  async settled(): Promise<void> {
    this.kick();
    while (this.#checks.isRunning || this.#sending.size > 0) {
      await this.#checks.settled();
      await Promise.all(this.#sending.values());
    }
  }

  async stop(): Promise<void> {
    await this.#checks.stop();
    await Promise.all(this.#sending.values());
  }

  async #check(): Promise<void> {
    await this.#jumps.follow(() => this.#restartFuture());
    const { batches, more } = await this.#lease();
    for (const batch of batches) this.#begin(batch);
    if (more) this.kick();
  }

  #begin(batch: repository.Batch): void {
    const sending = this.#deliver(batch)
      .catch((error: unknown) => {
        // Its lease expires, and it is tried again.
        this.#platform.log.error({ err: error }, 'the result of a notice could not be stored');
      })
      .finally(() => {
        this.#sending.delete(batch);
        this.#platform.changed(batch.tenant);
        // A slot is free, and more may be due.
        this.kick();
      });
    this.#sending.set(batch, sending);
  }

  #capacity(): Capacity {
    const batches = [...this.#sending.keys()];
    const firsts = batches.flatMap(({ notices }) => notices[0] ?? []);
    const left = (mode: NoticeMode) =>
      IN_FLIGHT_MAX[mode] - firsts.filter((first) => first.mode === mode).length;
    const webhooks = Map.groupBy(firsts, ({ webhookId }) => webhookId ?? '');
    const forWebhook = (id: string) => PER_WEBHOOK_MAX - (webhooks.get(id)?.length ?? 0);
    return {
      byMode: { page: left('page'), mail: left('mail'), sms: left('sms'), webhook: left('webhook') },
      forWebhook,
      busyWebhooks: [...webhooks.keys()].filter((id) => id !== '' && forWebhook(id) <= 0),
      inFlight: batches.flatMap(({ notices }) => notices.map(({ id }) => id)),
    };
  }

  async #restartFuture(): Promise<void> {
    const { database, now } = this.#platform;
    await database.asSystem((tx) => repository.restartFuture(tx, now()));
  }

  #lease(): Promise<DueBatches> {
    const { database, now } = this.#platform;
    return database.asSystem((tx) => leaseDue(tx, now(), GATHER_MS, this.#capacity()));
  }

  async #deliver(batch: repository.Batch): Promise<void> {
    const { now } = this.#platform;
    const content = await this.#withRetry(batch, (tx) => readContent(tx, batch));
    if (content === null) {
      await this.#withRetry(batch, (tx) => repository.markDropped(tx, batch, now()));
    } else if (batch.notices[0]?.mode === 'page') await this.#show(batch, content);
    else await this.#send(batch, content);
  }

  /** Messages in the console are stored and marked as sent in one transaction. */
  async #show(batch: repository.Batch, content: BatchContent): Promise<void> {
    const { now, inbox, wakeOutbox } = this.#platform;
    await this.#withRetry(batch, async (tx) => {
      await inbox.write(tx, batch.tenant, pageMessages(batch, content, now()));
      await repository.markSent(tx, batch, now());
    });
    wakeOutbox();
  }

  async #send(batch: repository.Batch, content: BatchContent): Promise<void> {
    const { now, log } = this.#platform;
    try {
      await sendBatch(this.#platform, batch, content);
    } catch (error) {
      const reason = reasonOf(error);
      log.warn({ notice: batch.messageId, reason }, 'a notice could not be sent');
      const next = isFinal(error) ? null : nextAttempt(batch.attempts, now());
      await this.#withRetry(batch, (tx) => repository.markFailed(tx, batch, reason, next, now()));
      return;
    }
    await this.#withRetry(batch, (tx) => repository.markSent(tx, batch, now()));
  }

  /** The result of a send is known here alone until it is stored: retries while the database is unavailable. */
  async #withRetry<T>({ tenant }: repository.Batch, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const until = performance.now() + RETRY_MS;
    for (;;) {
      try {
        return await this.#platform.database.withTenant({ tenant }, work);
      } catch (error) {
        if (this.#checks.isStopped || performance.now() > until) throw error;
        this.#platform.log.warn({ err: error }, 'the database did not answer for a notice');
      }
      await pause(RETRY_EVERY_MS);
    }
  }
}
