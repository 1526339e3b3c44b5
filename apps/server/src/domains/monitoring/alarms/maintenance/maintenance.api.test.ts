import { ERRORS, OK, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { QUOTAS } from '@airloom/contract/quotas';
import { HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '../../../../testing/builders.ts';
import { operationLine } from '../../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { forgetMaintenance } from '../alarms.jobs.ts';
import { buildStage, type Stage } from '../testing/alarm-stage.ts';

let server: TestServer;
let stage: Stage;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  stage = await buildStage(server);
});
afterAll(() => server.stop());

const inHours = (hours: number) => new Date(server.platform.now().getTime() + hours * HOUR).toISOString();

function plan(name: string, from: string, to: string, siteUUIDs: string[], who: Person = stage.owner) {
  return server.call('planMaintenance', { name, from, to, siteUUIDs }, { as: who.token });
}

async function listed(who: Person = stage.owner) {
  return (await server.call('listMaintenance', {}, { as: who.token })).data;
}

function end(maintenanceUUID: string, who: Person = stage.owner) {
  return server.call('endMaintenance', { maintenanceUUID }, { as: who.token });
}

async function stored(id: string): Promise<Date | undefined> {
  const row = await server.platform.database.withTenant(stage.owner, (tx) =>
    tx.first(sql<{ ends_at: Date }>`select ends_at from maintenance where id = ${id}`),
  );
  return row?.ends_at;
}

test('lists current and planned maintenance until it ends', async () => {
  const { harbour, hill, owner } = stage;
  const [from, to] = [inHours(5), inHours(6)];
  const later = await plan('Later', from, to, [hill.siteId, harbour.siteId, hill.siteId]);
  expect(later.code).toBe(OK);
  await plan('Now', inHours(-1), inHours(0.1), [harbour.siteId]);
  const all = await listed();
  expect(all.map(({ name }) => name)).toEqual(['Now', 'Later']);
  expect(all[1]).toEqual({
    maintenanceUUID: later.data.maintenanceUUID,
    name: 'Later',
    sites: [
      { siteUUID: harbour.siteId, name: 'Harbour' },
      { siteUUID: hill.siteId, name: 'Hill' },
    ],
    from,
    to,
    createdBy: owner.userName,
  });
  server.advance(0.2 * HOUR);
  expect((await listed()).map(({ name }) => name)).toEqual(['Later']);
});

test('ends current maintenance and cancels planned maintenance', async () => {
  const { harbour } = stage;
  const running = (await plan('Now', inHours(-1), inHours(1), [harbour.siteId])).data.maintenanceUUID;
  const coming = (await plan('Later', inHours(1), inHours(2), [harbour.siteId])).data.maintenanceUUID;
  expect((await end(running)).code).toBe(OK);
  expect((await end(coming)).code).toBe(OK);
  expect(await listed()).toEqual([]);
  expect((await stored(running))?.getTime()).toBeLessThanOrEqual(server.platform.now().getTime());
  expect(await stored(coming)).toBeUndefined();
  expect((await end(running)).code).toBe(OK_NOTHING_CHANGED);
  expect((await end(coming)).code).toBe(ERRORS.notFound.code);
  const log = await server.call('listOperations', {}, stage.as);
  expect(log.data.rows.map(operationLine)).toEqual(
    expect.arrayContaining(['planMaintenance: maintenance Now', 'endMaintenance: maintenance Later']),
  );
});

test('rejects maintenance in the past and an end before the start', async () => {
  const { harbour } = stage;
  const over = await plan('Over', inHours(-2), inHours(-1), [harbour.siteId]);
  expect(over.failure.fields).toMatchObject({ to: { key: 'validation.future' } });
  // In order as texts, not as times.
  const day = inHours(24).slice(0, 10);
  const backwards = await plan('Back', `${day}T10:00:00.5Z`, `${day}T10:00:00Z`, [harbour.siteId]);
  expect(backwards.failure.fields).toMatchObject({ to: { key: 'validation.timeOrder' } });
});

test('people plan for sites they see and end maintenance of these sites alone', async () => {
  const { harbour, hill, operator } = stage;
  const own = await plan('Own', inHours(1), inHours(2), [harbour.siteId], operator);
  expect(own.code).toBe(OK);
  const foreign = await plan('Foreign', inHours(1), inHours(2), [hill.siteId], operator);
  expect(foreign.code).toBe(ERRORS.notFound.code);
  const both = (await plan('Both', inHours(3), inHours(4), [harbour.siteId, hill.siteId])).data;
  const theirs = (await plan('Theirs', inHours(5), inHours(6), [hill.siteId])).data;
  expect((await listed(operator)).map(({ name, sites }) => [name, sites.map((site) => site.name)])).toEqual([
    ['Own', ['Harbour']],
    ['Both', ['Harbour']],
  ]);
  expect((await end(both.maintenanceUUID, operator)).code).toBe(ERRORS.permissionDenied.code);
  expect((await end(theirs.maintenanceUUID, operator)).code).toBe(ERRORS.notFound.code);
  expect((await end(own.data.maintenanceUUID, operator)).code).toBe(OK);
  expect((await listed()).map(({ name }) => name)).toEqual(['Both', 'Theirs']);
});

test('limits maintenance per account', async () => {
  await server.platform.database.withTenant(stage.owner, (tx) =>
    tx.run(sql`
      insert into maintenance (tenant_id, id, name, starts_at, ends_at, created_by_name)
      select ${stage.owner.tenant}, gen_random_uuid(), 'x', ${inHours(1)}::timestamptz, ${inHours(2)}::timestamptz, ''
      from generate_series(1, ${QUOTAS.maintenanceWindows.usual}::int)`),
  );
  const more = await plan('More', inHours(1), inHours(2), [stage.harbour.siteId]);
  expect(more.code).toBe(ERRORS.quotaReached.code);
});

test('deletes maintenance a month after its end', async () => {
  const { maintenanceUUID } = (await plan('Now', inHours(-1), inHours(1), [stage.harbour.siteId])).data;
  server.advance(30 * 24 * HOUR);
  await forgetMaintenance(server.platform).run();
  expect(await stored(maintenanceUUID)).toBeDefined();
  server.advance(2 * HOUR);
  await forgetMaintenance(server.platform).run();
  expect(await stored(maintenanceUUID)).toBeUndefined();
});
