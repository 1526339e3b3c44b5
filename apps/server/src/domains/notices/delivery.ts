import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import type { Platform } from '../../platform/platform.ts';
import type { MessageDesk } from '../messages/index.ts';
import { nextTry } from './backoff.ts';
import * as repository from './delivery.repository.ts';
import { type Room, type Taken, takeDue } from './due.repository.ts';
import { GATHER_MS } from './plan.ts';
import { isFinal, type News, pageMessages, readNews, reasonOf, type SendGround, sendBatch } from './send.ts';

const EVERY_MS = 1_000;
/** So many messages of each mode are on their way at once: a mail server that is down holds up no webhook. */
const AT_ONCE: Readonly<Record<NoticeMode, number>> = { page: 5, mail: 5, sms: 5, webhook: 30 };
/** And so many to one webhook: one slow receiver holds up none of the others. */
const TO_ONE_WEBHOOK = 2;

export interface DeliveryGround extends SendGround, Pick<Platform, 'log' | 'kickOutbox'> {
  readonly desk: typeof MessageDesk;
  /** Called when something became of notices of an account. */
  changed(tenant: string): void;
}

/** Sends what is due. One runs at a time: whoever starts takes over what is still on lease. */
export class Delivery {
  readonly #ground: DeliveryGround;
  readonly #sending = new Map<repository.Batch, Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #wanted = false;
  #stopped = false;

  constructor(ground: DeliveryGround) {
    this.#ground = ground;
  }

  async start(): Promise<void> {
    const { database, now } = this.#ground;
    await database.asSystem((tx) => repository.endLeases(tx, now()));
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
    const underWay = [...this.#sending.keys()].flatMap(({ notices }) => notices[0] ?? []);
    const left = (mode: NoticeMode) => AT_ONCE[mode] - underWay.filter((first) => first.mode === mode).length;
    const webhooks = Map.groupBy(underWay, ({ webhookId }) => webhookId ?? '');
    const ofWebhook = (id: string) => TO_ONE_WEBHOOK - (webhooks.get(id)?.length ?? 0);
    return {
      byMode: { page: left('page'), mail: left('mail'), sms: left('sms'), webhook: left('webhook') },
      ofWebhook,
      busyWebhooks: [...webhooks.keys()].filter((id) => id !== '' && ofWebhook(id) <= 0),
    };
  }

  #take(): Promise<Taken> {
    const { database, now } = this.#ground;
    return database.asSystem((tx) => takeDue(tx, now(), GATHER_MS, this.#room()));
  }

  async #deliver(batch: repository.Batch): Promise<void> {
    const { database, now } = this.#ground;
    const scope = { tenant: batch.tenant };
    const news = await database.withTenant(scope, (tx) => readNews(tx, batch));
    if (news === null) {
      await database.withTenant(scope, (tx) => repository.markDropped(tx, batch, now()));
    } else if (batch.notices[0]?.mode === 'page') await this.#show(batch, news);
    else await this.#send(batch, news);
  }

  /** In the console nothing leaves the database: it is told and marked as one. */
  async #show(batch: repository.Batch, news: News): Promise<void> {
    const { database, now, desk, kickOutbox } = this.#ground;
    await database.withTenant({ tenant: batch.tenant }, async (tx) => {
      await desk.write(tx, batch.tenant, pageMessages(batch, news, now()));
      await repository.markSent(tx, batch, now());
    });
    kickOutbox();
  }

  async #send(batch: repository.Batch, news: News): Promise<void> {
    const { database, now, log } = this.#ground;
    const scope = { tenant: batch.tenant };
    try {
      await sendBatch(this.#ground, batch, news);
    } catch (error) {
      const reason = reasonOf(error);
      log.warn({ notice: batch.messageId, reason }, 'a notice could not be sent');
      const next = isFinal(error) ? null : nextTry(batch.attempts, batch.firstTriedAt, now());
      await database.withTenant(scope, (tx) => repository.markFailed(tx, batch, reason, next, now()));
      return;
    }
    await database.withTenant(scope, (tx) => repository.markSent(tx, batch, now()));
  }
}
