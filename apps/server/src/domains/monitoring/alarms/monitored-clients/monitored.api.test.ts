import type { EndReason } from '@airloom/contract/clients/clients.model';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { AlarmSweep } from '../evaluation/sweep.ts';
import { MINUTE, PoweredSite, WITHIN } from '../testing/powered-site.ts';
import { insertMaintenance } from '../testing/stored-rules.ts';

const ONCE = [{ level: 'notice', threshold: null }] as const;
const CART = '02:00:00:00:00:07';
const TILL = '02:00:00:00:00:08';

let server: TestServer;
let sweep: AlarmSweep;
let site: PoweredSite;
let [first, second] = ['', ''];
beforeAll(async () => {
  server = await startTestServer();
  sweep = new AlarmSweep(server.platform);
});
afterAll(() => server.stop());
beforeEach(async () => {
  site = await PoweredSite.open(server);
  await site.rule({ type: 'terminalOnline', levels: ONCE });
  await site.rule({ type: 'terminalOffline', levels: ONCE });
  [first = '', second = ''] = await site.rowsOnline(2);
  await site.rows(sql`
    insert into monitored_terminal (tenant_id, id, mac, name, created_at)
    values (${site.tenant}, ${newId()}, ${CART}, 'Cart', ${server.platform.now()}),
      (${site.tenant}, ${newId()}, ${TILL}, '', ${server.platform.now()})`);
  server.advance(MINUTE);
});

async function join(deviceId: string, mac = CART, visit?: string): Promise<string> {
  const id = newId();
  await site.rows(sql`
    insert into terminal_session (tenant_id, id, device_id, site_id, visit_id, mac, started_at, last_seen_at,
      counter_rx, counter_tx, rx_bytes, tx_bytes, signal_sum, signal_samples, ssid, port, ip, hostname)
    values (${site.tenant}, ${id}, ${deviceId}, ${site.siteId}, ${visit ?? id}, ${mac}, ${server.platform.now()},
      ${server.platform.now()}, 0, 0, 0, 0, 0, 0, 'Yard', '', '', '')`);
  return visit ?? id;
}

async function leave(deviceId: string, reason: EndReason = 'left', mac?: string): Promise<void> {
  await site.rows(sql`
    update terminal_session set ended_at = ${server.platform.now()}, end_reason = ${reason}
    where tenant_id = ${site.tenant} and device_id = ${deviceId} and ended_at is null
      and mac = coalesce(${mac ?? null}::text, mac)`);
}

/** Its newest report is of now. */
async function reports(deviceId: string): Promise<void> {
  await site.rows(sql`
    insert into device_last_report (tenant_id, device_id, ts, report)
    values (${site.tenant}, ${deviceId}, ${server.platform.now()}, '{}')
    on conflict (tenant_id, device_id) do update set ts = excluded.ts`);
}

/** The alarms there ever were after several have looked at once, in the order they were raised. */
async function look(): Promise<unknown[]> {
  await Promise.all([sweep.sweepTerminals(), sweep.sweepTerminals()]);
  await sweep.sweepTerminals();
  return (await site.alarms()).map(({ type, part, clearReason }) => [type, part, clearReason]);
}

async function searched(search: string): Promise<string[]> {
  return (await server.call('queryHisAlarm', { search }, site.as)).data.rows.map(({ part }) => part);
}

function told(): Promise<{ step: string; state: string }[]> {
  return site.rows(sql<{ step: string; state: string }>`
    select step, state from notice where tenant_id = ${site.tenant}`);
}

const CAME = ['terminalOnline', CART, 'passed'];

