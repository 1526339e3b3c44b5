import { type Backoff, backoffMs } from '@airloom/contract/backoff';
import { MINUTE, SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { type Database, sqlBuilder, type Transaction } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import { PeriodicWork } from '../periodic-work.ts';
import type { DeliveredEvent, EventHandlers, Events, EventType } from './events.ts';

const BATCH = 100;
const ATTEMPTS_MAX = 12;
const RETRY: Backoff = { firstMs: 2 * SECOND, maxMs: 15 * MINUTE };
const IDLE_POLL_MS = 5_000;
/** Longer than delivering a batch takes; the events of a process that dies are released at the next start. */
const CLAIM = sql`interval '5 minutes'`;

interface Claimed {
  readonly event: DeliveredEvent;
  readonly attempts: number;
}

/** Publishes an event when, and only when, the transaction commits. */
export async function publishEvent<T extends EventType>(
  tx: Transaction,
  tenant: string | null,
  type: T,
  payload: Events[T],
): Promise<void> {
  await tx.run(
    sqlBuilder
      .insertInto('outbox')
      .values({ id: newId(), tenant_id: tenant, type, payload: JSON.stringify(payload) }),
  );
}

export type NewEvent<T extends EventType = EventType> = {
  [K in T]: { readonly tenant: string | null; readonly type: K; readonly payload: Events[K] };
}[T];

/** Several events in one statement. */
export async function publishEvents(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.run(
    sqlBuilder.insertInto('outbox').values(
      events.map(({ tenant, type, payload }) => ({
        id: newId(),
        tenant_id: tenant,
        type,
        payload: JSON.stringify(payload),
      })),
    ),
  );
}

/** Delivers committed events to the handlers, in order, with growing pauses after a failure. */
export class Outbox {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #handlers: readonly EventHandlers[];
  /** Taken, and not settled yet. */
  readonly #claimed = new Set<string>();
  /** Whether events taken by other processes are released: a process that starts is the only one. */
  #takesOver = false;
  readonly #deliveries: PeriodicWork;

  constructor(database: Database, log: Logger, handlers: readonly EventHandlers[]) {
    this.#database = database;
    this.#log = log;
    this.#handlers = handlers;
    this.#deliveries = new PeriodicWork({
      everyMs: IDLE_POLL_MS,
      whileRunning: 'repeat',
      work: () => this.#drain(),
      onError: (error) => log.error({ err: error }, 'outbox could not be read'),
    });
  }

  start(): void {
    this.#takesOver = true;
    this.#deliveries.start();
    this.wake();
  }

  /** Wakes up the delivery after a commit; cheap to call after every write. */
  wake(): void {
    this.#deliveries.request();
  }

  /** Resolves when everything committed so far has been delivered. */
  async settled(): Promise<void> {
    this.wake();
    await this.#deliveries.settled();
  }

  stop(): Promise<void> {
    return this.#deliveries.stop();
  }

  async #drain(): Promise<void> {
    await this.#giveBack();
    let event = BATCH;
    while (event === BATCH && !this.#deliveries.isStopped) event = await this.#batch();
  }

  /** No transaction is open while handlers run; each event is deleted as soon as it is delivered. */
  async #batch(): Promise<number> {
    const events = await this.#claim();
    for (const { event, attempts } of events) {
      try {
        await this.#dispatch(event);
      } catch (error) {
        this.#log.error({ err: error, event: event.type, id: event.id }, 'event handler failed');
        await this.#settle(event.id, postponed(event.id, attempts + 1, error));
        continue;
      }
      await this.#settle(event.id, sqlBuilder.deleteFrom('outbox').where('id', '=', event.id));
    }
    return events.length;
  }

  /** Takes the next batch for a limited time, so that two processes never deliver the same event at once. */
  #claim(): Promise<Claimed[]> {
    return this.#database.asSystem(async (tx) => {
      const rows = await tx.all(
        sqlBuilder
          .selectFrom('outbox')
          .select(['id', 'tenant_id', 'type', 'payload', 'attempts'])
          .where('failed_at', 'is', null)
          .where(sql<boolean>`(next_at <= now() or next_at > now() + ${WAIT_MAX})`)
          .orderBy('next_at')
          .orderBy('id')
          .limit(BATCH)
          .forUpdate()
          .skipLocked(),
      );
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) {
        await tx.run(sql`update outbox set next_at = now() + ${CLAIM} where id = any(${ids}::uuid[])`);
      }
      for (const id of ids) this.#claimed.add(id);
      return rows.map(({ id, tenant_id, type, payload, attempts }) => ({
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `publish` wrote it with this type
        event: { id, tenant: tenant_id, type, payload } as DeliveredEvent,
        attempts,
      }));
    });
  }

  async #settle(id: string, statement: Parameters<Transaction['run']>[0]): Promise<void> {
    await this.#database.asSystem((tx) => tx.run(statement));
    this.#claimed.delete(id);
  }

  /** Events taken and never settled are due again, in their old order. */
  async #giveBack(): Promise<void> {
    const ids = [...this.#claimed];
    if (ids.length === 0 && !this.#takesOver) return;
    await this.#database.asSystem((tx) =>
      tx.run(sql`
        update outbox set next_at = created_at
        where failed_at is null and next_at > now()
          and (id = any(${ids}::uuid[]) or (${this.#takesOver} and attempts = 0))`),
    );
    this.#claimed.clear();
    this.#takesOver = false;
  }

  /** A failing handler keeps the event for a retry, but does not keep other handlers from receiving it now. */
  async #dispatch<T extends EventType>(event: DeliveredEvent<T>): Promise<void> {
    const failures: unknown[] = [];
    for (const handlers of this.#handlers) {
      try {
        await handlers[event.type]?.(event);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** No event waits longer than this: a later time was written before the clock was set back. */
const WAIT_MAX = sql`interval '20 minutes'`;

function postponed(id: string, attempts: number, error: unknown) {
  const seconds = backoffMs(RETRY, attempts - 1) / SECOND;
  return sqlBuilder
    .updateTable('outbox')
    .set({
      attempts,
      next_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
      failed_at: attempts >= ATTEMPTS_MAX ? sql<Date>`now()` : null,
      error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
    })
    .where('id', '=', id);
}
