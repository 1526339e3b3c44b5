import type { EndReason } from '@airloom/contract/clients/clients.model';
import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { AlarmSweep } from '../evaluation/sweep.ts';
import { ConnectedSite, WITHIN } from '../testing/connected-site.ts';
import { insertMaintenance } from '../testing/stored-rules.ts';

const ONCE = [{ level: 'notice', threshold: null }] as const;
const CART = '02:00:00:00:00:07';
const TILL = '02:00:00:00:00:08';

let server: TestServer;
let sweep: AlarmSweep;
let site: ConnectedSite;
let [first, second] = ['', ''];
beforeAll(async () => {
  server = await startTestServer();
  sweep = new AlarmSweep(server.platform, 'wait');
});
afterAll(() => server.stop());
beforeEach(async () => {
  site = await ConnectedSite.open(server);
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

/** Sets the time of its newest report to now. */
async function reports(deviceId: string): Promise<void> {
  await site.rows(sql`
    insert into device_last_report (tenant_id, device_id, ts, report)
    values (${site.tenant}, ${deviceId}, ${server.platform.now()}, '{}')
    on conflict (tenant_id, device_id) do update set ts = excluded.ts`);
}

/** All alarms after several processes evaluated at once, in the order they were raised. */
async function evaluate(): Promise<unknown[]> {
  await Promise.all([sweep.sweepClients(), sweep.sweepClients()]);
  await sweep.sweepClients();
  return (await site.alarms()).map(({ type, part, clearReason }) => [type, part, clearReason]);
}

async function searched(search: string): Promise<string[]> {
  return (await server.call('queryHisAlarm', { search }, site.as)).data.rows.map(({ part }) => part);
}

function deliveries(): Promise<{ step: string; state: string }[]> {
  return site.rows(sql<{ step: string; state: string }>`
    select step, state from notice where tenant_id = ${site.tenant}`);
}

const CAME = ['terminalOnline', CART, 'passed'];

test('a monitored client has alarms for coming and going, also when roaming, and none active while present', async () => {
  expect(await evaluate()).toEqual([]);
  const visit = await join(first);
  expect(await evaluate()).toEqual([CAME]);
  server.advance(MINUTE);
  await leave(first);
  expect(await evaluate()).toEqual([CAME]);
  await join(second, CART, visit);
  server.advance(MINUTE);
  expect(await evaluate()).toEqual([CAME]);
  expect((await server.call('getAlarmLogCount', {}, site.as)).data?.total).toBe(0);
  await leave(second);
  server.advance(MINUTE);
  expect(await evaluate()).toEqual([CAME, ['terminalOffline', CART, null]]);
  server.advance(MINUTE);
  await join(first);
  expect(await evaluate()).toEqual([CAME, ['terminalOffline', CART, 'recovered'], CAME]);
});

test('shows name and formatted address, and both can be searched', async () => {
  await join(first);
  await evaluate();
  expect(await searched('cart')).toEqual(['Cart (02-00-00-00-00-07)']);
  expect(await searched('02-00-00-00-00-07')).toEqual(['Cart (02-00-00-00-00-07)']);
});

test('raises the online alarm once, already cleared', async () => {
  await join(first);
  await evaluate();
  await expect.poll(deliveries, WITHIN).toEqual([{ step: 'raised', state: 'sent' }]);
  server.advance(MINUTE);
  await leave(first);
  server.advance(MINUTE);
  await evaluate();
  await expect.poll(deliveries, WITHIN).toEqual([
    { step: 'raised', state: 'sent' },
    { step: 'raised', state: 'sent' },
  ]);
});

test('an offline alarm cleared by a person is not raised again before the client was back', async () => {
  await join(first);
  await evaluate();
  await leave(first);
  server.advance(MINUTE);
  await evaluate();
  const [gone] = await site.open();
  await server.call('clearAlarm', { alarmUUIDs: [gone?.id ?? ''] }, site.as);
  server.advance(MINUTE);
  await evaluate();
  expect(await site.open()).toEqual([]);
  await join(first);
  await leave(first);
  server.advance(MINUTE);
  await evaluate();
  expect(await site.open()).toHaveLength(1);
});

test('clients that go and return with their access point raise nothing', async () => {
  await join(first, CART);
  await join(first, TILL);
  const before = await evaluate();
  expect(before).toHaveLength(2);
  server.advance(MINUTE);
  await site.setAway([first], true);
  await leave(first, 'deviceOffline');
  server.advance(10 * MINUTE);
  expect(await evaluate()).toEqual(before);
  await site.setAway([first], false);
  await reports(first);
  server.advance(MINUTE);
  await join(first, CART);
  expect(await evaluate()).toEqual(before);
  // Clients that have not returned when the access point has settled are gone.
  server.advance(4 * MINUTE);
  await reports(first);
  expect(await evaluate()).toEqual([...before, ['terminalOffline', TILL, null]]);
  server.advance(MINUTE);
  await join(first, TILL);
  expect((await evaluate()).slice(before.length)).toEqual([
    ['terminalOffline', TILL, 'recovered'],
    ['terminalOnline', TILL, 'passed'],
  ]);
});

test('an access point that restarts on command raises no client alarms', async () => {
  await join(first);
  const before = await evaluate();
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
  expect(await evaluate()).toEqual(before);
  await join(second);
  expect(await evaluate()).toEqual(before);
});

test('a client that comes during maintenance raises nothing, also afterwards', async () => {
  const now = server.platform.now().getTime();
  await insertMaintenance(server.platform.database, site, now, now + 10 * MINUTE);
  await join(first);
  expect(await evaluate()).toEqual([]);
  server.advance(15 * MINUTE);
  expect(await evaluate()).toEqual([]);
});
