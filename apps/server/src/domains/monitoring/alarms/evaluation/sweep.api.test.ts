import { DAY, MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Database, type Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { buildSite } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { listen } from '../../../people/identity/testing/live.ts';
import { ConnectedSite } from '../testing/connected-site.ts';
import { reconcileOutages } from './reconcile.ts';
import { AlarmSweep } from './sweep.ts';

const OFFLINE = { type: 'deviceOffline', levels: [{ level: 'important', threshold: 5 }] } as const;
const SITE_OUTAGE = { type: 'siteOffline', levels: [{ level: 'urgent', threshold: 50 }] } as const;

/** Counts database statements. */
class CountingDatabase extends Database {
  statements = 0;
  transactions = 0;

  override withTenant<T>(scope: TenantScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const count = <A, R>(ask: (query: A) => R) => {
      return (query: A): R => {
        this.statements += 1;
        return ask(query);
      };
    };
    this.transactions += 1;
    return super.withTenant(scope, (tx) =>
      work({ all: count(tx.all), first: count(tx.first), run: count(tx.run) }),
    );
  }
}

let server: TestServer;
let sweep: AlarmSweep;
let site: ConnectedSite;
/** Sweep of another process. */
let other: CountingDatabase;
beforeAll(async () => {
  server = await startTestServer();
  sweep = new AlarmSweep(server.platform, 'wait');
  other = new CountingDatabase(
    new pg.Pool({
      connectionString: server.databaseUrl,
      pipeline: true,
      options: '-c role=airloom_app',
    }),
  );
});
afterAll(async () => {
  await other.end();
  await server.stop();
});
beforeEach(async () => {
  site = await ConnectedSite.open(server);
});

test('500 devices of a site go offline and return: one alarm, and as many statements as for three', async () => {
  await site.rule(OFFLINE);
  await site.rule(SITE_OUTAGE);
  await site.rule({ type: 'deviceFlapping', levels: [{ level: 'important', threshold: 4 }] });
  const ids = await site.rowsOnline(500);
  const statementsOf = async (): Promise<number> => {
    other.statements = 0;
    await reconcileOutages({ ...server.platform, database: other }, site.tenant, ids);
    return other.statements;
  };
  await site.setAway(ids, true);
  expect(await statementsOf()).toBeLessThan(20);
  server.advance(10 * MINUTE);
  await sweep.sweepSites();
  expect(await site.alarms()).toMatchObject([{ type: 'siteOffline', value: 100, clearReason: null }]);
  expect(await site.consequences()).toHaveLength(500);
  expect(await statementsOf()).toBeLessThan(20);
  await site.setAway(ids.slice(0, 490), false);
  expect(await statementsOf()).toBeLessThan(20);
  expect(await site.alarms()).toMatchObject([{ type: 'siteOffline', clearReason: 'recovered' }]);
  server.advance(4 * MINUTE);
  await sweep.sweepSites();
  expect(await site.open()).toEqual([]);
  // Devices that stay offline get alarms after the threshold.
  server.advance(MINUTE);
  await sweep.sweepSites();
  expect(new Set((await site.open()).map(({ deviceId }) => deviceId))).toEqual(new Set(ids.slice(490)));
  await site.setAway(ids.slice(490), false);
  await sweep.sweepSites();
  expect(await site.open()).toEqual([]);
  expect(await site.alarms()).toHaveLength(11);
});

test('500 events, one per device, need a few evaluations', async () => {
  await site.rule(OFFLINE);
  await site.rule(SITE_OUTAGE);
  await site.rule({ type: 'deviceFlapping', levels: [{ level: 'important', threshold: 4 }] });
  const ids = await site.rowsOnline(500);
  const listening = new AlarmSweep({ ...server.platform, database: other });
  const storm = async (isAway: boolean, ended: string | null) => {
    [other.statements, other.transactions] = [0, 0];
    const began = performance.now();
    for (const id of ids) {
      await site.setAway([id], isAway);
      listening.enqueue('outages', site.tenant, [id]);
    }
    await expect
      .poll(() => site.alarms(), WITHIN)
      .toMatchObject([{ type: 'siteOffline', clearReason: ended }]);
    // Two transactions per evaluation, and two evaluations a second at most.
    const rounds = Math.ceil((performance.now() - began) / 500) + 1;
    expect(other.transactions).toBeLessThanOrEqual(2 * rounds);
    expect(other.statements).toBeLessThan(20 * rounds);
  };
  await storm(true, null);
  server.advance(10 * MINUTE);
  await storm(false, 'recovered');
  await listening.stop();
});

test('concurrent processes raise and clear each alarm once', async () => {
  await site.rule(OFFLINE);
  const [id = ''] = await site.rowsOnline(1);
  const { heard, socket } = await listen(server, { authorization: `Bearer ${site.owner.token}` });
  const sweeps = [server.platform.database, other].map(
    (database) => new AlarmSweep({ ...server.platform, database }),
  );
  const all = () =>
    Promise.all(
      sweeps.flatMap((one) => {
        one.enqueue('outages', site.tenant, [id]);
        return [one.evaluatePending(), one.sweepSites()];
      }),
    );
  for (let cycle = 1; cycle <= 20; cycle += 1) {
    await site.setAway([id], true);
    server.advance(5 * MINUTE);
    await all();
    expect(await site.alarms()).toHaveLength(cycle);
    expect(await site.open()).toHaveLength(1);
    await site.setAway([id], false);
    await all();
    expect(await site.open()).toEqual([]);
  }
  await expect.poll(() => heard).toContain('alarmsChanged');
  for (const one of sweeps) await one.stop();
  socket.terminate();
});

test('finds flapping although the process that received the events died', async () => {
  await site.rule({ type: 'deviceFlapping', levels: [{ level: 'important', threshold: 3 }] });
  const [unsteady = '', steady = ''] = await site.rowsOnline(2);
  const went = async (id: string) => {
    server.advance(MINUTE);
    await site.rows(sql`
      insert into device_log (tenant_id, id, device_id, site_id, at, type, severity, details)
      values (${site.tenant}, ${newId()}, ${id}, ${site.siteId}, ${server.platform.now()}, 'offline', 4, '{}')`);
  };
  for (let time = 0; time < 3; time += 1) await went(unsteady);
  await went(steady);
  // Only conditions that time alone makes due are searched in every round.
  await sweep.sweepSites();
  expect(await site.alarms()).toEqual([]);
  const next = new AlarmSweep(server.platform, 'wait');
  next.start();
  const found = { type: 'deviceFlapping', deviceId: unsteady, value: 3, clearReason: null };
  await expect.poll(() => site.alarms(), WITHIN).toMatchObject([found]);
  await next.stop();
  await sweep.sweepFlapping();
  expect(await site.alarms()).toHaveLength(1);
  server.advance(60 * MINUTE);
  await sweep.sweepSites();
  await sweep.sweepFlapping();
  expect(await site.alarms()).toMatchObject([{ clearReason: 'recovered' }]);
});

test('an alarm moves with its device to another site and ends when the device is removed', async () => {
  await site.rule(OFFLINE);
  const elsewhere = await buildSite(server, site.owner, site.enterpriseId, 'Hill');
  const [id = ''] = await site.rowsOnline(1);
  await site.setAway([id], true);
  server.advance(5 * MINUTE);
  await sweep.sweepSites();
  const [raised] = await site.open();
  const moved = await server.call(
    'moveDevices',
    { deviceUUIDs: [id], siteUUID: elsewhere, groupUUID: null },
    site.as,
  );
  expect(moved.code).toBe(0);
  await site.deliverTwice('DevicesMoved', [id]);
  expect(await site.alarms()).toMatchObject([{ id: raised?.id, siteId: elsewhere, clearReason: null }]);
  const deleted = await server.call('deleteDevices', { deviceUUIDs: [id] }, site.as);
  expect(deleted.code).toBe(0);
  await site.deliverTwice('DevicesRefused', [id]);
  expect(await site.alarms()).toMatchObject([{ id: raised?.id, clearReason: 'deviceRemoved' }]);
});

test('clears the alarm of a device that moves out of the scope of the rule', async () => {
  await site.rule({ ...OFFLINE, sites: [site.siteId] });
  const elsewhere = await buildSite(server, site.owner, site.enterpriseId, 'Hill');
  const [id = ''] = await site.rowsOnline(1);
  await site.setAway([id], true);
  server.advance(5 * MINUTE);
  await sweep.sweepSites();
  await server.call('moveDevices', { deviceUUIDs: [id], siteUUID: elsewhere, groupUUID: null }, site.as);
  await site.deliverTwice('DevicesMoved', [id]);
  expect(await site.alarms()).toMatchObject([{ clearReason: 'ruleChanged' }]);
});

test('an alarm cleared by a person is raised again only after the device was online', async () => {
  await site.rule(OFFLINE);
  const [id = ''] = await site.rowsOnline(1);
  await site.setAway([id], true);
  server.advance(5 * MINUTE);
  await sweep.sweepSites();
  const [raised] = await site.open();
  const ended = await server.call('clearAlarm', { alarmUUIDs: [raised?.id ?? ''] }, site.as);
  expect(ended.data.cleared).toBe(1);
  server.advance(5 * MINUTE);
  await sweep.sweepSites();
  await site.deliverTwice('DevicesOffline', [id]);
  expect(await site.open()).toEqual([]);
  await site.setAway([id], false);
  await site.setAway([id], true);
  server.advance(5 * MINUTE);
  await sweep.sweepSites();
  expect(await site.open()).toHaveLength(1);
});

test('a certificate alarm is raised in time, escalates and ends with a new certificate', async () => {
  await site.rule({
    type: 'certificateDue',
    levels: [
      { level: 'important', threshold: 7 },
      { level: 'notice', threshold: 30 },
    ],
  });
  const [id = ''] = await site.rowsOnline(1);
  const certify = (days: number) =>
    site.rows(sql`
      insert into device_certificate (tenant_id, fingerprint, serial, device_id, not_after, issued_at)
      values (${site.tenant}, ${newId()}, 'a00000000001', ${id},
        ${new Date(server.platform.now().getTime() + days * DAY)}, ${server.platform.now()})`);
  await certify(40);
  await sweep.sweepFailures();
  expect(await site.alarms()).toEqual([]);
  server.advance(15 * DAY);
  await sweep.sweepFailures();
  expect(await site.alarms()).toMatchObject([{ level: 'notice', value: 25 }]);
  server.advance(20 * DAY);
  await sweep.sweepFailures();
  await sweep.sweepFailures();
  expect(await site.alarms()).toMatchObject([{ level: 'important', value: 5, clearReason: null }]);
  await certify(400);
  await sweep.sweepFailures();
  expect(await site.alarms()).toMatchObject([{ clearReason: 'recovered' }]);
});
