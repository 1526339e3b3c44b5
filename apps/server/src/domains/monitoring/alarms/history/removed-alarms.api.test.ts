import { ALARM_RULE_LIMITS } from '@airloom/contract/alarms/alarms.limits';
import { MINUTE } from '@airloom/contract/time';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { listen } from '../../../people/identity/testing/live.ts';
import { forgetAlarms } from '../alarms.jobs.ts';
import { AlarmSweep } from '../evaluation/sweep.ts';
import { ConnectedSite } from '../testing/connected-site.ts';

let server: TestServer;
let sweep: AlarmSweep;
let site: ConnectedSite;
beforeAll(async () => {
  server = await startTestServer();
  sweep = new AlarmSweep(server.platform, 'wait');
});
afterAll(() => server.stop());
beforeEach(async () => {
  site = await ConnectedSite.open(server);
});

async function endAndRemove(alarmUUID: string): Promise<void> {
  await server.call('clearAlarm', { alarmUUIDs: [alarmUUID] }, site.as);
  const removed = await server.call('deleteHisAlarm', { alarmHistoryUUIDs: [alarmUUID] }, site.as);
  expect(removed.data).toEqual({ deleted: 1 });
}

async function seen(): Promise<number> {
  const [current, past] = await Promise.all([
    server.call('queryAlarm', {}, site.as),
    server.call('queryHisAlarm', {}, site.as),
  ]);
  return current.data.total + past.data.total;
}

test('an alarm cleared and removed by a person is not raised again while the condition lasts', async () => {
  await site.rule({ type: 'deviceOffline', levels: [{ level: 'important', threshold: 5 }] });
  const [id = ''] = await site.rowsOnline(1);
  await site.setAway([id], true);
  server.advance(5 * MINUTE);
  await sweep.sweepSites();
  const [raised] = await site.open();
  await endAndRemove(raised?.id ?? '');
  expect(await seen()).toBe(0);
  server.advance(MINUTE);
  await sweep.sweepSites();
  await site.deliverTwice('DevicesOffline', [id]);
  expect(await seen()).toBe(0);
  await site.setAway([id], false);
  await site.setAway([id], true);
  server.advance(5 * MINUTE);
  await sweep.sweepSites();
  expect(await seen()).toBe(1);
});

test('the same applies to a site outage', async () => {
  await site.rule({ type: 'siteOffline', levels: [{ level: 'urgent', threshold: 50 }] });
  const ids = await site.rowsOnline(4);
  await site.setAway(ids, true);
  await site.deliverTwice('DevicesOffline', ids);
  const [raised] = await site.open();
  server.advance(MINUTE);
  await endAndRemove(raised?.id ?? '');
  await sweep.sweepSites();
  expect(await seen()).toBe(0);
});

test('a removed alarm is hidden everywhere, removed once, and deleted after retention', async () => {
  await site.rule({ type: 'deviceOffline', levels: [{ level: 'important', threshold: 5 }] });
  const [id = ''] = await site.rowsOnline(1);
  await site.setAway([id], true);
  server.advance(5 * MINUTE);
  await sweep.sweepSites();
  const [raised] = await site.open();
  const alarmUUID = raised?.id ?? '';
  await endAndRemove(alarmUUID);
  expect((await server.call('viewAlarm', { alarmUUID }, site.as)).code).not.toBe(0);
  expect((await server.call('viewHisAlarm', { alarmHistoryUUID: alarmUUID }, site.as)).code).not.toBe(0);
  const again = await server.call('deleteHisAlarm', { alarmHistoryUUIDs: [alarmUUID] }, site.as);
  expect(again.data).toEqual({ deleted: 0 });
  await site.setAway([id], false);
  server.advance(ALARM_RULE_LIMITS.historyKeptMs + MINUTE);
  await forgetAlarms(server.platform).run();
  expect(await site.alarms()).toEqual([]);
});

test('announces removed alarms to browsers', async () => {
  await site.rule({ type: 'siteOffline', levels: [{ level: 'urgent', threshold: 50 }] });
  const ids = await site.rowsOnline(4);
  await site.setAway(ids, true);
  await site.deliverTwice('DevicesOffline', ids);
  const [raised] = await site.open();
  const alarmUUID = raised?.id ?? '';
  await server.call('clearAlarm', { alarmUUIDs: [alarmUUID] }, site.as);
  await server.settled();
  const { heard, socket } = await listen(server, { authorization: `Bearer ${site.owner.token}` });
  await server.call('deleteHisAlarm', { alarmHistoryUUIDs: [alarmUUID] }, site.as);
  await expect.poll(() => heard, WITHIN).toContain('alarmsChanged');
  socket.terminate();
});
