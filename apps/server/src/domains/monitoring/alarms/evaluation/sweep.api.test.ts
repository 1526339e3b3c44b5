import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Database, type Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { buildSite } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { listen } from '../../../people/identity/testing/live.ts';
import { MINUTE, PoweredSite } from '../testing/powered-site.ts';
import { reconcileOutages } from './reconcile.ts';
import { AlarmSweep } from './sweep.ts';

const DAY = 24 * 60 * MINUTE;
const OFFLINE = { type: 'deviceOffline', levels: [{ level: 'important', threshold: 5 }] } as const;
const BLACKOUT = { type: 'siteOffline', levels: [{ level: 'urgent', threshold: 50 }] } as const;

/** Counts what is asked of the database. */
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
let site: PoweredSite;
/** That of another process. */
let other: CountingDatabase;
beforeAll(async () => {
  server = await startTestServer();
  sweep = new AlarmSweep(server.platform);
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
  site = await PoweredSite.open(server);
});

test('500 devices of a site go and come back: one alarm, and as many statements as for three', async () => {
  await site.rule(OFFLINE);
  await site.rule(BLACKOUT);
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
  // Those that stay away are told of when they have had their time.
  server.advance(MINUTE);
  await sweep.sweepSites();
  expect(new Set((await site.open()).map(({ deviceId }) => deviceId))).toEqual(new Set(ids.slice(490)));
  await site.setAway(ids.slice(490), false);
  await sweep.sweepSites();
  expect(await site.open()).toEqual([]);
  expect(await site.alarms()).toHaveLength(11);
});

test('a storm of 500 facts, one for each device, is a few looks', async () => {
  await site.rule(OFFLINE);
  await site.rule(BLACKOUT);
  await site.rule({ type: 'deviceFlapping', levels: [{ level: 'important', threshold: 4 }] });
  const ids = await site.rowsOnline(500);
  const listening = new AlarmSweep({ ...server.platform, database: other });
  const storm = async (isAway: boolean, ended: string | null) => {
    [other.statements, other.transactions] = [0, 0];
    const began = performance.now();
    for (const id of ids) {
      await site.setAway([id], isAway);
      listening.wake('outages', site.tenant, [id]);
    }
    await expect
      .poll(() => site.alarms(), { timeout: 15_000 })
      .toMatchObject([{ type: 'siteOffline', clearReason: ended }]);
    // Two transactions for each look, and two looks a second at most.
    const looks = Math.ceil((performance.now() - began) / 500) + 1;
    expect(other.transactions).toBeLessThanOrEqual(2 * looks);
    expect(other.statements).toBeLessThan(20 * looks);
  };
  await storm(true, null);
  server.advance(10 * MINUTE);
  await storm(false, 'recovered');
  await listening.stop();
});

test('however many see it at once: it is raised once and cleared once, each time', async () => {
  await site.rule(OFFLINE);
  const [id = ''] = await site.rowsOnline(1);
  const { heard, socket } = await listen(server, { authorization: `Bearer ${site.owner.token}` });
  const sweeps = [server.platform.database, other].map(
    (database) => new AlarmSweep({ ...server.platform, database }),
  );
  const all = () =>
    Promise.all(
      sweeps.flatMap((one) => {
        one.wake('outages', site.tenant, [id]);
        return [one.look(), one.sweepSites()];
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

test('what comes and goes is found although whoever was told of it died before looking', async () => {
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
  // Only what time alone makes due is looked for all the time.
  await sweep.sweepSites();
  expect(await site.alarms()).toEqual([]);
  const next = new AlarmSweep(server.platform);
  next.start();
  const found = { type: 'deviceFlapping', deviceId: unsteady, value: 3, clearReason: null };
  await expect.poll(() => site.alarms(), { timeout: 10_000 }).toMatchObject([found]);
  await next.stop();
  await sweep.sweepUnsteady();
  expect(await site.alarms()).toHaveLength(1);
  server.advance(60 * MINUTE);
  await sweep.sweepSites();
  await sweep.sweepUnsteady();
  expect(await site.alarms()).toMatchObject([{ clearReason: 'recovered' }]);
});

test('an alarm goes with its device to another site, and ends when the device is removed', async () => {
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
  await site.told('DevicesMoved', [id]);
  expect(await site.alarms()).toMatchObject([{ id: raised?.id, siteId: elsewhere, clearReason: null }]);
  const deleted = await server.call('deleteDevices', { deviceUUIDs: [id] }, site.as);
  expect(deleted.code).toBe(0);
  await site.told('DevicesRefused', [id]);
  expect(await site.alarms()).toMatchObject([{ id: raised?.id, clearReason: 'deviceRemoved' }]);
});

test('a device that moves to where no rule speaks of it leaves no alarm', async () => {
  await site.rule({ ...OFFLINE, sites: [site.siteId] });
  const elsewhere = await buildSite(server, site.owner, site.enterpriseId, 'Hill');
  const [id = ''] = await site.rowsOnline(1);
  await site.setAway([id], true);
  server.advance(5 * MINUTE);
  await sweep.sweepSites();
  await server.call('moveDevices', { deviceUUIDs: [id], siteUUID: elsewhere, groupUUID: null }, site.as);
  await site.told('DevicesMoved', [id]);
  expect(await site.alarms()).toMatchObject([{ clearReason: 'ruleChanged' }]);
});

test('an alarm a person ended comes again only after the device was back', async () => {
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
  await site.told('DevicesOffline', [id]);
  expect(await site.open()).toEqual([]);
  await site.setAway([id], false);
  await site.setAway([id], true);
  server.advance(5 * MINUTE);
  await sweep.sweepSites();
  expect(await site.open()).toHaveLength(1);
});

test('a certificate is told of in time, more gravely when it presses, and no more when there is another', async () => {
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
