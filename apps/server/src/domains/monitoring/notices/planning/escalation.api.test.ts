import { HOUR, MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { AlarmSweep } from '../../alarms/evaluation/sweep.ts';
import { ConnectedSite, WITHIN } from '../../alarms/testing/connected-site.ts';
import { planMissed } from '../notices.jobs.ts';
import { log, notifyBy } from '../testing/notice-stage.ts';

const LEVELS = [
  { level: 'urgent', threshold: 20 },
  { level: 'important', threshold: 5 },
] as const;

let server: TestServer;
let sweep: AlarmSweep;
let site: ConnectedSite;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
  sweep = new AlarmSweep(server.platform, 'wait');
});
afterAll(() => server.stop());
beforeEach(async () => {
  site = await ConnectedSite.open(server);
});
afterEach(() => site.end());

/** Rules send messages to the console. */
const mails = async () => (await log(server, site)).filter(({ mode }) => mode === 'mail');
const delivered = async () => (await mails()).map(({ step, to }) => `${step} ${to}`).toSorted();

/** A setting for urgent alarms. */
const wantUrgent = (name: string, fields: Parameters<typeof notifyBy>[2] = {}) =>
  notifyBy(server, site, { name, levels: ['urgent'], emails: [`${name}@example.org`], ...fields });

describe('a setting for urgent alarms receives escalated ones', () => {
  test('if it was created while the alarm was milder, and not if it was urgent already', async () => {
    await site.rule({ type: 'deviceOffline', levels: LEVELS });
    const [id = ''] = await site.rowsOnline(1);
    await site.setAway([id], true);
    await site.passSince({ id }, 6 * MINUTE);
    await sweep.sweepSites();
    await wantUrgent('between');
    await wantUrgent('boss', { escalateMinutes: 15 });
    await server.settled();
    expect(await delivered()).toEqual([]);
    await site.passSince({ id }, 20 * MINUTE);
    const before = server.platform.now().getTime();
    await sweep.sweepSites();
    await server.settled();
    expect(await delivered()).toEqual(['escalated boss@example.org', 'raised between@example.org']);
    const escalated = (await mails()).find(({ step }) => step === 'escalated');
    const wait = Date.parse(escalated?.dueAt ?? '') - before;
    expect([wait >= 15 * MINUTE, wait < 16 * MINUTE]).toEqual([true, true]);

    server.advance(1_000);
    await wantUrgent('late');
    await wantUrgent('lateBoss', { escalateMinutes: 15 });
    const alarmIds = (await site.open()).map((alarm) => alarm.id);
    await server.platform.database.withTenant(site.owner, (tx) =>
      publishEvent(tx, site.tenant, 'AlarmsChanged', { alarmIds }),
    );
    await server.settled();
    expect(await delivered()).toEqual(['escalated boss@example.org', 'raised between@example.org']);
  });

  test('evaluated from reports', async () => {
    await site.rule({
      type: 'highCpu',
      levels: [
        { level: 'urgent', threshold: 95 },
        { level: 'secondary', threshold: 80 },
      ],
    });
    const [busy] = await site.online(['ap']);
    const report = (cpu: number) =>
      busy?.device.connection.say('state', {
        uuid: 1,
        state: { unit: { uptime: 100, load: [0, 0, 0], cpu_load: [cpu] } },
      });
    const levels = async () => (await site.open()).map(({ level }) => level);
    report(85);
    await expect.poll(levels, WITHIN).toEqual(['secondary']);
    await site.pass(MINUTE, busy === undefined ? [] : [busy]);
    await wantUrgent('between');
    report(97);
    await expect.poll(levels, WITHIN).toEqual(['urgent']);
    await expect.poll(delivered, WITHIN).toEqual(['raised between@example.org']);
  });

  test('if no event was delivered, however long the alarm was milder', async () => {
    await site.rule({ type: 'deviceOffline', levels: LEVELS });
    const [id = ''] = await site.rowsOnline(1);
    await site.setAway([id], true);
    await site.passSince({ id }, 6 * MINUTE);
    await sweep.sweepSites();
    await wantUrgent('between');
    await server.platform.database.asSystem((tx) =>
      tx.run(sql`
        update alarm set level = 'urgent', levelled_at = ${server.platform.now()},
          raised_at = raised_at - interval '3 days'
        where tenant_id = ${site.tenant}`),
    );
    await planMissed(server.platform).run();
    expect(await delivered()).toEqual(['raised between@example.org']);
    server.advance(25 * HOUR);
    await planMissed(server.platform).run();
    expect(await delivered()).toHaveLength(1);
  });
});
