import type { Grant } from '@airloom/contract/permissions';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publishEvent } from '../../../platform/events/outbox.ts';
import { type BuiltDevice, buildDevices } from '../../../testing/device-builders.ts';
import { buildMemberWith } from '../../../testing/role-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import { type Listening, listen } from '../../people/identity/testing/live.ts';
import { buildEstate, type Estate } from '../devices/testing/estate.ts';

let server: TestServer;
let estate: Estate;
let gateway: BuiltDevice;
let core: BuiltDevice;
let ap: BuiltDevice;
let mesh: BuiltDevice;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  estate = await buildEstate(server);
  const kinds = ['gateway', 'switch', 'ap', 'ap'] as const;
  const built = await buildDevices(
    server,
    estate.owner,
    kinds.map((kind) => ({ siteId: estate.lobby, kind, status: 'online' as const })),
  );
  [gateway, core, ap, mesh] = built as [BuiltDevice, BuiltDevice, BuiltDevice, BuiltDevice];
});
afterAll(() => server.stop());

async function link(upper: BuiltDevice, lower: BuiltDevice): Promise<string> {
  const ends = { upperUUID: upper.id, lowerUUID: lower.id, upperPort: '', lowerPort: '' };
  const { data } = await server.call('createLink', { siteUUID: estate.lobby, ...ends }, estate.as);
  await server.settled();
  return data.linkUUID;
}

async function listenWith(...classes: Grant[]): Promise<Listening> {
  const permissions: Grant[] = ['net_map', 'device_manage', ...classes];
  const { token } = await buildMemberWith(server, estate.owner, permissions, [estate.lobby]);
  return listen(server, { authorization: `Bearer ${token}` });
}

/** How often each has received `topologyChanged`, once `first` has received it and all earlier messages have arrived. */
async function receivedBy(first: Listening, ...others: Listening[]): Promise<number[]> {
  const all = [first, ...others];
  await expect.poll(() => first.heard, WITHIN).toContain('topologyChanged');
  const { owner } = estate;
  await server.platform.database.withTenant(owner, (tx) =>
    publishEvent(tx, owner.tenant, 'DevicesChanged', {}),
  );
  await server.settled();
  for (const { heard } of all) await expect.poll(() => heard, WITHIN).toContain('devicesChanged');
  for (const { socket } of all) socket.terminate();
  return all.map(({ heard }) => heard.filter((name) => name === 'topologyChanged').length);
}

test('a moved device is announced to roles that see its device class', async () => {
  const [radio, wire] = [await listenWith('ap_device'), await listenWith('switch_device')];
  const places = [{ deviceUUID: ap.id, place: { x: 3, y: 4 } }];
  await server.call('savePlaces', { siteUUID: estate.lobby, layout: 'right', places }, estate.as);
  expect(await receivedBy(radio, wire)).toEqual([1, 0]);
});

test('a new link is announced to roles that see the class of its lower device', async () => {
  const [radio, wire] = [await listenWith('ap_device'), await listenWith('switch_device')];
  await link(core, ap);
  expect(await receivedBy(radio, wire)).toEqual([1, 0]);
});

test('a deleted link is announced to roles that see the class of its lower device', async () => {
  const linkUUID = await link(ap, mesh);
  const [radio, wire] = [await listenWith('ap_device'), await listenWith('switch_device')];
  await server.call('deleteLink', { linkUUID }, estate.as);
  expect(await receivedBy(radio, wire)).toEqual([1, 0]);
});

test('a link above a device class that a role does not see is announced when devices below it move in the tree', async () => {
  await link(core, ap);
  const [radio, controller] = [
    await listenWith('ap_device', 'dcme_device'),
    await listenWith('ac_device', 'dcme_device'),
  ];
  await link(gateway, core);
  expect(await receivedBy(radio, controller)).toEqual([1, 0]);
});
