import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';
import { buildWorld, type World } from '../world.ts';
import { WITH_GATEWAY } from './with-gateway.ts';

let server: TestServer;
let one: World;
let other: World;
beforeAll(async () => {
  server = await startTestServer(WITH_GATEWAY);
  one = await buildWorld(server);
  other = await buildWorld(server);
});
afterAll(() => server.stop());

async function tables(): Promise<{ name: string; forced: boolean; tenant: boolean }[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
              exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as tenant
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and c.relname <> 'migration'`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Rows that the application's own role sees; undefined where it has no permission. */
function count(
  name: string,
  run: TestServer['platform']['database']['unscoped'],
): Promise<number | undefined> {
  return run(async (tx) => {
    const row = await tx.first(sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(name)}`);
    return row?.rows;
  }).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === '42501') return undefined;
    throw error;
  });
}

test('every table has row-level security that also binds its owner', async () => {
  const open = (await tables()).filter((table) => !table.forced).map((table) => table.name);
  expect(open).toEqual([]);
});

test('a query without a scope reads nothing, of any table', async () => {
  const { database } = server.platform;
  for (const { name } of await tables()) {
    expect([name, (await count(name, (work) => database.unscoped(work))) ?? 0]).toEqual([name, 0]);
  }
});

test('a query in one account reads nothing of another, even by id', async () => {
  const { database } = server.platform;
  for (const { name } of (await tables()).filter((table) => table.tenant)) {
    const foreign = await database
      .withTenant(one.owner, (tx) =>
        tx.all(sql`select 1 from ${sql.table(name)} where tenant_id = ${other.owner.tenant}`),
      )
      .catch((error: unknown) => {
        if (error instanceof pg.DatabaseError && error.code === '42501') return [];
        throw error;
      });
    expect([name, foreign.length]).toEqual([name, 0]);
  }
  const own = await database.withTenant(one.owner, (tx) => tx.all(sql`select id from site`));
  expect(own.length).toBe(2);
});

test('nobody can write into another account', async () => {
  const { database } = server.platform;
  await expect(
    database.withTenant(one.owner, (tx) =>
      tx.run(sql`insert into enterprise (tenant_id, id, name)
                 values (${other.owner.tenant}, ${one.enterpriseUUID}, 'planted')`),
    ),
  ).rejects.toThrow(/row-level security/);
  const moved = await database.withTenant(one.owner, (tx) =>
    tx.run(sql`update site set name = 'taken over' where tenant_id = ${other.owner.tenant}`),
  );
  expect(moved).toBe(0);
});

test('operation log rows cannot be changed or removed by the application', async () => {
  const { database } = server.platform;
  for (const statement of [sql`delete from operation_log`, sql`update operation_log set target = 'x'`]) {
    await expect(database.withTenant(one.owner, (tx) => tx.run(statement))).rejects.toThrow(
      /permission denied/,
    );
  }
});
