import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { AlarmSweep } from '../../alarms/evaluation/sweep.ts';
import { ConnectedSite } from '../../alarms/testing/connected-site.ts';
import { notifyBy } from '../testing/notice-stage.ts';

let server: TestServer;
let site: ConnectedSite;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
  site = await ConnectedSite.open(server);
});
afterAll(async () => {
  site.end();
  await server.stop();
});

interface Planned {
  readonly step: string;
  readonly state: string;
}

/** Escalation and repeats of all alarms. */
const later = (): Promise<Planned[]> =>
  server.platform.database.asSystem((tx) =>
    tx.all(sql<Planned>`
      select step, state from notice where tenant_id = ${site.tenant} and step in ('escalated', 'repeated')
      order by step, detail`),
  );

const all = (state: string) => ['escalated', 'repeated', 'repeated'].map((step) => ({ step, state }));

test('a withdrawn confirmation restores the escalation and the repeats that it ended', async () => {
  await site.rule({ type: 'deviceOffline', levels: [{ level: 'urgent', threshold: 5 }], repeat: 3 });
  const to = { levels: ['urgent' as const], emails: ['boss@example.org'] };
  await notifyBy(server, site, { ...to, name: 'boss', escalateMinutes: 15 });
  await notifyBy(server, site, { levels: ['urgent'] });
  const [id = ''] = await site.rowsOnline(1);
  await site.setAway([id], true);
  await site.passSince({ id }, 6 * MINUTE);
  await new AlarmSweep(server.platform, 'wait').sweepSites();
  await server.settled();
  expect(await later()).toEqual(all('waiting'));
  const alarmUUIDs = (await site.open()).map((alarm) => alarm.id);
  const as = { as: site.owner.token };
  await server.call('confirmAlarm', { alarmUUIDs }, as);
  await server.settled();
  expect(await later()).toEqual(all('dropped'));
  await server.call('unconfirmAlarm', { alarmUUIDs }, as);
  await server.settled();
  expect(await later()).toEqual(all('waiting'));
});
