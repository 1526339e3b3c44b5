import { sql } from 'kysely';
import { Client } from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { WITHIN } from '../../testing/within.ts';
import { type Database, openDatabase } from '../database/database.ts';
import type { DeliveredEvent, EventHandlers } from './events.ts';
import { Outbox, publishEvent } from './outbox.ts';

const TENANT = '019a0000-0000-7000-8000-000000000001';

let testDatabase: TestDatabase;
let database: Database;
const running: Outbox[] = [];
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ connectionString: testDatabase.url, max: 5, onError: () => undefined });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((outbox) => outbox.stop()));
  await database.end();
  await testDatabase.drop();
});

function outboxWith(...handlers: EventHandlers[]): Outbox {
  const outbox = new Outbox(database, pino({ level: 'silent' }), handlers);
  running.push(outbox);
  return outbox;
}

/** Records the sessions of the events it received. */
function ear(): { received: string[]; handlers: EventHandlers } {
  const received: string[] = [];
  return {
    received,
    handlers: {
      SessionsEnded: async ({ payload }) => {
        received.push(...payload.sessionIds);
      },
    },
  };
}

function publish(...ids: string[]): Promise<void> {
  return database.asSystem(async (tx) => {
    for (const id of ids) await publishEvent(tx, TENANT, 'SessionsEnded', { sessionIds: [id] });
  });
}

interface Waiting {
  readonly attempts: number;
  readonly seconds: number;
  readonly failed: boolean;
  readonly error: string | null;
}

function waiting(): Promise<Waiting[]> {
  return database.asSystem((tx) =>
    tx.all(
      sql<Waiting>`select attempts, round(extract(epoch from next_at - now()))::int as seconds,
                          failed_at is not null as failed, error from outbox order by id`,
    ),
  );
}

/** As if the pause before the next attempt had passed. */
async function letTimePass(): Promise<void> {
  await database.asSystem((tx) => tx.run(sql`update outbox set next_at = now()`));
}

test('events are delivered in order, once, with their account, and are then deleted', async () => {
  const delivered: DeliveredEvent[] = [];
  const { received, handlers } = ear();
  const outbox = outboxWith(handlers, {
    SessionsEnded: async (event) => {
      delivered.push(event);
    },
  });
  await publish('a', 'b', 'c');
  await outbox.settled();
  expect(received).toEqual(['a', 'b', 'c']);
  expect(delivered.map((event) => event.tenant)).toEqual([TENANT, TENANT, TENANT]);
  expect(new Set(delivered.map((event) => event.id)).size).toBe(3);
  await outbox.settled();
  expect(received.length).toBe(3);
  expect(await waiting()).toEqual([]);
});

test('an event is not delivered before its commit, nor after a rollback', async () => {
  const { received, handlers } = ear();
  const outbox = outboxWith(handlers);
  await database.asSystem(async (tx) => {
    await publishEvent(tx, TENANT, 'SessionsEnded', { sessionIds: ['early'] });
    await outbox.settled();
    expect(received).toEqual([]);
  });
  await outbox.settled();
  expect(received).toEqual(['early']);
  const rolledBack = database.asSystem(async (tx) => {
    await publishEvent(tx, TENANT, 'SessionsEnded', { sessionIds: ['never'] });
    throw new Error('changed my mind');
  });
  await expect(rolledBack).rejects.toThrow('changed my mind');
  await outbox.settled();
  expect(received).toEqual(['early']);
});

test('a failing handler is retried after growing pauses, and blocks nothing else', async () => {
  const { received, handlers } = ear();
  let broken = true;
  const outbox = outboxWith(
    {
      SessionsEnded: async ({ payload }) => {
        if (broken && payload.sessionIds.includes('bad')) throw new Error('not now');
      },
    },
    handlers,
  );
  await publish('bad', 'good');
  await outbox.settled();
  // The other handler received both: it must not wait for the failing one.
  expect(received).toEqual(['bad', 'good']);
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const [row] = await waiting();
    expect(row).toMatchObject({ attempts: attempt, failed: false, error: 'not now' });
    pauses.push(row?.seconds ?? 0);
    await outbox.settled();
    expect((await waiting())[0]?.attempts).toBe(attempt);
    await letTimePass();
    await outbox.settled();
  }
  expect(pauses).toEqual([2, 4, 8, 16]);
  broken = false;
  await letTimePass();
  await outbox.settled();
  expect(await waiting()).toEqual([]);
  expect(received.filter((id) => id === 'good')).toEqual(['good']);
});

