import type { Grant } from '@airloom/contract/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publishEvent } from '../../../platform/events/outbox.ts';
import { buildDevice } from '../../../testing/device-builders.ts';
import { buildMemberWith } from '../../../testing/role-builders.ts';
import { buildTerminal } from '../../../testing/terminal-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import { buildEstate, type Estate } from '../../network/devices/testing/estate.ts';
import { type Listening, listen } from '../../people/identity/testing/live.ts';

let server: TestServer;
let estate: Estate;
let radio: Listening;
let wire: Listening;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  estate = await buildEstate(server);
  radio = await listenWith('ap_device');
  wire = await listenWith('switch_device');
});
afterAll(() => server.stop());

async function listenWith(deviceClass: Grant): Promise<Listening> {
  const permissions: Grant[] = ['authuserOnline_view', 'device_manage', deviceClass];
  const { token } = await buildMemberWith(server, estate.owner, permissions, [estate.lobby]);
  return listen(server, { authorization: `Bearer ${token}` });
}

/** Whether each has received `terminalsChanged`, once one of them has and all earlier messages have arrived. */
async function received(): Promise<boolean[]> {
  const all = [radio, wire];
  await expect.poll(() => radio.heard, WITHIN).toContain('terminalsChanged');
  const { owner } = estate;
  await server.platform.database.withTenant(owner, (tx) =>
    publishEvent(tx, owner.tenant, 'DevicesChanged', {}),
  );
  await server.settled();
  for (const { heard } of all) await expect.poll(() => heard, WITHIN).toContain('devicesChanged');
  for (const { socket } of all) socket.terminate();
  return all.map(({ heard }) => heard.includes('terminalsChanged'));
}

test('a renamed client is announced to roles that see the class of its device', async () => {
  const { id } = await buildDevice(server, estate.owner, { siteId: estate.lobby, kind: 'ap' });
  const { mac } = await buildTerminal(server, estate.owner, { deviceId: id, siteId: estate.lobby });
  await server.call('renameTerminal', { mac, name: 'Till' }, estate.as);
  expect(await received()).toEqual([true, false]);
});

test('clients of a device that goes offline are announced to roles that see its class', async () => {
  const { owner, lobby } = estate;
  const { id } = await buildDevice(server, owner, { siteId: lobby, kind: 'ap', status: 'offline' });
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set offline_at = ${server.platform.now()} where id = ${id}`),
  );
  await buildTerminal(server, owner, { deviceId: id, siteId: lobby });
  await server.platform.database.withTenant(owner, (tx) =>
    publishEvent(tx, owner.tenant, 'DevicesOffline', { deviceIds: [id] }),
  );
  await server.settled();
  expect(await received()).toEqual([true, false]);
});
