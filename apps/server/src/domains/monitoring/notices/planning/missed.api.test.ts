import { HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { alarmAt } from '../../alarms/testing/alarm-stage.ts';
import { planMissed } from '../notices.jobs.ts';
import { buildStage, notifyBy, raise, type Stage, shortLog } from '../testing/notice-stage.ts';

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

/** Changes the alarm without an event. */
const become = (id: string, columns: { readonly level?: string; readonly cleared?: boolean }) =>
  server.platform.database.asSystem((tx) => {
    const { level = null, cleared = false } = columns;
    return tx.run(sql`
      update alarm set level = coalesce(${level}::text, level),
        cleared_at = case when ${cleared}::boolean then ${server.platform.now()}::timestamptz end,
        clear_reason = case when ${cleared}::boolean then 'recovered' end
      where tenant_id = ${stage.owner.tenant} and id = ${id}`);
  });

const delivered = () => shortLog(server, stage, 'page');
const steps = async () => (await delivered()).map((line) => line.split(' ')[0]);

test('finds alarms that were raised, escalated or cleared without an event', async () => {
  const people = { modes: ['page' as const], emails: [], peopleUUIDs: [stage.owner.managerId] };
  await notifyBy(server, stage, people);
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
    .poll(async () => (await delivered()).every((line) => line.endsWith('sent')), WITHIN)
    .toBe(true);
});

test('plans after an event was given up, without repeating sent notices', async () => {
  const people = { modes: ['page' as const], emails: [], peopleUUIDs: [stage.owner.managerId] };
  await notifyBy(server, stage, people);
  const [before = ''] = await raise(server, stage, { part: 'before' });
  const lost = await alarmAt(server, stage, stage.harbour, { part: 'lost' });
  await server.platform.database.asSystem(async (tx) => {
    await publishEvent(tx, stage.owner.tenant, 'AlarmsChanged', { alarmIds: [before, lost] });
    await tx.run(
      sql`update outbox set failed_at = now(), attempts = 12 where tenant_id = ${stage.owner.tenant}`,
    );
  });
  await server.settled();
  expect(await delivered()).toHaveLength(1);
  await find();
  expect(await delivered()).toHaveLength(2);
});

test('plans nothing for unwanted and old alarms', async () => {
  await notifyBy(server, stage, { levels: ['urgent'] });
  await alarmAt(server, stage, stage.harbour, { level: 'notice', part: 'mild' });
  // The alarm was new to them at that time.
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update notice_setting set updated_at = updated_at - interval '2 days'`),
  );
  const raisedAt = new Date(server.platform.now().getTime() - 25 * HOUR);
  await alarmAt(server, stage, stage.harbour, { level: 'urgent', raisedAt });
  const over = { level: 'urgent', part: 'over', clearedAt: server.platform.now() } as const;
  await alarmAt(server, stage, stage.harbour, over);
  await find();
  expect(await shortLog(server, stage)).toEqual([]);
});

test('an alarm that was cleared when raised gets one notice, and no cleared one', async () => {
  const people = { modes: ['page' as const], emails: [], peopleUUIDs: [stage.owner.managerId] };
  await notifyBy(server, stage, people);
  const id = await alarmAt(server, stage, stage.harbour, { clearedAt: server.platform.now() });
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sql`update alarm set clear_reason = 'passed' where tenant_id = ${stage.owner.tenant} and id = ${id}`,
    ),
  );
  await find();
  await expect.poll(delivered, WITHIN).toEqual([expect.stringMatching(/^raised .* sent$/)]);
  await find();
  expect(await steps()).toEqual(['raised']);
});
