import { ERRORS, OK, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { QUOTAS } from '@airloom/contract/quotas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Person } from '../../../../testing/builders.ts';
import { operationLine } from '../../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { reconcileClients } from '../evaluation/reconcile.ts';
import { buildStage, type Stage } from '../testing/alarm-stage.ts';

let server: TestServer;
let stage: Stage;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  stage = await buildStage(server);
});
afterAll(() => server.stop());

const TILL = '02-00-00-00-AA-01';
const SCANNER = '02-00-00-00-AA-02';

function watch(terminals: { mac: string; name: string }[]) {
  return server.call('createAlarmMacs', { terminals }, stage.as);
}

async function listed(query: { search?: string; sort?: string } = {}, who: Person = stage.owner) {
  return (await server.call('queryAlarmMacs', query, { as: who.token })).data.rows;
}

interface Session {
  readonly mac: string;
  readonly at: Stage['harbour'];
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

async function session({ mac, at, startedAt, endedAt }: Session): Promise<void> {
  const visit = newId();
  await server.platform.database.withTenant(stage.owner, (tx) =>
    tx.run(
      sqlBuilder.insertInto('terminal_session').values({
        tenant_id: stage.owner.tenant,
        id: visit,
        visit_id: visit,
        device_id: at.deviceId,
        site_id: at.siteId,
        mac,
        started_at: startedAt,
        ended_at: endedAt,
        last_seen_at: endedAt ?? startedAt,
        counter_rx: 0,
        counter_tx: 0,
        rx_bytes: 0,
        tx_bytes: 0,
        signal_sum: 0,
        signal_samples: 0,
        ssid: '',
        port: '',
        ip: '',
        hostname: '',
        end_reason: endedAt === null ? null : 'left',
      }),
    ),
  );
}

const minutesAgo = (minutes: number) => new Date(server.platform.now().getTime() - minutes * 60_000);

test('monitors clients by address in any notation and renames them', async () => {
  const first = await watch([
    { mac: TILL.toLowerCase(), name: 'Till' },
    { mac: SCANNER, name: '' },
  ]);
  expect([first.code, first.data]).toEqual([OK, { created: 2 }]);
  const second = await watch([
    { mac: TILL, name: 'Till 1' },
    { mac: '02-00-00-00-AA-03', name: 'Printer' },
  ]);
  expect(second.data).toEqual({ created: 1 });
  expect((await listed({ sort: 'mac' })).map(({ mac, name }) => [mac, name])).toEqual([
    [TILL, 'Till 1'],
    [SCANNER, ''],
    ['02-00-00-00-AA-03', 'Printer'],
  ]);
  const stored = await server.platform.database.withTenant(stage.owner, (tx) =>
    tx.all(sql<{ mac: string }>`select mac from monitored_terminal order by mac limit 1`),
  );
  expect(stored).toEqual([{ mac: '02:00:00:00:aa:01' }]);
  expect((await listed({ search: 'PRINT' })).map(({ name }) => name)).toEqual(['Printer']);
  expect((await listed({ search: 'aa-02' })).map(({ mac }) => mac)).toEqual([SCANNER]);
  const wrong = await watch([{ mac: '02:00:00:00:aa:09', name: '' }]);
  expect(wrong.failure.fields).toMatchObject({ 'terminals.0.mac': { key: 'validation.mac' } });
});

test('lists whether and where a client is connected, as far as the person sees the site', async () => {
  await watch([
    { mac: TILL, name: 'Till' },
    { mac: SCANNER, name: 'Scanner' },
  ]);
  const [came, left] = [minutesAgo(30), minutesAgo(10)];
  await session({
    mac: '02:00:00:00:aa:01',
    at: stage.harbour,
    startedAt: minutesAgo(90),
    endedAt: minutesAgo(60),
  });
  await session({ mac: '02:00:00:00:aa:01', at: stage.hill, startedAt: came, endedAt: null });
  await session({ mac: '02:00:00:00:aa:02', at: stage.harbour, startedAt: minutesAgo(20), endedAt: left });
  const { harbour, hill } = stage;
  expect(await listed({ sort: 'changedAt' })).toMatchObject([
    {
      name: 'Till',
      online: true,
      device: { deviceUUID: hill.deviceId, kind: 'switch', name: 'Hill switch' },
      siteName: 'Hill',
      changedAt: came.toISOString(),
    },
    {
      name: 'Scanner',
      online: false,
      device: { deviceUUID: harbour.deviceId },
      siteName: 'Harbour',
      changedAt: left.toISOString(),
    },
  ]);
  // The till was at the harbour before, which is not its current site.
  const seen = await server.call('queryAlarmMacs', {}, { as: stage.operator.token });
  expect([seen.data.total, seen.data.rows.map(({ name }) => name)]).toEqual([1, ['Scanner']]);
  await session({ mac: '02:00:00:00:aa:01', at: harbour, startedAt: minutesAgo(1), endedAt: null });
  expect(await listed({}, stage.operator)).toMatchObject([
    { name: 'Scanner', online: false },
    { name: 'Till', online: true, siteName: 'Harbour', device: { deviceUUID: harbour.deviceId } },
  ]);
});

test('only people who see the whole account may change the list', async () => {
  await watch([{ mac: TILL, name: 'Till' }]);
  await session({ mac: '02:00:00:00:aa:01', at: stage.harbour, startedAt: minutesAgo(5), endedAt: null });
  const as = { as: stage.operator.token };
  const [till] = await listed({}, stage.operator);
  const renamed = await server.call('createAlarmMacs', { terminals: [{ mac: TILL, name: 'Mine' }] }, as);
  const removed = await server.call('deleteAlarmMacs', { terminalUUIDs: [till?.terminalUUID ?? ''] }, as);
  const denied = ERRORS.permissionDenied.code;
  expect([renamed.code, removed.code]).toEqual([denied, denied]);
  expect((await listed()).map(({ name }) => name)).toEqual(['Till']);
});

test('clears alarms of clients that are no longer monitored, and no others', async () => {
  await watch([
    { mac: TILL, name: 'Till' },
    { mac: SCANNER, name: 'Scanner' },
  ]);
  await server.call(
    'createAlarmRule',
    {
      name: 'By name',
      type: 'terminalOffline',
      levels: [{ level: 'notice', threshold: null }],
      macs: [TILL],
    },
    stage.as,
  );
  const [came, left] = [minutesAgo(-1), minutesAgo(-2)];
  for (const mac of ['02:00:00:00:aa:01', '02:00:00:00:aa:02']) {
    await session({ mac, at: stage.harbour, startedAt: came, endedAt: left });
  }
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set status = 'online' where id = ${stage.harbour.deviceId}`),
  );
  server.advance(15 * 60_000);
  await reconcileClients(server.platform, stage.owner.tenant, 'wait');
  const open = async () => {
    const { rows } = (await server.call('queryAlarm', {}, stage.as)).data;
    return rows.map(({ part, ruleName }) => `${part} ${ruleName}`).toSorted();
  };
  const [named, scanner] = [`Till (${TILL}) By name`, `Scanner (${SCANNER}) `];
  expect(await open()).toEqual([scanner, `Till (${TILL}) `, named]);

  const till = (await listed()).find(({ name }) => name === 'Till')?.terminalUUID ?? '';
  const answer = await server.call('deleteAlarmMacs', { terminalUUIDs: [till] }, stage.as);
  expect(answer.data).toEqual({ deleted: 1 });
  expect((await listed()).map(({ name }) => name)).toEqual(['Scanner']);
  // The other rule names the till itself.
  expect(await open()).toEqual([scanner, named]);
  const again = await server.call('deleteAlarmMacs', { terminalUUIDs: [till] }, stage.as);
  expect([again.code, again.data]).toEqual([OK_NOTHING_CHANGED, { deleted: 0 }]);
  const log = await server.call('listOperations', {}, stage.as);
  expect(log.data.rows.map(operationLine)).toEqual(
    expect.arrayContaining([
      'createAlarmMacs: monitoredClient Till, monitoredClient Scanner',
      'deleteAlarmMacs: monitoredClient Till',
    ]),
  );
});

test('limits monitored clients per account', async () => {
  const { usual } = QUOTAS.monitoredClients;
  await server.platform.database.withTenant(stage.owner, (tx) =>
    tx.run(sql`
      insert into monitored_terminal (tenant_id, id, mac, name, created_at)
      select ${stage.owner.tenant}, gen_random_uuid(), '04:00:00:00:00:' || number, '', now()
      from generate_series(1, ${usual - 1}::int) as number`),
  );
  const two = await watch([
    { mac: TILL, name: '' },
    { mac: SCANNER, name: '' },
  ]);
  expect(two.code).toBe(ERRORS.quotaReached.code);
  expect((await watch([{ mac: TILL, name: '' }])).data).toEqual({ created: 1 });
  // Clients that are already monitored only get a name.
  expect((await watch([{ mac: TILL, name: 'Till' }])).code).toBe(OK);
});