test('an event that fails too often is put aside and kept, and the others are delivered', async () => {
  const { received, handlers } = ear();
  const outbox = outboxWith(
    {
      SessionsEnded: async ({ payload }) => {
        if (payload.sessionIds.includes('bad')) throw new Error('never');
      },
    },
    handlers,
  );
  await publish('bad');
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await outbox.settled();
    await letTimePass();
  }
  expect(await waiting()).toMatchObject([{ attempts: 12, failed: true }]);
  const before = received.length;
  await publish('good');
  await outbox.settled();
  expect(received.slice(before)).toEqual(['good']);
});

test('events committed before a crash are delivered after the restart', async () => {
  await publish('left behind');
  const { received, handlers } = ear();
  const outbox = outboxWith(handlers);
  outbox.start();
  await expect.poll(() => received, WITHIN).toEqual(['left behind']);
});

test('a crash between delivery and its record delivers again, which is harmless', async () => {
  const { received, handlers } = ear();
  const state = new Set<string>();
  const outbox = outboxWith(handlers, {
    SessionsEnded: async ({ payload }) => {
      for (const id of payload.sessionIds) state.add(id);
    },
  });
  await publish('once');
  await asOwner(`create function crash() returns trigger language plpgsql as $$ begin raise 'crash'; end $$;
                 create trigger crash before delete on outbox for each row execute function crash()`);
  await outbox.settled();
  expect((await waiting()).length).toBe(1);
  await asOwner('drop trigger crash on outbox');
  await outbox.settled();
  expect(received).toEqual(['once', 'once']);
  expect([...state]).toEqual(['once']);
  expect(await waiting()).toEqual([]);
});

async function asOwner(statement: string): Promise<void> {
  const client = new Client({ connectionString: testDatabase.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

test('two processes deliver each event once between them', async () => {
  const entered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const one = ear();
  const two = ear();
  const busy = outboxWith(one.handlers, {
    SessionsEnded: async () => {
      entered.resolve();
      await release.promise;
    },
  });
  const other = outboxWith(two.handlers);
  await publish('held', 'held too');
  const delivering = busy.settled();
  await entered.promise;
  await publish('free');
  await other.settled();
  expect(two.received).toEqual(['free']);
  release.resolve();
  await delivering;
  await other.settled();
  expect([...one.received, ...two.received].sort()).toEqual(['free', 'held', 'held too']);
});

test('no transaction is open while a handler runs, and delivered events are deleted', async () => {
  const entered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const outbox = outboxWith({
    SessionsEnded: async ({ payload }) => {
      if (!payload.sessionIds.includes('slow')) return;
      entered.resolve();
      await release.promise;
    },
  });
  await publish('quick', 'slow', 'after');
  const delivering = outbox.settled();
  await entered.promise;
  expect(await waiting()).toHaveLength(2);
  const open = await database.asSystem((tx) =>
    tx.all(sql`select from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`),
  );
  expect(open).toEqual([]);
  release.resolve();
  await delivering;
  expect(await waiting()).toEqual([]);
});

test('events taken by a process that died are delivered by the next, in order', async () => {
  const entered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const dead = outboxWith({
    SessionsEnded: async () => {
      entered.resolve();
      await release.promise;
    },
  });
  await publish('first', 'second');
  const delivering = dead.settled();
  await entered.promise;
  await publish('third');
  const { received, handlers } = ear();
  outboxWith(handlers).start();
  await expect.poll(() => received, WITHIN).toEqual(['first', 'second', 'third']);
  release.resolve();
  await delivering;
});

test('more events than fit into one batch are all delivered', async () => {
  const { received, handlers } = ear();
  const ids = Array.from({ length: 250 }, (_, index) => `event ${index}`);
  await publish(...ids);
  await outboxWith(handlers).settled();
  expect(received).toEqual(ids);
});

test('a stopped outbox delivers nothing more', async () => {
  const { received, handlers } = ear();
  const outbox = outboxWith(handlers);
  await outbox.stop();
  await publish('late');
  outbox.wake();
  await outbox.settled();
  expect(received).toEqual([]);
});

test('an event written before the clock was set back by an hour is delivered', async () => {
  const { received, handlers } = ear();
  await publish('late');
  await database.asSystem((tx) => tx.run(sql`update outbox set next_at = now() + interval '55 minutes'`));
  await outboxWith(handlers).settled();
  expect(received).toEqual(['late']);
});
