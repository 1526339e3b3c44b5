import { KIND_PERMISSION } from '@airloom/contract/devices/device-classes';
import type { Grant } from '@airloom/contract/permissions';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { buildMember, buildOrganization, buildSite } from '../../../../testing/builders.ts';
import { type BuiltDevice, buildDevice } from '../../../../testing/device-builders.ts';
import type { ObedientDevice } from '../../../../testing/obedient-device.ts';
import { buildMemberWith } from '../../../../testing/role-builders.ts';
import { buildTerminal } from '../../../../testing/terminal-builders.ts';
import { commandStage, received, WITHIN } from '../../../network/commands/testing/command-stage.ts';
import { listen } from '../../../people/identity/testing/live.ts';

const NOT_THERE = 40400;
const DENIED = 40300;
const UNSUPPORTED = 40983;
const MINUTE = 60_000;

const stage = commandStage();
let as: { as: string };
let serials = 0;
let mac: string;
beforeEach(() => {
  as = { as: stage.owner.token };
  serials += 1;
  mac = `a4:83:e7:00:01:${serials.toString(16).padStart(2, '0')}`;
});

/** The device says that the client came, or went. */
function say(device: ObedientDevice, what: 'join' | 'leave', client = mac): void {
  const seconds = Math.floor(stage.server.platform.now().getTime() / 1000);
  const payload = { client, ssid: 'Office', band: '5G', channel: 36, rssi: -60 };
  device.connection.say('event', { data: { event: [seconds, { type: `client.${what}`, payload }] } });
}

async function openAt(client = mac): Promise<number> {
  const { data } = await stage.server.call('listOnlineTerminals', { search: client }, as);
  return data.total;
}

async function joined(device: ObedientDevice, client = mac): Promise<void> {
  say(device, 'join', client);
  await expect.poll(() => openAt(client), WITHIN).toBe(1);
}

/** Of the device; in the database with the session that made the house give it. */
async function ordersTo(deviceId: string): Promise<number | undefined> {
  const row = await stage.server.platform.database.asSystem((tx) =>
    tx.first(sql<{ orders: number }>`
      select count(*)::int as orders from command where device_id = ${deviceId} and command = 'releaseClients'`),
  );
  return row?.orders;
}

/** Who comes back at once was never gone. */
function aWhileLater(): void {
  stage.server.advance(MINUTE);
}

async function left(device: ObedientDevice, client = mac): Promise<void> {
  say(device, 'leave', client);
  await expect.poll(() => openAt(client), WITHIN).toBe(0);
}

const released = (device: ObedientDevice) => device.received.map(({ command }) => command);

