import { OK } from '@airloom/contract/errors';
import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { enrol, VirtualDevice } from '../../../network/devices/testing/virtual-device.ts';

const SERIAL = '020000ab0001';

let server: TestServer;
let owner: Person;
let siteUUID: string;
let device: VirtualDevice;
const start = Math.floor(Date.now() / MINUTE) * MINUTE - 60 * MINUTE;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
  owner = await buildAccount(server);
  siteUUID = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
  const port = server.gatewayPort ?? 0;
  const made = await server.call('createClaimCode', { siteUUID }, { as: owner.token });
  const { credentials } = await enrol(port, made.data.code, SERIAL);
  device = new VirtualDevice(port, SERIAL, credentials);
  expect(await device.opened()).toBe('open');
  device.hello({ kind: 'ap', keeps: true });
});
afterAll(async () => {
  device.end();
  await server.stop();
});

/** A stored report of a past minute, sent now. */
function sendReport(minute: number, cpu: number): void {
  const state = { unit: { uptime: 100, load: [0, 0, 0], cpu_load: [cpu] } };
  device.say('state', { uuid: 1, state, 'x-airloom': { seq: minute, at: start + minute * MINUTE } });
}

/** Besides alarms of the rules every account begins with. */
async function current() {
  const { data } = await server.call('queryAlarm', { siteUUID, type: 'highCpu' }, { as: owner.token });
  return data.rows.filter(({ ruleName }) => ruleName === 'Busy');
}

async function past() {
  const { data } = await server.call('queryHisAlarm', { siteUUID, type: 'highCpu' }, { as: owner.token });
  return data.rows.filter(({ ruleName }) => ruleName === 'Busy');
}

const eventually = <T>(check: () => Promise<T>) => vi.waitFor(check, WITHIN);

test('a new rule evaluates the next report, and an alarm cleared by hand needs a recovery', async () => {
  sendReport(0, 98);
  await eventually(async () => {
    const stored = await server.platform.database.asSystem((tx) => tx.all(sql`select 1 from device_last`));
    expect(stored).toHaveLength(1);
  });
  const made = await server.call(
    'createAlarmRule',
    { name: 'Busy', type: 'highCpu', levels: [{ level: 'urgent', threshold: 80 }] },
    { as: owner.token },
  );
  expect(made.code).toBe(OK);
  sendReport(1, 97);
  const alarm = await eventually(async () => {
    const rows = await current();
    expect(rows).toEqual([expect.objectContaining({ level: 'urgent', ruleName: 'Busy', threshold: 80 })]);
    return rows[0];
  });
  expect(alarm).toMatchObject({ siteName: 'Harbour', state: 'unconfirmed', part: '' });
  const ended = await server.call(
    'clearAlarm',
    { alarmUUIDs: [alarm?.alarmUUID ?? ''], note: 'known' },
    { as: owner.token },
  );
  expect(ended.data).toEqual({ cleared: 1 });
  sendReport(10, 99);
  sendReport(11, 5);
  sendReport(12, 95);
  await eventually(async () => expect(await current()).toMatchObject([{ value: 95 }]));
  sendReport(13, 5);
  await eventually(async () => expect(await current()).toEqual([]));
  const reasons = (await past()).map(({ clearReason }) => clearReason);
  expect(reasons.toSorted()).toEqual(['person', 'recovered']);
});
