import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { ConnectedSite, WITHIN } from '../testing/connected-site.ts';
import { reconcileSites } from './reconcile.ts';
import { AlarmSweep } from './sweep.ts';

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

test('a link that flaps every half minute has one alarm, found by the sweep', async () => {
  await site.rule({ type: 'portFlapping', levels: [{ level: 'secondary', threshold: 10 }] });
  const [wiring] = await site.online(['switch']);
  if (wiring === undefined) throw new Error('There is no device');
  const lost = async () =>
    (
      await site.rows(sql<{ count: number }>`
      select count(*)::int as count from device_log where device_id = ${wiring.id} and type = 'portDown'`)
    )[0];
  for (let time = 1; time <= 12; time += 1) {
    const at = Math.floor(server.platform.now().getTime() / 1000);
    for (const type of ['wired.carrier-down', 'wired.carrier-up']) {
      wiring.device.connection.say('event', { data: { event: [at, { type, payload: { name: 'ge7' } }] } });
    }
    await expect.poll(lost, WITHIN).toEqual({ count: time });
    await site.pass(30_000, [wiring]);
  }
  for (let time = 0; time < 2; time += 1) await sweep.sweepFlapping();
  const found = { type: 'portFlapping', level: 'secondary', deviceId: wiring.id, part: 'ge7', value: 12 };
  expect(await site.alarms()).toMatchObject([{ ...found, clearReason: null }]);
  const [raised] = await site.open();
  await server.call('clearAlarm', { alarmUUIDs: [raised?.id ?? ''] }, site.as);
  await sweep.sweepFlapping();
  expect(await site.open()).toEqual([]);
});

test('a worse value at the same level updates the alarm without an event', async () => {
  await site.rule({ type: 'siteOffline', levels: [{ level: 'urgent', threshold: 50 }] });
  let kicks = 0;
  const wakeOutbox = () => {
    kicks += 1;
  };
  const reconcile = () =>
    reconcileSites({ ...server.platform, wakeOutbox }, site.tenant, [site.siteId], 'wait');
  const ids = await site.rowsOnline(10);
  await site.setAway(ids.slice(0, 5), true);
  await reconcile();
  expect(await site.alarms()).toMatchObject([{ value: 50 }]);
  expect(kicks).toBe(1);
  // Further offline devices would be consequences, which publish an event.
  const removal = sql`delete from device where id = any(${ids.slice(5, 9)}::uuid[])`;
  await server.platform.database.asSystem((tx) => tx.run(removal));
  await reconcile();
  expect(await site.alarms()).toMatchObject([{ value: 83, clearReason: null }]);
  expect(kicks).toBe(1);
});

test('an escalated alarm must be confirmed again', async () => {
  await site.rule({
    type: 'deviceOffline',
    levels: [
      { level: 'urgent', threshold: 20 },
      { level: 'important', threshold: 5 },
    ],
  });
  const [id = ''] = await site.rowsOnline(1);
  await site.setAway([id], true);
  await site.passSince({ id }, 5 * MINUTE);
  await sweep.sweepSites();
  const [raised] = await site.open();
  const alarmUUID = raised?.id ?? '';
  await server.call('confirmAlarm', { alarmUUIDs: [alarmUUID], note: 'known' }, site.as);
  const shown = async () => (await server.call('viewAlarm', { alarmUUID }, site.as)).data;
  await sweep.sweepSites();
  expect(await shown()).toMatchObject({ level: 'important', state: 'confirmed', confirmNote: 'known' });
  await site.passSince({ id }, 20 * MINUTE);
  await sweep.sweepSites();
  expect(await shown()).toMatchObject({
    level: 'urgent',
    state: 'unconfirmed',
    confirmedAt: null,
    confirmedBy: '',
    confirmNote: '',
  });
});
