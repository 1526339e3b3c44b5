import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { VirtualDevice } from '../../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHarness, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  harness = await GatewayHarness.open();
});
afterAll(() => harness.close());
beforeEach(async () => {
  running = await harness.start();
  tenant = await harness.account();
});
afterEach(() => harness.stop(running));

/** Number of devicesChanged messages, without the one of the only enrolment. */
async function listChanges(): Promise<number> {
  return (await harness.facts(tenant)).filter(({ type }) => type === 'DevicesChanged').length - 1;
}

const member = (serial: string, online: boolean) => ({
  serial,
  name: `AP ${serial}`,
  model: 'AP-1',
  firmware: '1.0',
  ip: '10.0.0.9',
  online,
  clients: 0,
});

test('a controller reports the status of its members, but not of devices with their own connection', async () => {
  const siteId = await harness.site(tenant);
  const [manager, under, registered, alone] = [newSerial(), newSerial(), newSerial(), newSerial()];
  await harness.register(tenant, manager, siteId, 'ac');
  await harness.register(tenant, registered, siteId);
  await harness.connected(running, tenant, alone);
  const controller = harness.dial(
    running.port,
    manager,
    await harness.enrolled(running.port, tenant, manager),
  );
  await controller.opened();
  controller.hello({ kind: 'ac' });
  const say = (members: readonly object[], pair?: object) =>
    controller.report({ 'x-airloom': { members, ...(pair === undefined ? {} : { pair }) } });
  say([member(under, true), member(registered, true), member(alone, false), member(manager, false)]);
  const row = await eventually(async () => {
    const found = await harness.row(tenant, under);
    expect(found).toMatchObject({ status: 'online', site_id: siteId, model: 'AP-1', name: `AP ${under}` });
    return found;
  });
  const managerRow = await harness.row(tenant, manager);
  expect(row?.managed_by).toBe(managerRow?.id);
  expect(await harness.row(tenant, registered)).toMatchObject({ status: 'online', site_id: siteId });
  expect(await harness.row(tenant, alone)).toMatchObject({
    status: 'online',
    managed_by: null,
    model: 'EAP101',
  });
  expect(managerRow).toMatchObject({ status: 'online', kind: 'ac', managed_by: null });

  say([member(under, false), member(registered, true)]);
  await eventually(async () => expect(await harness.row(tenant, under)).toMatchObject({ status: 'offline' }));
  expect(await harness.row(tenant, registered)).toMatchObject({ status: 'online' });

  // No controller reports them as online any more.
  controller.end();
  await eventually(() => expect(running.received.gone.at(-1)?.serial).toBe(manager));
  harness.advance(21_000);
  await eventually(async () =>
    expect(await harness.row(tenant, registered)).toMatchObject({ status: 'offline' }),
  );
});

test('one of a pair is partly offline while the other is down', async () => {
  const [active, standby] = [newSerial(), newSerial()];
  const peerId = await harness.register(tenant, standby, await harness.site(tenant));
  await harness.register(tenant, active, await harness.site(tenant), 'ac');
  const controller = await harness.connected(running, tenant, active);
  const pair = { mode: 'ha', role: 'active', peerSerial: standby };
  controller.report({ 'x-airloom': { members: [], pair: { ...pair, peerOnline: false } } });
  await eventually(async () =>
    expect(await harness.row(tenant, active)).toMatchObject({
      status: 'partlyOffline',
      ha_mode: 'ha',
      ha_status: 'active',
      ha_peer: peerId,
    }),
  );
  controller.report({ 'x-airloom': { members: [], pair: { ...pair, peerOnline: true } } });
  await eventually(async () => expect(await harness.row(tenant, active)).toMatchObject({ status: 'online' }));
});

/** Registered as a controller, enrolled and connected. */
async function controllerIn(siteId: string, serial = newSerial()): Promise<VirtualDevice> {
  await harness.register(tenant, serial, siteId, 'ac');
  return harness.connected(running, tenant, serial);
}

const half = (role: 'active' | 'standby', peerSerial: string, peerOnline: boolean) => ({
  mode: 'ha',
  role,
  peerSerial,
  peerOnline,
});

