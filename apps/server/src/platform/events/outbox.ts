import { sql } from 'kysely';
import { type Database, sqlBuilder, type Transaction } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import type { EventHandlers, Events, EventType, Told } from './events.ts';

const BATCH = 100;
const ATTEMPTS_MAX = 12;
const IDLE_POLL_MS = 5_000;

/** Tells a fact when, and only when, the transaction commits. */
export async function tell<T extends EventType>(
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

export type Fact<T extends EventType = EventType> = {
  [K in T]: { readonly tenant: string | null; readonly type: K; readonly payload: Events[K] };
}[T];

/** Several facts in one statement. */
export async function tellAll(tx: Transaction, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return;
  await tx.run(
    sqlBuilder.insertInto('outbox').values(
      facts.map(({ tenant, type, payload }) => ({
        id: newId(),
        tenant_id: tenant,
        type,
        payload: JSON.stringify(payload),
      })),
    ),
  );
}

/** Hands committed facts to the handlers, in order, with growing pauses after a failure. */
export class Outbox {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #handlers: readonly EventHandlers[];
  #wanted = false;
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(database: Database, log: Logger, handlers: readonly EventHandlers[]) {
    this.#database = database;
    this.#log = log;
    this.#handlers = handlers;
  }

  start(): void {
    this.#timer = setInterval(() => this.kick(), IDLE_POLL_MS);
    this.kick();
  }

  /** Says that something may have been committed; cheap to call after every write. */
  kick(): void {
    if (this.#stopped) return;
    this.#wanted = true;
    this.#running ??= this.#drain().finally(() => {
      this.#running = null;
      if (this.#wanted) this.kick();
    });
  }

  /** Resolves when everything committed so far has been told. */
  async settled(): Promise<void> {
    this.kick();
    while (this.#running !== null) await this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wanted = false;
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false;
      try {
        let told = BATCH;
        while (told === BATCH && !this.#stopped) told = await this.#batch();
      } catch (error) {
        this.#log.error({ err: error }, 'outbox could not be read');
      }
    }
  }

  /** One transaction: rows stay locked while told, so two processes never tell the same fact at once. */
  #batch(): Promise<number> {
    return this.#database.asSystem(async (tx) => {
      const rows = await tx.all(
        sqlBuilder
          .selectFrom('outbox')
          .select(['id', 'tenant_id', 'type', 'payload', 'attempts'])
          .where('failed_at', 'is', null)
          .where('next_at', '<=', sql<Date>`now()`)
          .orderBy('next_at')
          .orderBy('id')
          .limit(BATCH)
          .forUpdate()
          .skipLocked(),
      );
      const done: string[] = [];
      for (const row of rows) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `tell` wrote it with this very type
        const told = { id: row.id, tenant: row.tenant_id, type: row.type, payload: row.payload } as Told;
        try {
          await this.#dispatch(told);
          done.push(row.id);
        } catch (error) {
          this.#log.error({ err: error, event: row.type, id: row.id }, 'event handler failed');
          await tx.run(this.#postpone(row.id, row.attempts + 1, error));
        }
      }
      if (done.length > 0) {
        await tx.run(sqlBuilder.deleteFrom('outbox').where('id', '=', sql<string>`any(${done})`));
      }
      return rows.length;
    });
  }

  /** A handler that fails keeps the fact to be told again, but no other handler from hearing it now. */
  async #dispatch<T extends EventType>(told: Told<T>): Promise<void> {
    const failures: unknown[] = [];
    for (const handlers of this.#handlers) {
      try {
        await handlers[told.type]?.(told);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  #postpone(id: string, attempts: number, error: unknown) {
    const seconds = Math.min(2 ** attempts, 900);
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
}
