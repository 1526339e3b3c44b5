import { KIND_PERMISSION } from '@airloom/contract/devices/device-classes';
import type { Grant } from '@airloom/contract/permissions';
import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { buildMember, buildOrganization, buildSite } from '../../../../testing/builders.ts';
import { type BuiltDevice, buildDevice } from '../../../../testing/device-builders.ts';
import type { ObedientDevice } from '../../../../testing/obedient-device.ts';
import { firstChanges } from '../../../../testing/operations.ts';
import { buildMemberWith } from '../../../../testing/role-builders.ts';
import { buildTerminal } from '../../../../testing/terminal-builders.ts';
import { commandStage, received, WITHIN } from '../../../network/commands/testing/command-stage.ts';
import { listen } from '../../../people/identity/testing/live.ts';

const NOT_THERE = 40400;
const DENIED = 40300;
const UNSUPPORTED = 40983;

const setup = commandStage();
let as: { as: string };
let serials = 0;
let mac: string;
beforeEach(() => {
  as = { as: setup.owner.token };
  serials += 1;
  mac = `a4:83:e7:00:01:${serials.toString(16).padStart(2, '0')}`;
});

/** Sends a join or leave event of the client from the device. */
function sendEvent(device: ObedientDevice, what: 'join' | 'leave', client = mac): void {
  const seconds = Math.floor(setup.server.platform.now().getTime() / 1000);
  const payload = { client, ssid: 'Office', band: '5G', channel: 36, rssi: -60 };
  device.connection.say('event', { data: { event: [seconds, { type: `client.${what}`, payload }] } });
}

async function openAt(client = mac): Promise<number> {
  const { data } = await setup.server.call('listOnlineTerminals', { search: client }, as);
  return data.total;
}

async function joined(device: ObedientDevice, client = mac): Promise<void> {
  sendEvent(device, 'join', client);
  await expect.poll(() => openAt(client), WITHIN).toBe(1);
}

/** Commands of the device; stored with the session that caused them. */
async function ordersTo(deviceId: string): Promise<number | undefined> {
  const row = await setup.server.platform.database.asSystem((tx) =>
    tx.first(sql<{ orders: number }>`
      select count(*)::int as orders from command where device_id = ${deviceId} and command = 'releaseClients'`),
  );
  return row?.orders;
}

/** Reconnects the client. */
function aWhileLater(): void {
  setup.server.advance(MINUTE);
}

async function left(device: ObedientDevice, client = mac): Promise<void> {
  sendEvent(device, 'leave', client);
  await expect.poll(() => openAt(client), WITHIN).toBe(0);
}

const released = (device: ObedientDevice) => device.received.map(({ command }) => command);

test('disconnects clients with one command per device', async () => {
  const { device } = await setup.online();
  const { device: other } = await setup.online();
  const [second, third] = ['a4:83:e7:00:02:01', 'a4:83:e7:00:02:02'];
  await joined(device);
  await joined(device, second);
  await joined(other, third);
  device.obey = ({ id }) => device.answer(id);
  other.obey = ({ id }) => other.answer(id);
  const { data } = await setup.server.call(
    'disconnectTerminals',
    { macs: [mac.toUpperCase().replaceAll(':', '-'), second, third] },
    as,
  );
  expect(data).toEqual({ sent: 3, refused: 0 });
  await Promise.all([received(device), received(other)]);
  expect(released(device)).toEqual([
    {
      name: 'releaseClients',
      clients: expect.arrayContaining([
        { mac, banSeconds: 0 },
        { mac: second, banSeconds: 0 },
      ]),
    },
  ]);
  expect(released(other)).toEqual([{ name: 'releaseClients', clients: [{ mac: third, banSeconds: 0 }] }]);
  const log = await setup.server.call('getDeviceCftLog', {}, as);
  expect(log.data.rows[0]).toMatchObject({
    command: 'releaseClients',
    total: 2,
    createdBy: setup.owner.userName,
  });
  const cfgUUID = log.data.rows[0]?.cfgUUID ?? '';
  const states = async () => (await setup.rowsOf(cfgUUID)).map(({ state }) => state);
  expect(await states()).toEqual(['sending', 'sending']);
  // The leave event confirms it, not the answer to the command.
  sendEvent(other, 'leave', third);
  device.report({ state: { unit: { uptime: 1 }, radios: [{ band: ['5G'], channel: 36 }], interfaces: [] } });
  await expect.poll(states, WITHIN).toEqual(['success', 'success']);
  const operations = await setup.server.call('listOperations', {}, as);
  expect(operations.data.rows[0]).toMatchObject({
    call: 'disconnectTerminals',
    objects: [{ kind: 'client' }, { kind: 'client' }, { kind: 'client' }],
  });
});