test('announces that one of a pair lost the other, and found it again', async () => {
  const siteId = await harness.site(tenant);
  const [active, standby] = [await controllerIn(siteId), newSerial()];
  const told = async () =>
    (await harness.facts(tenant)).filter(({ type }) => type === 'PairStatusesChanged').length;
  const say = (peerOnline: boolean) =>
    active.report({ 'x-airloom': { pair: half('active', standby, peerOnline) } });
  const status = async () => (await harness.row(tenant, active.serial))?.status;
  say(false);
  await eventually(async () => expect(await status()).toBe('partlyOffline'));
  expect(await told()).toBe(1);
  say(true);
  await eventually(async () => expect(await status()).toBe('online'));
  expect(await told()).toBe(2);
  // Another role is no change of status.
  active.report({ 'x-airloom': { pair: half('standby', standby, true) } });
  await eventually(async () =>
    expect(await harness.row(tenant, active.serial)).toMatchObject({ ha_status: 'standby' }),
  );
  expect(await told()).toBe(2);
});

test('a controller assumed dead while its peer was down is still partly offline, and its members return', async () => {
  const siteId = await harness.site(tenant);
  const [active, standby, under] = [await controllerIn(siteId), newSerial(), newSerial()];
  const say = () =>
    active.report({ 'x-airloom': { members: [member(under, true)], pair: half('active', standby, false) } });
  say();
  await eventually(async () => expect(await harness.row(tenant, under)).toMatchObject({ status: 'online' }));
  const other = await harness.start();
  await harness.silence();
  await other.gateway.beat();
  expect(await harness.row(tenant, active.serial)).toMatchObject({ status: 'offline' });
  await running.gateway.beat();
  expect(await harness.row(tenant, active.serial)).toMatchObject({ status: 'partlyOffline' });
  expect(await harness.row(tenant, under)).toMatchObject({ status: 'offline' });
  say();
  await eventually(async () => expect(await harness.row(tenant, under)).toMatchObject({ status: 'online' }));
  await harness.stop(other);
});

test('the other half of a pair takes over at once', async () => {
  const siteId = await harness.site(tenant);
  const [first, under] = [newSerial(), newSerial()];
  const standby = await controllerIn(siteId);
  const active = await controllerIn(siteId, first);
  active.report({
    'x-airloom': { members: [member(under, true)], pair: half('active', standby.serial, true) },
  });
  await eventually(async () => expect(await harness.row(tenant, under)).toMatchObject({ status: 'online' }));
  active.end();
  await eventually(() => expect(running.received.gone.at(-1)?.serial).toBe(first));
  standby.report({ 'x-airloom': { members: [member(under, true)], pair: half('active', first, false) } });
  const standbyId = (await harness.row(tenant, standby.serial))?.id;
  await eventually(async () =>
    expect(await harness.row(tenant, under)).toMatchObject({ managed_by: standbyId }),
  );
  harness.advance(21_000);
  await eventually(async () => expect(await harness.row(tenant, first)).toMatchObject({ status: 'offline' }));
  expect(await harness.row(tenant, under)).toMatchObject({ status: 'online', managed_by: standbyId });
});

test('a controller may repeat a claim that was refused before', async () => {
  const siteId = await harness.site(tenant);
  const [first, under] = [newSerial(), newSerial()];
  const second = await controllerIn(siteId);
  const active = await controllerIn(siteId, first);
  active.report({ 'x-airloom': { members: [member(under, true)] } });
  await eventually(async () => expect(await harness.row(tenant, under)).toMatchObject({ status: 'online' }));
  const firstId = (await harness.row(tenant, first))?.id;
  const own = newSerial();
  const say = () => second.report({ 'x-airloom': { members: [member(under, true), member(own, true)] } });
  say();
  await eventually(async () => expect(await harness.row(tenant, own)).toMatchObject({ status: 'online' }));
  expect(await harness.row(tenant, under)).toMatchObject({ managed_by: firstId });
  active.end();
  await eventually(() => expect(running.received.gone.at(-1)?.serial).toBe(first));
  harness.advance(21_000);
  await eventually(async () => expect(await harness.row(tenant, under)).toMatchObject({ status: 'offline' }));
  say();
  const secondId = (await harness.row(tenant, second.serial))?.id;
  await eventually(async () =>
    expect(await harness.row(tenant, under)).toMatchObject({ status: 'online', managed_by: secondId }),
  );
});

test('members of a deleted controller are adopted by the next one', async () => {
  const siteId = await harness.site(tenant);
  const under = newSerial();
  const old = await controllerIn(siteId);
  old.report({ 'x-airloom': { members: [member(under, true)] } });
  await eventually(async () => expect(await harness.row(tenant, under)).toMatchObject({ status: 'online' }));
  old.end();
  await eventually(() => expect(running.received.gone.at(-1)?.serial).toBe(old.serial));
  harness.advance(21_000);
  await eventually(async () => expect(await harness.row(tenant, under)).toMatchObject({ status: 'offline' }));
  await harness.remove(tenant, old.serial);
  expect(await harness.row(tenant, under)).toMatchObject({ managed_by: null });
  const next = await controllerIn(siteId);
  next.report({ 'x-airloom': { members: [member(under, true)] } });
  const nextId = (await harness.row(tenant, next.serial))?.id;
  await eventually(async () =>
    expect(await harness.row(tenant, under)).toMatchObject({ status: 'online', managed_by: nextId }),
  );
});

