import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { alarmAt } from '../../alarms/testing/alarm-stage.ts';
import { planMissed } from '../notices.jobs.ts';
import { buildStage, raise, type Stage, shortLog, tellBy } from '../testing/notice-stage.ts';

const HOUR_MS = 60 * 60_000;

let server: TestServer;
let stage: Stage;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  stage = await buildStage(server);
});

const find = () => planMissed(server.platform).run();

/** The alarm becomes something else, and nobody hears of it. */
const become = (id: string, columns: { readonly level?: string; readonly cleared?: boolean }) =>
  server.platform.database.asSystem((tx) => {
    const { level = null, cleared = false } = columns;
    return tx.run(sql`
      update alarm set level = coalesce(${level}::text, level),
        cleared_at = case when ${cleared}::boolean then ${server.platform.now()}::timestamptz end,
        clear_reason = case when ${cleared}::boolean then 'recovered' end
      where tenant_id = ${stage.owner.tenant} and id = ${id}`);
  });

const told = () => shortLog(server, stage, 'page');
const steps = async () => (await told()).map((line) => line.split(' ')[0]);

test('whatever no fact told of an alarm is found: that it began, got graver, and is over', async () => {
  const people = { modes: ['page' as const], emails: [], peopleUUIDs: [stage.owner.managerId] };
  await tellBy(server, stage, people);
  const id = await alarmAt(server, stage, stage.harbour, { level: 'important' });
  expect(await steps()).toEqual([]);
  await find();
  await find();
  expect(await steps()).toEqual(['raised']);
  await become(id, { level: 'urgent' });
  await find();
  expect(await steps()).toEqual(['raised', 'relevelled']);
  await server.settled();
  await become(id, { cleared: true });
  await find();
  await find();
  expect(await steps()).toEqual(['raised', 'relevelled', 'cleared']);
  await expect
    .poll(async () => (await told()).every((line) => line.endsWith('sent')), { timeout: 10_000 })
    .toBe(true);
});

test('a fact that was given up is made good, and nobody hears of what they were told before', async () => {
  const people = { modes: ['page' as const], emails: [], peopleUUIDs: [stage.owner.managerId] };
  await tellBy(server, stage, people);
  const [before = ''] = await raise(server, stage, { part: 'before' });
  const lost = await alarmAt(server, stage, stage.harbour, { part: 'lost' });
  await server.platform.database.asSystem(async (tx) => {
    await publishEvent(tx, stage.owner.tenant, 'AlarmsChanged', { alarmIds: [before, lost] });
    await tx.run(
      sql`update outbox set failed_at = now(), attempts = 12 where tenant_id = ${stage.owner.tenant}`,
    );
  });
  await server.settled();
  expect(await told()).toHaveLength(1);
  await find();
  expect(await told()).toHaveLength(2);
});

test('what nobody wants to hear of, and what is old, stays untold', async () => {
  await tellBy(server, stage, { levels: ['urgent'] });
  await alarmAt(server, stage, stage.harbour, { level: 'notice', part: 'mild' });
  // It would have been news to them then.
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update notice_setting set updated_at = updated_at - interval '2 days'`),
  );
  const raisedAt = new Date(server.platform.now().getTime() - 25 * HOUR_MS);
  await alarmAt(server, stage, stage.harbour, { level: 'urgent', raisedAt });
  const over = { level: 'urgent', part: 'over', clearedAt: server.platform.now() } as const;
  await alarmAt(server, stage, stage.harbour, over);
  await find();
  expect(await shortLog(server, stage)).toEqual([]);
});

test('what was over when it began is found and told once, and not that it is over', async () => {
  const people = { modes: ['page' as const], emails: [], peopleUUIDs: [stage.owner.managerId] };
  await tellBy(server, stage, people);
  const id = await alarmAt(server, stage, stage.harbour, { clearedAt: server.platform.now() });
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sql`update alarm set clear_reason = 'passed' where tenant_id = ${stage.owner.tenant} and id = ${id}`,
    ),
  );
  await find();
  await expect.poll(told, { timeout: 10_000 }).toEqual([expect.stringMatching(/^raised .* sent$/)]);
  await find();
  expect(await steps()).toEqual(['raised']);
});