test('clients are told to go by the device they are at, all of one device in one order', async () => {
  const { device } = await stage.online();
  const { device: other } = await stage.online();
  const [second, third] = ['a4:83:e7:00:02:01', 'a4:83:e7:00:02:02'];
  await joined(device);
  await joined(device, second);
  await joined(other, third);
  device.obey = ({ id }) => device.answer(id);
  other.obey = ({ id }) => other.answer(id);
  const { data } = await stage.server.call(
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
  const log = await stage.server.call('getDeviceCftLog', {}, as);
  expect(log.data.rows[0]).toMatchObject({
    command: 'releaseClients',
    total: 2,
    createdBy: stage.owner.userName,
  });
  const cfgUUID = log.data.rows[0]?.cfgUUID ?? '';
  const states = async () => (await stage.rowsOf(cfgUUID)).map(({ state }) => state);
  expect(await states()).toEqual(['sending', 'sending']);
  // Not the answer proves it, but that they are gone.
  say(other, 'leave', third);
  device.report({ state: { unit: { uptime: 1 }, radios: [{ band: ['5G'], channel: 36 }], interfaces: [] } });
  await expect.poll(states, WITHIN).toEqual(['success', 'success']);
  const operations = await stage.server.call('listOperations', {}, as);
  expect(operations.data.rows[0]).toMatchObject({
    call: 'disconnectTerminals',
    after: { sent: 3, refused: 0 },
  });
});

test('what cannot be sent away is refused as the specification says; of many the others go', async () => {
  const { server, owner, siteId } = stage;
  const { device } = await stage.online();
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
  const rows = await stage.rowsOf(log.data.rows[0]?.cfgUUID ?? '');
  expect(rows.find(({ deviceUUID }) => deviceUUID === gateway.id)).toMatchObject({
    state: 'parameterError',
    reason: 'unsupported',
  });
  expect((await server.call('blockTerminal', { macs: [atGateway], minutes: null }, as)).code).toBe(
    UNSUPPORTED,
  );
  expect((await server.call('listBlockedTerminals', { search: atGateway }, as)).data.total).toBe(0);
});

test('one that is blocked goes, and is sent away wherever it comes back, once each time, until it is let in', async () => {
  const { server } = stage;
  const { device, id } = await stage.online();
  const { device: other, id: otherId } = await stage.online();
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
  // It is still there when somebody else comes: it was told once.
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
  expect(operations.data.rows.slice(0, 2)).toMatchObject([
    {
      call: 'unblockTerminal',
      target: `terminal ${mac}`,
      before: { blocked: { [mac]: { until: null } } },
      after: { blocked: false },
    },
    { call: 'blockTerminal', after: { blocked: true, until: null } },
  ]);
});

const bssid = ({ serial }: BuiltDevice) => serial.replace(/..(?!$)/g, '$&:');

/** A controller lists its clients, each at one of the access points under it. */
function list(
  controller: ObedientDevice,
  thin: readonly BuiltDevice[],
  clients: ReadonlyMap<string, BuiltDevice>,
): void {
  const radio = { band: '5G', channel: 36, widthMhz: 80, txPower: 20, utilisationPercent: 1, noise: -95 };
  const counts = { clients: 0, rxBytes: 0, txBytes: 0 };
  const members = thin.map((one) => ({
    serial: one.serial,
    name: 'Thin',
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

test('who is at an access point under a controller is sent away by that controller', async () => {
  const { server, owner, siteId } = stage;
  const { device: controller, id } = await stage.online('ac');
  const thin = (name: string) =>
    buildDevice(server, owner, { siteId, name, status: 'online', managedBy: id, radios: 1 });
  const [one, two] = [await thin(`One ${mac}`), await thin(`Two ${mac}`)];
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

test('one that is blocked for a while is let in by the clock, and no longer banned than that', async () => {
  const { server } = stage;
  const { device, id } = await stage.online();
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

test('blocking holds everywhere: who sees one site decides only over clients that were nowhere else', async () => {
  const { server, owner, siteId } = stage;
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

test('who sees its site decides over a client whose access point is gone', async () => {
  const { server, owner, siteId } = stage;
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

test('what a device served before it was moved is not for those who see it now', async () => {
  const { server, owner, siteId } = stage;
  const organization = await buildOrganization(server, owner, `East ${mac}`);
  const hill = await buildSite(server, owner, organization, `Hidden hill ${mac}`);
  const moved = await buildDevice(server, owner, { siteId });
  await buildTerminal(server, owner, { deviceId: moved.id, siteId: hill, mac });
  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [siteId] });
  const asked = { as: operator.token };
  expect((await server.call('viewTerminal', { mac }, asked)).code).toBe(NOT_THERE);
  expect((await server.call('renameTerminal', { mac, name: 'Mine' }, asked)).code).toBe(NOT_THERE);
  const listed = await server.call('listOnlineTerminals', { search: mac }, asked);
  const logged = await server.call('listTerminalLog', { mac }, asked);
  expect([listed.data.total, logged.data.rows]).toEqual([0, []]);
  expect((await server.call('listOnlineTerminals', { search: mac }, as)).data.total).toBe(1);
});

test('browsers of those who see the site hear of it, and no others', async () => {
  const { server, owner, siteId } = stage;
  const organization = await buildOrganization(server, owner, `West ${mac}`);
  const hill = await buildSite(server, owner, organization, 'Far hill');
  const [near, far] = await Promise.all([
    buildMember(server, owner, 'siteObserver', { siteIds: [siteId] }),
    buildMember(server, owner, 'siteObserver', { siteIds: [hill] }),
  ]);
  const [one, other] = await Promise.all(
    [near, far].map(({ token }) => listen(server, { authorization: `Bearer ${token}` })),
  );
  const { device } = await stage.online();
  await joined(device);
  const heard = () => one?.heard.filter((name) => name === 'terminalsChanged').length ?? 0;
  await expect.poll(heard, WITHIN).toBeGreaterThan(0);
  const before = heard();
  await server.call('renameTerminal', { mac, name: 'Till' }, as);
  await expect.poll(heard, WITHIN).toBeGreaterThan(before);
  expect(other?.heard).not.toContain('terminalsChanged');
});

test.each(['ap', 'ac'] as const)(
  'a client that joins at an %s is announced to roles that see its device class',
  async (kind) => {
    const { server, owner, siteId } = stage;
    const listenWith = async (deviceClass: Grant) => {
      const permissions: Grant[] = ['authuserOnline_view', 'device_manage', deviceClass];
      const { token } = await buildMemberWith(server, owner, permissions, [siteId]);
      return listen(server, { authorization: `Bearer ${token}` });
    };
    const sees = await listenWith(KIND_PERMISSION[kind]);
    const wire = await listenWith('switch_device');
    const { device } = await stage.online(kind);
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

test('an order nobody waits for is not written down where it cannot be carried out', async () => {
  const { server } = stage;
  const { device, id } = await stage.online();
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
