import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDevice } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { expectFailure } from '../../people/identity/testing/expectations.ts';
import { buildEstate, type Estate } from '../devices/testing/estate.ts';

let server: TestServer;
let estate: Estate;
let rack: string;
beforeAll(async () => {
  server = await startTestServer({}, { scheduled: false });
  estate = await buildEstate(server);
  const { id } = await buildDevice(server, estate.owner, {
    siteId: estate.lobby,
    kind: 'switch',
    status: 'online',
  });
  rack = id;
  const port = { speedMbps: 1000, fullDuplex: true, enabled: true, negotiated: true, uplink: false };
  const ports = [
    { ...port, name: 'Ethernet1', poe: true, optical: false },
    { ...port, name: 'SFP1', poe: null, optical: true },
  ];
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set reported_ports = ${JSON.stringify(ports)}::jsonb where id = ${id}`),
  );
});
afterAll(() => server.stop());

const cycle = (ports: string[], deviceUUID = rack) =>
  server.call(
    'sendCommand',
    { deviceUUIDs: [deviceUUID], command: { name: 'powerCycle', ports } },
    estate.as,
  );

async function queued(): Promise<unknown[]> {
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ params: unknown }>`select params from command where device_id = ${rack}`),
  );
  return rows.map(({ params }) => params);
}

test('optical ports are left out and named', async () => {
  const answer = await cycle(['Ethernet1', 'SFP1']);
  expect(answer.data.skippedPorts).toEqual(['SFP1']);
  expect(await queued()).toEqual([{ ports: [{ name: 'Ethernet1', offMs: 5_000 }] }]);
});

test('at least one port is needed, and one that supplies power', async () => {
  const before = await queued();
  const none = await cycle([]);
  expectFailure(none, 'invalidInput');
  expect(JSON.stringify(none)).toContain('switches.rule.selectPort');
  expectFailure(await cycle(['SFP1']), 'functionUnsupported');
  expect(await queued()).toEqual(before);
});

test('access points have no such command', async () => {
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, status: 'online' });
  expectFailure(await cycle(['LAN1'], id), 'functionUnsupported');
});