test('returns the specified code for clients that cannot be disconnected, and disconnects the others', async () => {
  const { server, owner, siteId } = setup;
  const { device } = await setup.online();
  await joined(device);
  const [wired, atGateway] = ['a4:83:e7:00:03:01', 'a4:83:e7:00:03:02'];
  const gateway = await buildDevice(server, owner, { siteId, kind: 'gateway', status: 'online', radios: 0 });
  await buildTerminal(server, owner, { deviceId: gateway.id, siteId, mac: wired, band: null });
  await buildTerminal(server, owner, { deviceId: gateway.id, siteId, mac: atGateway });
  const disconnect = (macs: string[]) => server.call('disconnectTerminals', { macs }, as);
  expect((await disconnect([wired])).code).toBe(UNSUPPORTED);
  expect((await disconnect([atGateway])).code).toBe(UNSUPPORTED);
  expect((await disconnect(['a4:83:e7:00:03:99'])).code).toBe(NOT_THERE);
  expect((await disconnect([wired, atGateway, mac])).data).toEqual({ sent: 1, refused: 2 });
  await received(device);
  const log = await server.call('getDeviceCftLog', {}, as);
  const rows = await setup.rowsOf(log.data.rows[0]?.cfgUUID ?? '');
  expect(rows.find(({ deviceUUID }) => deviceUUID === gateway.id)).toMatchObject({
    state: 'parameterError',
    reason: 'unsupported',
  });
  expect((await server.call('blockTerminal', { macs: [atGateway], minutes: null }, as)).code).toBe(
    UNSUPPORTED,
  );
  expect((await server.call('listBlockedTerminals', { search: atGateway }, as)).data.total).toBe(0);
});

test('disconnects a blocked client at every device, once per session, until it is unblocked', async () => {
  const { server } = setup;
  const { device, id } = await setup.online();
  const { device: other, id: otherId } = await setup.online();
  await joined(device);
  await server.call('blockTerminal', { macs: [mac], minutes: null }, as);
  await received(device);
  expect(released(device)).toEqual([{ name: 'releaseClients', clients: [{ mac, banSeconds: 600 }] }]);
  const blocked = await server.call('listBlockedTerminals', { search: mac.replaceAll(':', '') }, as);
  expect(blocked.data.rows).toMatchObject([{ mac, blockedUntil: null }]);
  expect((await server.call('viewTerminal', { mac }, as)).data).toMatchObject({
    isBlocked: true,
    online: { isBlocked: true },
  });
  await left(device);
  await joined(other);
  await received(other);
  expect(released(other)).toEqual([{ name: 'releaseClients', clients: [{ mac, banSeconds: 600 }] }]);
  // It is still connected when another client joins, and gets no second command.
  await joined(other, 'a4:83:e7:00:04:01');
  expect(await ordersTo(otherId)).toBe(1);
  await left(other);
  aWhileLater();
  await joined(other);
  await received(other, 2);
  expect((await server.call('unblockTerminal', { macs: [mac] }, as)).code).toBe(0);
  expect((await server.call('unblockTerminal', { macs: [mac] }, as)).code).toBe(2);
  await left(other);
  aWhileLater();
  await joined(device);
  expect([await ordersTo(id), await ordersTo(otherId)]).toEqual([1, 2]);
  const operations = await server.call('listOperations', {}, as);
  const [unblocking, blocking] = operations.data.rows;
  expect(unblocking).toMatchObject({ call: 'unblockTerminal', objects: [{ kind: 'client', id: mac }] });
  expect(firstChanges(unblocking)).toEqual({ blocked: [true, false] });
  expect(firstChanges(blocking)).toEqual({ blocked: [false, true] });
});

const bssid = ({ serial }: BuiltDevice) => serial.replace(/..(?!$)/g, '$&:');

/** A controller report with clients at its members. */
function list(
  controller: ObedientDevice,
  managedAp: readonly BuiltDevice[],
  clients: ReadonlyMap<string, BuiltDevice>,
): void {
  const radio = { band: '5G', channel: 36, widthMhz: 80, txPower: 20, utilisationPercent: 1, noise: -95 };
  const counts = { clients: 0, rxBytes: 0, txBytes: 0 };
  const members = managedAp.map((one) => ({
    serial: one.serial,
    name: 'ManagedAp',
    model: 'AP-1',
    firmware: '1',
    ip: null,
    online: true,
    clients: 0,
    radios: [{ ...radio, ...counts, bssids: [bssid(one)] }],
  }));
  const ssids = [...clients].map(([station, at]) => ({
    ssid: 'Office',
    mode: 'ap',
    band: '5G',
    bssid: bssid(at),
    associations: [{ station, bssid: bssid(at), connected: 5, rssi: -60, rx_bytes: 1, tx_bytes: 1 }],
  }));
  controller.connection.say('state', {
    uuid: controller.runs,
    state: { unit: {}, radios: [], interfaces: [{ ssids }], 'x-airloom': { members } },
  });
}