test('a monitored client comes and goes, wherever it roams, and while it is here nothing goes on', async () => {
  expect(await look()).toEqual([]);
  const visit = await join(first);
  expect(await look()).toEqual([CAME]);
  server.advance(MINUTE);
  await leave(first);
  expect(await look()).toEqual([CAME]);
  await join(second, CART, visit);
  server.advance(MINUTE);
  expect(await look()).toEqual([CAME]);
  expect((await server.call('getAlarmLogCount', {}, site.as)).data?.total).toBe(0);
  await leave(second);
  server.advance(MINUTE);
  expect(await look()).toEqual([CAME, ['terminalOffline', CART, null]]);
  server.advance(MINUTE);
  await join(first);
  expect(await look()).toEqual([CAME, ['terminalOffline', CART, 'recovered'], CAME]);
});

test('people read its name and its address as they type it, and find it by both', async () => {
  await join(first);
  await look();
  expect(await searched('cart')).toEqual(['Cart (02-00-00-00-00-07)']);
  expect(await searched('02-00-00-00-00-07')).toEqual(['Cart (02-00-00-00-00-07)']);
});

test('that it came is told once, and never that this is over', async () => {
  await join(first);
  await look();
  await expect.poll(told, WITHIN).toEqual([{ step: 'raised', state: 'sent' }]);
  server.advance(MINUTE);
  await leave(first);
  server.advance(MINUTE);
  await look();
  await expect.poll(told, WITHIN).toEqual([
    { step: 'raised', state: 'sent' },
    { step: 'raised', state: 'sent' },
  ]);
});

test('a person who ended that it is gone does not hear of it again before it was back', async () => {
  await join(first);
  await look();
  await leave(first);
  server.advance(MINUTE);
  await look();
  const [gone] = await site.open();
  await server.call('clearAlarm', { alarmUUIDs: [gone?.id ?? ''] }, site.as);
  server.advance(MINUTE);
  await look();
  expect(await site.open()).toEqual([]);
  await join(first);
  await leave(first);
  server.advance(MINUTE);
  await look();
  expect(await site.open()).toHaveLength(1);
});

test('clients go with their access point and come back with it, and nobody is told', async () => {
  await join(first, CART);
  await join(first, TILL);
  const before = await look();
  expect(before).toHaveLength(2);
  server.advance(MINUTE);
  await site.setAway([first], true);
  await leave(first, 'deviceOffline');
  server.advance(10 * MINUTE);
  expect(await look()).toEqual(before);
  await site.setAway([first], false);
  await reports(first);
  server.advance(MINUTE);
  await join(first, CART);
  expect(await look()).toEqual(before);
  // Who has not come back when the access point has had its time is gone.
  server.advance(4 * MINUTE);
  await reports(first);
  expect(await look()).toEqual([...before, ['terminalOffline', TILL, null]]);
  server.advance(MINUTE);
  await join(first, TILL);
  expect((await look()).slice(before.length)).toEqual([
    ['terminalOffline', TILL, 'recovered'],
    ['terminalOnline', TILL, 'passed'],
  ]);
});

test('an access point that restarts as it was told drives nobody away', async () => {
  await join(first);
  const before = await look();
  const [batch, at] = [newId(), server.platform.now()];
  await site.rows(sql`
    insert into command_batch (tenant_id, id, command, params, created_by_name, created_at)
    values (${site.tenant}, ${batch}, 'reboot', '{}', 'Ann', ${at})`);
  await site.rows(sql`
    insert into command (tenant_id, id, batch_id, device_id, device_name, device_kind, command, exclusive, params,
                         state, created_at, deadline, sent_at)
    values (${site.tenant}, ${newId()}, ${batch}, ${first}, 'AP', 'ap', 'reboot', true, '{}', 'sending', ${at},
            ${at}, ${at})`);
  server.advance(MINUTE);
  await leave(first);
  server.advance(MINUTE);
  expect(await look()).toEqual(before);
  await join(second);
  expect(await look()).toEqual(before);
});

test('who comes while its site is in maintenance is no news, also when that is over', async () => {
  const now = server.platform.now().getTime();
  await insertMaintenance(server.platform.database, site, now, now + 10 * MINUTE);
  await join(first);
  expect(await look()).toEqual([]);
  server.advance(15 * MINUTE);
  expect(await look()).toEqual([]);
});
