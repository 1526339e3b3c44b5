import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database, type Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { ConnectedSite } from '../testing/connected-site.ts';
import { AlarmSweep } from './sweep.ts';

/** Rejects queries while it is unavailable. */
class LeavingDatabase extends Database {
  isAway = false;

  override withTenant<T>(scope: TenantScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.isAway ? Promise.reject(new Error('away')) : super.withTenant(scope, work);
  }
}

let server: TestServer;
let database: LeavingDatabase;
beforeAll(async () => {
  server = await startTestServer();
  database = new LeavingDatabase(
    new pg.Pool({ connectionString: server.databaseUrl, pipeline: true, options: '-c role=airloom_app' }),
  );
});
afterAll(async () => {
  await database?.end();
  await server?.stop();
});

test('evaluates devices queued while the database was unavailable when it is back', async () => {
  const site = await ConnectedSite.open(server);
  await site.rule({ type: 'siteOffline', levels: [{ level: 'urgent', threshold: 50 }] });
  const ids = await site.rowsOnline(3);
  await site.setAway(ids, true);
  const sweep = new AlarmSweep({ ...server.platform, database });
  database.isAway = true;
  sweep.enqueue('outages', site.tenant, ids);
  expect(await sweep.evaluatePending()).toBe(false);
  expect(await site.alarms()).toEqual([]);
  database.isAway = false;
  expect(await sweep.evaluatePending()).toBe(true);
  expect(await site.alarms()).toMatchObject([{ type: 'siteOffline' }]);
  await sweep.stop();
});