test('disconnects a client of a controller member through its controller', async () => {
  const { server, owner, siteId } = setup;
  const { device: controller, id } = await setup.online('ac');
  const managedAp = (name: string) =>
    buildDevice(server, owner, { siteId, name, status: 'online', managedBy: id, radios: 1 });
  const [one, two] = [await managedAp(`One ${mac}`), await managedAp(`Two ${mac}`)];
  const where = async () =>
    (await server.call('listOnlineTerminals', { search: mac }, as)).data.rows.map(
      ({ device }) => device.deviceUUID,
    );
  list(controller, [one, two], new Map([[mac, one]]));
  await expect.poll(where, WITHIN).toEqual([one.id]);
  expect((await server.call('viewTerminal', { mac }, as)).data.online).toMatchObject({
    device: { deviceUUID: one.id },
    signal: -60,
  });
  expect((await server.call('listDeviceClients', { deviceUUID: one.id }, as)).data.clients).toMatchObject([
    { mac },
  ]);
  const sent = await server.call('disconnectTerminals', { macs: [mac] }, as);
  expect(sent.data).toEqual({ sent: 1, refused: 0 });
  await received(controller);
  expect(released(controller)).toEqual([{ name: 'releaseClients', clients: [{ mac, banSeconds: 0 }] }]);
  controller.answer(controller.received[0]?.id ?? 0);
  list(controller, [one, two], new Map());
  await expect.poll(where, WITHIN).toEqual([]);
  expect((await server.call('blockTerminal', { macs: [mac], minutes: null }, as)).code).toBe(0);
  aWhileLater();
  list(controller, [one, two], new Map([[mac, two]]));
  await expect.poll(where, WITHIN).toEqual([two.id]);
  await received(controller, 2);
  expect(released(controller)[1]).toEqual({ name: 'releaseClients', clients: [{ mac, banSeconds: 600 }] });
});

test('ends a temporary block on time, also on the device', async () => {
  const { server } = setup;
  const { device, id } = await setup.online();
  await joined(device);
  await server.call('blockTerminal', { macs: [mac], minutes: 2 }, as);
  await received(device);
  expect(released(device)).toEqual([{ name: 'releaseClients', clients: [{ mac, banSeconds: 120 }] }]);
  await left(device);
  aWhileLater();
  await joined(device);
  await received(device, 2);
  const [, again] = released(device);
  expect(again?.name === 'releaseClients' && (again.clients[0]?.banSeconds ?? 0)).toBeLessThanOrEqual(60);
  await left(device);
  server.advance(2 * MINUTE);
  await joined(device);
  expect((await server.call('viewTerminal', { mac }, as)).data).toMatchObject({
    isBlocked: false,
    blockedUntil: null,
  });
  expect(await ordersTo(id)).toBe(2);
});

test('refuses to block a client that was also at sites out of reach', async () => {
  const { server, owner, siteId } = setup;
  const organization = await buildOrganization(server, owner, `South ${mac}`);
  const hill = await buildSite(server, owner, organization, 'Hill');
  const there = await buildDevice(server, owner, { siteId, status: 'online' });
  const elsewhere = await buildDevice(server, owner, { siteId: hill, status: 'online' });
  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [siteId] });
  const observer = await buildMember(server, owner, 'siteObserver', { siteIds: [siteId] });
  await buildTerminal(server, owner, { deviceId: there.id, siteId, mac });
  const block = (person: { token: string }) =>
    server.call('blockTerminal', { macs: [mac], minutes: 5 }, { as: person.token });
  expect((await block(observer)).code).toBe(DENIED);
  expect((await block(operator)).code).toBe(0);
  await buildTerminal(server, owner, { deviceId: elsewhere.id, siteId: hill, mac, endedAt: new Date() });
  expect((await block(operator)).code).toBe(DENIED);
  expect((await server.call('unblockTerminal', { macs: [mac] }, { as: operator.token })).code).toBe(DENIED);
  const stranger = 'a4:83:e7:00:05:01';
  await buildTerminal(server, owner, { deviceId: elsewhere.id, siteId: hill, mac: stranger });
  const hidden = { macs: [stranger] };
  expect((await server.call('disconnectTerminals', hidden, { as: operator.token })).code).toBe(NOT_THERE);
});

