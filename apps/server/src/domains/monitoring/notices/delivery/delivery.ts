import { setTimeout as pause } from 'node:timers/promises';
import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import { ClockJumps } from '../../../../platform/clock-jumps.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { MessageDesk } from '../../messages/index.ts';
import { GATHER_MS } from '../planning/wishes.ts';
import { nextTry } from './backoff.ts';
import * as repository from './delivery.repository.ts';
import { type Room, type Taken, takeDue } from './due.repository.ts';
import { isFinal, type News, pageMessages, readNews, reasonOf, type SendGround, sendBatch } from './send.ts';

const EVERY_MS = 1_000;
/** So many messages of each mode are on their way at once: a mail server that is down holds up no webhook. */
const AT_ONCE: Readonly<Record<NoticeMode, number>> = { page: 5, mail: 5, sms: 5, webhook: 30 };
/** And so many to one webhook: one slow receiver holds up none of the others. */
const TO_ONE_WEBHOOK = 2;
/** Tried again so soon when the database does not answer, and no longer than a lease lasts. */
const INSIST_EVERY_MS = 500;
const INSIST_MS = 4 * 60_000;

export interface DeliveryGround extends SendGround, Pick<Platform, 'log' | 'wakeOutbox' | 'monotonic'> {
  readonly desk: typeof MessageDesk;
  /** Called when something became of notices of an account. */
  changed(tenant: string): void;
}

/** Sends what is due. One runs at a time: whoever starts takes over what is still on lease. */
export class Delivery {
  readonly #ground: DeliveryGround;
  readonly #sending = new Map<repository.Batch, Promise<void>>();
  readonly #jumps: ClockJumps;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #wanted = false;
  #stopped = false;

  constructor(ground: DeliveryGround) {
    this.#ground = ground;
    this.#jumps = new ClockJumps(ground);
  }

  async start(): Promise<void> {
    const { database, now } = this.#ground;
    await database.asSystem(async (tx) => {
      await repository.endLeases(tx, now());
      await repository.restartFuture(tx, now());
    });
    this.#timer = setInterval(() => this.kick(), EVERY_MS);
    this.kick();
  }

  /** Says that something may be due. */
  kick(): void {
    if (this.#stopped) return;
    this.#wanted = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
  }

  /** Resolves when all that is due by now was tried. */
  async settled(): Promise<void> {
    this.kick();
    while (this.#looking !== null || this.#sending.size > 0) {
      await this.#looking;
      await Promise.all(this.#sending.values());
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#looking;
    await Promise.all(this.#sending.values());
  }

  async #look(): Promise<void> {
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false;
      try {
        await this.#jumps.follow(() => this.#restartFuture());
        const { batches, more } = await this.#take();
        for (const batch of batches) this.#begin(batch);
        if (more) this.#wanted = true;
      } catch (error) {
        this.#ground.log.error({ err: error }, 'notices could not be taken');
      }
    }
  }

  #begin(batch: repository.Batch): void {
    const sending = this.#deliver(batch)
      .catch((error: unknown) => {
        // Its lease ends, and it is tried again.
        this.#ground.log.error({ err: error }, 'what became of a notice could not be written down');
      })
      .finally(() => {
        this.#sending.delete(batch);
        this.#ground.changed(batch.tenant);
        // There is room again, and perhaps more that waits.
        this.kick();
      });
    this.#sending.set(batch, sending);
  }

  #room(): Room {
    const batches = [...this.#sending.keys()];
    const firsts = batches.flatMap(({ notices }) => notices[0] ?? []);
    const left = (mode: NoticeMode) => AT_ONCE[mode] - firsts.filter((first) => first.mode === mode).length;
    const webhooks = Map.groupBy(firsts, ({ webhookId }) => webhookId ?? '');
    const ofWebhook = (id: string) => TO_ONE_WEBHOOK - (webhooks.get(id)?.length ?? 0);
    return {
      byMode: { page: left('page'), mail: left('mail'), sms: left('sms'), webhook: left('webhook') },
      ofWebhook,
      busyWebhooks: [...webhooks.keys()].filter((id) => id !== '' && ofWebhook(id) <= 0),
      underWay: batches.flatMap(({ notices }) => notices.map(({ id }) => id)),
    };
  }

  async #restartFuture(): Promise<void> {
    const { database, now } = this.#ground;
    await database.asSystem((tx) => repository.restartFuture(tx, now()));
  }

  #take(): Promise<Taken> {
    const { database, now } = this.#ground;
    return database.asSystem((tx) => takeDue(tx, now(), GATHER_MS, this.#room()));
  }

  async #deliver(batch: repository.Batch): Promise<void> {
    const { now } = this.#ground;
    const news = await this.#insist(batch, (tx) => readNews(tx, batch));
    if (news === null) {
      await this.#insist(batch, (tx) => repository.markDropped(tx, batch, now()));
    } else if (batch.notices[0]?.mode === 'page') await this.#show(batch, news);
    else await this.#send(batch, news);
  }

  /** In the console nothing leaves the database: it is told and marked as one. */
  async #show(batch: repository.Batch, news: News): Promise<void> {
    const { now, desk, wakeOutbox } = this.#ground;
    await this.#insist(batch, async (tx) => {
      await desk.write(tx, batch.tenant, pageMessages(batch, news, now()));
      await repository.markSent(tx, batch, now());
    });
    wakeOutbox();
  }

  async #send(batch: repository.Batch, news: News): Promise<void> {
    const { now, log } = this.#ground;
    try {
      await sendBatch(this.#ground, batch, news);
    } catch (error) {
      const reason = reasonOf(error);
      log.warn({ notice: batch.messageId, reason }, 'a notice could not be sent');
      const next = isFinal(error) ? null : nextTry(batch.attempts, now());
      await this.#insist(batch, (tx) => repository.markFailed(tx, batch, reason, next, now()));
      return;
    }
    await this.#insist(batch, (tx) => repository.markSent(tx, batch, now()));
  }

  /** What was sent is known here alone until it is written down: a database that was away for a while changes nothing. */
  async #insist<T>({ tenant }: repository.Batch, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const until = performance.now() + INSIST_MS;
    for (;;) {
      try {
        return await this.#ground.database.withTenant({ tenant }, work);
      } catch (error) {
        if (this.#stopped || performance.now() > until) throw error;
        this.#ground.log.warn({ err: error }, 'the database did not answer for a notice');
      }
      await pause(INSIST_EVERY_MS);
    }
  }
}
