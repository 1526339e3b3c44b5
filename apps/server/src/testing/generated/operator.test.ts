import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';
import { buildWorld, type World } from '../world.ts';
import { WITH_GATEWAY } from './with-gateway.ts';

/** What the operator of the installation may read: products, payments, orders, and names of accounts. */
const READABLE: readonly string[] = ['account'];
/** What is written for every call: the operation log and events. */
const WRITABLE: readonly string[] = ['operation_log', 'outbox'];

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer(WITH_GATEWAY);
  world = await buildWorld(server);
});
afterAll(() => server.stop());

function asOperator<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return server.platform.database.asOperator(world.owner, (tx) => tx.all(query));
}

async function rightsOf(right: string): Promise<string[]> {
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and (has_table_privilege('airloom_operator', oid, ${right})
          or has_any_column_privilege('airloom_operator', oid, ${right}))
      order by relname`),
  );
  return rows.map(({ name }) => name);
}

test('the operator reads and changes only the tables named here', async () => {
  expect(await rightsOf('select')).toEqual(READABLE);
  expect(await rightsOf('insert')).toEqual(WRITABLE);
  expect(await rightsOf('update')).toEqual([]);
});

test('a query of the operator cannot read a network, people or settings', async () => {
  const tables = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`),
  );
  const hidden = tables.map(({ name }) => name).filter((name) => !READABLE.includes(name));
  expect(hidden).toEqual(expect.arrayContaining(['device', 'site', 'manager', 'membership', 'session']));
  for (const name of hidden) {
    const read = asOperator(sql`select 1 from ${sql.table(name)} limit 1`);
    await expect(read, name).rejects.toMatchObject({ code: '42501' } satisfies Partial<pg.DatabaseError>);
  }
});

test('the operator sees names of all accounts and no contact data', async () => {
  const rows = await asOperator(sql<{ id: string }>`select id, name, enterprise_name from account`);
  expect(rows.map(({ id }) => id)).toContain(world.owner.tenant);
  await expect(asOperator(sql`select phone from account`)).rejects.toThrow(/permission denied/);
});

test('the operator logs in no other account', async () => {
  const other = await buildWorld(server);
  const row = sql`insert into operation_log (tenant_id, id, user_name, address, call, request_id, target)
                  values (${other.owner.tenant}, gen_random_uuid(), 'x', 'x', 'x', 'x', 'x')`;
  await expect(asOperator(row)).rejects.toThrow(/row-level security/);
});