test('lets an operator of the site block a client whose access point was deleted', async () => {
  const { server, owner, siteId } = setup;
  const ap = await buildDevice(server, owner, { siteId });
  const kept = await buildDevice(server, owner, { siteId });
  await buildTerminal(server, owner, { deviceId: ap.id, siteId, mac, endedAt: new Date() });
  await buildTerminal(server, owner, { deviceId: kept.id, siteId, mac, endedAt: new Date() });
  expect((await server.call('deleteDevices', { deviceUUIDs: [ap.id] }, as)).code).toBe(0);
  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [siteId] });
  for (const { token } of [operator, owner]) {
    const answer = await server.call('blockTerminal', { macs: [mac], minutes: 5 }, { as: token });
    expect(answer.code).toBe(0);
  }
});

test('hides sessions at a moved device from operators of its new site', async () => {
  const { server, owner, siteId } = setup;
  const organization = await buildOrganization(server, owner, `East ${mac}`);
  const hill = await buildSite(server, owner, organization, `Hidden hill ${mac}`);
  const moved = await buildDevice(server, owner, { siteId });
  await buildTerminal(server, owner, { deviceId: moved.id, siteId: hill, mac });
  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [siteId] });
  const options = { as: operator.token };
  expect((await server.call('viewTerminal', { mac }, options)).code).toBe(NOT_THERE);
  expect((await server.call('renameTerminal', { mac, name: 'Mine' }, options)).code).toBe(NOT_THERE);
  const listed = await server.call('listOnlineTerminals', { search: mac }, options);
  const logged = await server.call('listTerminalLog', { mac }, options);
  expect([listed.data.total, logged.data.rows]).toEqual([0, []]);
  expect((await server.call('listOnlineTerminals', { search: mac }, as)).data.total).toBe(1);
});

test('announces changes to browsers that see the site, and to no others', async () => {
  const { server, owner, siteId } = setup;
  const organization = await buildOrganization(server, owner, `West ${mac}`);
  const hill = await buildSite(server, owner, organization, 'Far hill');
  const [near, far] = await Promise.all([
    buildMember(server, owner, 'siteObserver', { siteIds: [siteId] }),
    buildMember(server, owner, 'siteObserver', { siteIds: [hill] }),
  ]);
  const [one, other] = await Promise.all(
    [near, far].map(({ token }) => listen(server, { authorization: `Bearer ${token}` })),
  );
  const { device } = await setup.online();
  await joined(device);
  const announced = () => one?.heard.filter((name) => name === 'terminalsChanged').length ?? 0;
  await expect.poll(announced, WITHIN).toBeGreaterThan(0);
  const before = announced();
  await server.call('renameTerminal', { mac, name: 'Till' }, as);
  await expect.poll(announced, WITHIN).toBeGreaterThan(before);
  expect(other?.heard).not.toContain('terminalsChanged');
});

test.each(['ap', 'ac'] as const)(
  'a client that joins at an %s is announced to roles that see its device class',
  async (kind) => {
    const { server, owner, siteId } = setup;
    const listenWith = async (deviceClass: Grant) => {
      const permissions: Grant[] = ['authuserOnline_view', 'device_manage', deviceClass];
      const { token } = await buildMemberWith(server, owner, permissions, [siteId]);
      return listen(server, { authorization: `Bearer ${token}` });
    };
    const sees = await listenWith(KIND_PERMISSION[kind]);
    const wire = await listenWith('switch_device');
    const { device } = await setup.online(kind);
    await joined(device);
    await expect.poll(() => sees.heard, WITHIN).toContain('terminalsChanged');
    await server.platform.database.withTenant(owner, (tx) =>
      publishEvent(tx, owner.tenant, 'DevicesChanged', {}),
    );
    await server.settled();
    await expect.poll(() => wire.heard, WITHIN).toContain('devicesChanged');
    expect(wire.heard).not.toContain('terminalsChanged');
  },
);

test('stores no background command for a device that cannot carry it out', async () => {
  const { server } = setup;
  const { device, id } = await setup.online();
  await joined(device);
  await server.call('blockTerminal', { macs: [mac], minutes: null }, as);
  await received(device);
  await left(device);
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set abilities = '{"radios":[]}' where id = ${id}`),
  );
  aWhileLater();
  await joined(device);
  expect(await ordersTo(id)).toBe(1);
});