/** A state with these addresses. */
function reporting(addresses: readonly string[], extension: object = {}) {
  return { interfaces: [{ name: 'up0v0', ipv4: { addresses } }], ...extension };
}

function kept(device: VirtualDevice, seq: number, at: number, state: object): void {
  const unit = { uptime: 100, load: [0, 0, 0] };
  device.say('state', { uuid: 1, state: { unit, ...state }, 'x-airloom': { seq, at } });
}

test('uses the reported address of a device, and the one of its socket only without a report', async () => {
  const serial = newSerial();
  const credentials = await harness.enrolled(running.port, tenant, serial);
  const device = await harness.connectWith(running, serial, credentials);
  const ip = async () => (await harness.row(tenant, serial))?.ip;
  expect(await ip()).toBe('127.0.0.1');
  device.report(reporting(['169.254.1.1/16', '192.0.2.7/24']));
  await eventually(async () => expect(await ip()).toBe('192.0.2.7'));
  expect(await listChanges()).toBe(1);

  // Reconnecting does not change the address.
  const again = await harness.connectWith(running, serial, credentials);
  expect(await ip()).toBe('192.0.2.7');
  const rowVersion = async () =>
    harness.database.asSystem((tx) =>
      tx.all(
        sql`select xmin::text, ctid::text from device where tenant_id = ${tenant} and serial = ${serial}`,
      ),
    );
  const before = await rowVersion();
  again.report(reporting(['192.0.2.7/24']));
  again.report(reporting(['192.0.2.7/24']));
  const witness = await harness.connected(running, tenant, newSerial());
  witness.report(reporting(['192.0.2.8/24']));
  await eventually(async () => expect((await harness.row(tenant, witness.serial))?.ip).toBe('192.0.2.8'));
  expect(await rowVersion()).toEqual(before);

  again.report(reporting([]));
  await eventually(async () => expect(await ip()).toBe('127.0.0.1'));
});

test('an older stored report does not change the current status', async () => {
  const siteId = await harness.site(tenant);
  const [serial, under] = [newSerial(), newSerial()];
  await harness.register(tenant, serial, siteId, 'ac');
  const controller = harness.dial(running.port, serial, await harness.enrolled(running.port, tenant, serial));
  await controller.opened();
  controller.hello({ kind: 'ac', keeps: true });
  const now = harness.now().getTime();
  const said = (ip: string, online: boolean, peerOnline: boolean) =>
    reporting([ip], {
      'x-airloom': {
        members: [member(under, online)],
        pair: { mode: 'ha', role: 'active', peerSerial: null, peerOnline },
      },
    });
  kept(controller, 1, now - 60_000, said('192.0.2.1', true, true));
  await eventually(async () => expect(await harness.row(tenant, under)).toMatchObject({ status: 'online' }));
  await eventually(async () => expect(await harness.row(tenant, serial)).toMatchObject({ ip: '192.0.2.1' }));
  kept(controller, 2, now - 6 * 60_000, said('192.0.2.2', false, false));
  await eventually(() => expect(running.received.reports).toHaveLength(2));
  // Earlier reports have been stored.
  await running.gateway.close();
  expect(await harness.row(tenant, under)).toMatchObject({ status: 'online' });
  expect(await harness.row(tenant, serial)).toMatchObject({ ip: '192.0.2.1', status: 'online' });
});

test('announces members that moved', async () => {
  const [manager, under] = [newSerial(), newSerial()];
  await harness.register(tenant, manager, await harness.site(tenant), 'ac');
  const controller = await harness.connected(running, tenant, manager);
  const say = (ip: string, online: boolean) =>
    controller.report({ 'x-airloom': { members: [{ ...member(under, online), ip }] } });
  say('10.0.0.9', true);
  await eventually(async () => expect(await harness.row(tenant, under)).toMatchObject({ ip: '10.0.0.9' }));
  expect(await listChanges()).toBe(1);
  say('10.0.0.9', false);
  await eventually(async () => expect(await harness.row(tenant, under)).toMatchObject({ status: 'offline' }));
  expect(await listChanges()).toBe(1);
  say('10.0.0.10', false);
  await eventually(async () => expect(await harness.row(tenant, under)).toMatchObject({ ip: '10.0.0.10' }));
  expect(await listChanges()).toBe(2);
});
