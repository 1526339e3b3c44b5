import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { VirtualDevice } from '../../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHouse, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

let house: GatewayHouse;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  house = await GatewayHouse.open();
});
afterAll(() => house.close());
beforeEach(async () => {
  running = await house.start();
  tenant = await house.account();
});
afterEach(() => house.stop(running));

/** How often browsers were told to read their lists again. */
async function listChanges(): Promise<number> {
  return (await house.facts(tenant)).filter(({ type }) => type === 'DevicesChanged').length;
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

test('a controller speaks for the devices under it, and for nobody who speaks for themselves', async () => {
  const siteId = await house.site(tenant);
  const [manager, under, registered, alone] = [newSerial(), newSerial(), newSerial(), newSerial()];
  await house.register(tenant, manager, siteId, 'ac');
  await house.register(tenant, registered, siteId);
  await house.connected(running, tenant, alone);
  const controller = house.dial(running.port, manager, await house.enrolled(running.port, tenant, manager));
  await controller.opened();
  controller.hello({ kind: 'ac' });
  const say = (members: readonly object[], pair?: object) =>
    controller.report({ 'x-airloom': { members, ...(pair === undefined ? {} : { pair }) } });
  say([member(under, true), member(registered, true), member(alone, false), member(manager, false)]);
  const row = await eventually(async () => {
    const found = await house.row(tenant, under);
    expect(found).toMatchObject({ status: 'online', site_id: siteId, model: 'AP-1', name: `AP ${under}` });
    return found;
  });
  const managerRow = await house.row(tenant, manager);
  expect(row?.managed_by).toBe(managerRow?.id);
  expect(await house.row(tenant, registered)).toMatchObject({ status: 'online', site_id: siteId });
  expect(await house.row(tenant, alone)).toMatchObject({
    status: 'online',
    managed_by: null,
    model: 'EAP101',
  });
  expect(managerRow).toMatchObject({ status: 'online', kind: 'ac', managed_by: null });

  say([member(under, false), member(registered, true)]);
  await eventually(async () => expect(await house.row(tenant, under)).toMatchObject({ status: 'offline' }));
  expect(await house.row(tenant, registered)).toMatchObject({ status: 'online' });

  // Nobody says any more that they are up.
  controller.end();
  await eventually(() => expect(running.heard.gone.at(-1)?.serial).toBe(manager));
  house.advance(21_000);
  await eventually(async () =>
    expect(await house.row(tenant, registered)).toMatchObject({ status: 'offline' }),
  );
});

test('one of a pair is partly offline while the other is gone', async () => {
  const [active, standby] = [newSerial(), newSerial()];
  const peerId = await house.register(tenant, standby, await house.site(tenant));
  await house.register(tenant, active, await house.site(tenant), 'ac');
  const controller = await house.connected(running, tenant, active);
  const pair = { mode: 'ha', role: 'active', peerSerial: standby };
  controller.report({ 'x-airloom': { members: [], pair: { ...pair, peerOnline: false } } });
  await eventually(async () =>
    expect(await house.row(tenant, active)).toMatchObject({
      status: 'partlyOffline',
      ha_mode: 'ha',
      ha_status: 'active',
      ha_peer: peerId,
    }),
  );
  controller.report({ 'x-airloom': { members: [], pair: { ...pair, peerOnline: true } } });
  await eventually(async () => expect(await house.row(tenant, active)).toMatchObject({ status: 'online' }));
});

/** Registered as a controller, enrolled, and in. */
async function controllerIn(siteId: string, serial = newSerial()): Promise<VirtualDevice> {
  await house.register(tenant, serial, siteId, 'ac');
  return house.connected(running, tenant, serial);
}

const half = (role: 'active' | 'standby', peerSerial: string, peerOnline: boolean) => ({
  mode: 'ha',
  role,
  peerSerial,
  peerOnline,
});

test('browsers are told that one of a pair lost the other, and that it has it back', async () => {
  const siteId = await house.site(tenant);
  const [active, standby] = [await controllerIn(siteId), newSerial()];
  const told = async () =>
    (await house.facts(tenant)).filter(({ type }) => type === 'PairStatusesChanged').length;
  const say = (peerOnline: boolean) =>
    active.report({ 'x-airloom': { pair: half('active', standby, peerOnline) } });
  const status = async () => (await house.row(tenant, active.serial))?.status;
  say(false);
  await eventually(async () => expect(await status()).toBe('partlyOffline'));
  expect(await told()).toBe(1);
  say(true);
  await eventually(async () => expect(await status()).toBe('online'));
  expect(await told()).toBe(2);
  // Another role is no other state.
  active.report({ 'x-airloom': { pair: half('standby', standby, true) } });
  await eventually(async () =>
    expect(await house.row(tenant, active.serial)).toMatchObject({ ha_status: 'standby' }),
  );
  expect(await told()).toBe(2);
});

test('who was taken for dead while half of a pair was gone is partly offline still, and its members come back', async () => {
  const siteId = await house.site(tenant);
  const [active, standby, under] = [await controllerIn(siteId), newSerial(), newSerial()];
  const say = () =>
    active.report({ 'x-airloom': { members: [member(under, true)], pair: half('active', standby, false) } });
  say();
  await eventually(async () => expect(await house.row(tenant, under)).toMatchObject({ status: 'online' }));
  await house.silence();
  const other = await house.start();
  await other.gateway.beat();
  expect(await house.row(tenant, active.serial)).toMatchObject({ status: 'offline' });
  await running.gateway.beat();
  expect(await house.row(tenant, active.serial)).toMatchObject({ status: 'partlyOffline' });
  expect(await house.row(tenant, under)).toMatchObject({ status: 'offline' });
  say();
  await eventually(async () => expect(await house.row(tenant, under)).toMatchObject({ status: 'online' }));
  await house.stop(other);
});

test('the other half of a pair takes over at once', async () => {
  const siteId = await house.site(tenant);
  const [first, under] = [newSerial(), newSerial()];
  const standby = await controllerIn(siteId);
  const active = await controllerIn(siteId, first);
  active.report({
    'x-airloom': { members: [member(under, true)], pair: half('active', standby.serial, true) },
  });
  await eventually(async () => expect(await house.row(tenant, under)).toMatchObject({ status: 'online' }));
  active.end();
  await eventually(() => expect(running.heard.gone.at(-1)?.serial).toBe(first));
  standby.report({ 'x-airloom': { members: [member(under, true)], pair: half('active', first, false) } });
  const standbyId = (await house.row(tenant, standby.serial))?.id;
  await eventually(async () =>
    expect(await house.row(tenant, under)).toMatchObject({ managed_by: standbyId }),
  );
  house.advance(21_000);
  await eventually(async () => expect(await house.row(tenant, first)).toMatchObject({ status: 'offline' }));
  expect(await house.row(tenant, under)).toMatchObject({ status: 'online', managed_by: standbyId });
});

test('what a manager was not believed at first it may say again', async () => {
  const siteId = await house.site(tenant);
  const [first, under] = [newSerial(), newSerial()];
  const second = await controllerIn(siteId);
  const active = await controllerIn(siteId, first);
  active.report({ 'x-airloom': { members: [member(under, true)] } });
  await eventually(async () => expect(await house.row(tenant, under)).toMatchObject({ status: 'online' }));
  const firstId = (await house.row(tenant, first))?.id;
  const own = newSerial();
  const say = () => second.report({ 'x-airloom': { members: [member(under, true), member(own, true)] } });
  say();
  await eventually(async () => expect(await house.row(tenant, own)).toMatchObject({ status: 'online' }));
  expect(await house.row(tenant, under)).toMatchObject({ managed_by: firstId });
  active.end();
  await eventually(() => expect(running.heard.gone.at(-1)?.serial).toBe(first));
  house.advance(21_000);
  await eventually(async () => expect(await house.row(tenant, under)).toMatchObject({ status: 'offline' }));
  say();
  const secondId = (await house.row(tenant, second.serial))?.id;
  await eventually(async () =>
    expect(await house.row(tenant, under)).toMatchObject({ status: 'online', managed_by: secondId }),
  );
});

test('what stood under a controller that was deleted is taken on by the next one', async () => {
  const siteId = await house.site(tenant);
  const under = newSerial();
  const old = await controllerIn(siteId);
  old.report({ 'x-airloom': { members: [member(under, true)] } });
  await eventually(async () => expect(await house.row(tenant, under)).toMatchObject({ status: 'online' }));
  old.end();
  await eventually(() => expect(running.heard.gone.at(-1)?.serial).toBe(old.serial));
  house.advance(21_000);
  await eventually(async () => expect(await house.row(tenant, under)).toMatchObject({ status: 'offline' }));
  await house.remove(tenant, old.serial);
  expect(await house.row(tenant, under)).toMatchObject({ managed_by: null });
  const next = await controllerIn(siteId);
  next.report({ 'x-airloom': { members: [member(under, true)] } });
  const nextId = (await house.row(tenant, next.serial))?.id;
  await eventually(async () =>
    expect(await house.row(tenant, under)).toMatchObject({ status: 'online', managed_by: nextId }),
  );
});

/** A state that tells these addresses. */
function reporting(addresses: readonly string[], extension: object = {}) {
  return { interfaces: [{ name: 'up0v0', ipv4: { addresses } }], ...extension };
}

function kept(device: VirtualDevice, seq: number, at: number, state: object): void {
  const unit = { uptime: 100, load: [0, 0, 0] };
  device.say('state', { uuid: 1, state: { unit, ...state }, 'x-airloom': { seq, at } });
}

test('the address of a device is the one it tells, that of its socket only while it tells none', async () => {
  const serial = newSerial();
  const credentials = await house.enrolled(running.port, tenant, serial);
  const device = await house.comeIn(running, serial, credentials);
  const ip = async () => (await house.row(tenant, serial))?.ip;
  expect(await ip()).toBe('127.0.0.1');
  device.report(reporting(['169.254.1.1/16', '192.0.2.7/24']));
  await eventually(async () => expect(await ip()).toBe('192.0.2.7'));
  expect(await listChanges()).toBe(1);

  // Coming back says nothing new of where it is.
  const again = await house.comeIn(running, serial, credentials);
  expect(await ip()).toBe('192.0.2.7');
  const rowVersion = async () =>
    house.database.asSystem((tx) =>
      tx.all(
        sql`select xmin::text, ctid::text from device where tenant_id = ${tenant} and serial = ${serial}`,
      ),
    );
  const before = await rowVersion();
  again.report(reporting(['192.0.2.7/24']));
  again.report(reporting(['192.0.2.7/24']));
  const witness = await house.connected(running, tenant, newSerial());
  witness.report(reporting(['192.0.2.8/24']));
  await eventually(async () => expect((await house.row(tenant, witness.serial))?.ip).toBe('192.0.2.8'));
  expect(await rowVersion()).toEqual(before);

  again.report(reporting([]));
  await eventually(async () => expect(await ip()).toBe('127.0.0.1'));
});

test('what a device kept for later changes nothing about the present', async () => {
  const siteId = await house.site(tenant);
  const [serial, under] = [newSerial(), newSerial()];
  await house.register(tenant, serial, siteId, 'ac');
  const controller = house.dial(running.port, serial, await house.enrolled(running.port, tenant, serial));
  await controller.opened();
  controller.hello({ kind: 'ac', keeps: true });
  const now = house.now().getTime();
  const said = (ip: string, online: boolean, peerOnline: boolean) =>
    reporting([ip], {
      'x-airloom': {
        members: [member(under, online)],
        pair: { mode: 'ha', role: 'active', peerSerial: null, peerOnline },
      },
    });
  kept(controller, 1, now - 60_000, said('192.0.2.1', true, true));
  await eventually(async () => expect(await house.row(tenant, under)).toMatchObject({ status: 'online' }));
  await eventually(async () => expect(await house.row(tenant, serial)).toMatchObject({ ip: '192.0.2.1' }));
  kept(controller, 2, now - 6 * 60_000, said('192.0.2.2', false, false));
  await eventually(() => expect(running.heard.reports).toHaveLength(2));
  // What it took in is written now.
  await running.gateway.close();
  expect(await house.row(tenant, under)).toMatchObject({ status: 'online' });
  expect(await house.row(tenant, serial)).toMatchObject({ ip: '192.0.2.1', status: 'online' });
});

test('lists are told of members that are found elsewhere', async () => {
  const [manager, under] = [newSerial(), newSerial()];
  await house.register(tenant, manager, await house.site(tenant), 'ac');
  const controller = await house.connected(running, tenant, manager);
  const say = (ip: string, online: boolean) =>
    controller.report({ 'x-airloom': { members: [{ ...member(under, online), ip }] } });
  say('10.0.0.9', true);
  await eventually(async () => expect(await house.row(tenant, under)).toMatchObject({ ip: '10.0.0.9' }));
  expect(await listChanges()).toBe(1);
  say('10.0.0.9', false);
  await eventually(async () => expect(await house.row(tenant, under)).toMatchObject({ status: 'offline' }));
  expect(await listChanges()).toBe(1);
  say('10.0.0.10', false);
  await eventually(async () => expect(await house.row(tenant, under)).toMatchObject({ ip: '10.0.0.10' }));
  expect(await listChanges()).toBe(2);
});
