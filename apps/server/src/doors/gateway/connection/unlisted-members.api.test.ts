import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { VirtualDevice } from '../../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHarness, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

/** A controller lists all its members in every report: a member that is missing is offline. */

let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
let siteId: string;
beforeAll(async () => {
  harness = await GatewayHarness.open();
});
afterAll(() => harness.close());
beforeEach(async () => {
  running = await harness.start();
  tenant = await harness.account();
  siteId = await harness.site(tenant);
});
afterEach(() => harness.stop(running));

const member = (serial: string) => ({
  serial,
  name: `AP ${serial}`,
  model: 'AP-1',
  firmware: '1.0',
  ip: '10.0.0.9',
  online: true,
  clients: 0,
});

async function controllerIn(serial = newSerial()): Promise<VirtualDevice> {
  await harness.register(tenant, serial, siteId, 'ac');
  return harness.connected(running, tenant, serial);
}

function list(by: VirtualDevice, serials: readonly string[], pair?: object): void {
  by.report({ 'x-airloom': { members: serials.map(member), ...(pair === undefined ? {} : { pair }) } });
}

const half = (role: string, peerSerial: string, peerOnline: boolean) => ({
  mode: 'ha',
  role,
  peerSerial,
  peerOnline,
});

const status = async (serial: string) => (await harness.row(tenant, serial))?.status;

async function eventuallyIs(expected: string, ...serials: readonly string[]): Promise<void> {
  await eventually(async () =>
    expect(await Promise.all(serials.map(status))).toEqual(serials.map(() => expected)),
  );
}

/** Ids of devices reported offline, in sequence. */
async function toldOffline(): Promise<unknown[]> {
  const facts = await harness.facts(tenant);
  return facts.filter(({ type }) => type === 'DevicesOffline').map(({ payload }) => payload);
}

test('a member that is no longer listed goes offline once, unless it has its own connection', async () => {
  const [stays, goes, alone] = [newSerial(), newSerial(), newSerial()];
  const manager = await controllerIn();
  list(manager, [stays, goes]);
  await eventuallyIs('online', stays, goes);
  await harness.connected(running, tenant, alone);
  await harness.makeMember(tenant, alone, (await harness.row(tenant, manager.serial))?.id ?? '');
  list(manager, [stays]);
  await eventuallyIs('offline', goes);
  const row = await harness.row(tenant, goes);
  expect(row?.offline_at).not.toBeNull();
  expect(await status(stays)).toBe('online');
  expect(await status(alone)).toBe('online');
  const comes = newSerial();
  list(manager, [stays, comes]);
  await eventuallyIs('online', comes);
  list(manager, [stays, comes, goes]);
  await eventuallyIs('online', goes);
  expect(await toldOffline()).toEqual([{ deviceIds: [row?.id] }]);
});

test('an empty list takes the last member offline, a report without a list does not', async () => {
  const [under, witness] = [newSerial(), newSerial()];
  const [manager, other] = [await controllerIn(), await controllerIn()];
  list(manager, [under]);
  await eventuallyIs('online', under);
  manager.report({});
  manager.report({
    'x-airloom': { pair: { mode: 'single', role: null, peerSerial: null, peerOnline: null } },
  });
  await eventually(async () =>
    expect(await harness.row(tenant, manager.serial)).toMatchObject({ ha_mode: 'single' }),
  );
  list(other, [witness]);
  await eventuallyIs('online', witness);
  expect(await status(under)).toBe('online');
  list(manager, []);
  await eventuallyIs('offline', under);
  expect(await status(witness)).toBe('online');
});

test('a truncated list takes no member offline', async () => {
  const [stays, unread] = [newSerial(), newSerial()];
  const manager = await controllerIn();
  list(manager, [stays, unread]);
  await eventuallyIs('online', stays, unread);
  manager.report({
    'x-airloom': { members: [{ ...member(stays), name: 'x', ip: '10.0.0.8' }, member('who')] },
  });
  await eventually(async () => expect(await harness.row(tenant, stays)).toMatchObject({ ip: '10.0.0.8' }));
  expect(await status(unread)).toBe('online');
});

test('an older stored report takes no member offline', async () => {
  const [under, also] = [newSerial(), newSerial()];
  const serial = newSerial();
  await harness.register(tenant, serial, siteId, 'ac');
  const manager = harness.dial(running.port, serial, await harness.enrolled(running.port, tenant, serial));
  await manager.opened();
  manager.hello({ kind: 'ac', keeps: true });
  const now = harness.now().getTime();
  const kept = (seq: number, at: number, serials: readonly string[]) =>
    manager.say('state', {
      uuid: 1,
      state: { 'x-airloom': { members: serials.map(member) } },
      'x-airloom': { seq, at },
    });
  kept(1, now - 60_000, [under, also]);
  await eventuallyIs('online', under, also);
  kept(2, now - 6 * 60_000, [under]);
  await eventually(() => expect(running.received.reports).toHaveLength(2));
  // Earlier reports have been stored.
  await running.gateway.close();
  expect(await status(also)).toBe('online');
});

test('the list of the standby of a pair is ignored, the one of the active counts for both', async () => {
  const [first, second] = [newSerial(), newSerial()];
  const [stays, goes] = [newSerial(), newSerial()];
  const one = await controllerIn(first);
  const other = await controllerIn(second);
  list(one, [], half('active', second, true));
  // It took over while the first one was assumed to be down.
  list(other, [stays, goes], half('standby', first, false));
  await eventuallyIs('online', stays, goes);
  list(other, [], half('standby', first, true));
  await eventuallyIs('online', second);
  expect([await status(stays), await status(goes)]).toEqual(['online', 'online']);
  list(one, [stays], half('active', second, true));
  await eventuallyIs('offline', goes);
  expect(await status(stays)).toBe('online');
});

test('a member is pending until its controller reports it online once, and offline afterwards', async () => {
  const [fresh, registered] = [newSerial(), newSerial()];
  const manager = await controllerIn();
  await harness.register(tenant, registered, siteId);
  const tell = (online: boolean) =>
    manager.report({
      'x-airloom': { members: [fresh, registered].map((serial) => ({ ...member(serial), online })) },
    });
  tell(false);
  await eventually(async () => expect((await harness.row(tenant, registered))?.managed_by).not.toBeNull());
  await eventuallyIs('neverConnected', fresh, registered);
  expect((await harness.row(tenant, fresh))?.offline_at).toBeNull();
  expect(await toldOffline()).toEqual([]);
  list(manager, []);
  tell(true);
  await eventuallyIs('online', fresh, registered);
  tell(false);
  await eventuallyIs('offline', fresh, registered);
  expect((await harness.row(tenant, fresh))?.offline_at).not.toBeNull();
});

test('members that were never online stay pending when their controller is lost', async () => {
  const [up, never] = [newSerial(), newSerial()];
  const manager = await controllerIn();
  manager.report({ 'x-airloom': { members: [member(up), { ...member(never), online: false }] } });
  await eventuallyIs('online', up);
  await eventuallyIs('neverConnected', never);
  manager.end();
  await eventually(() => expect(running.received.gone.at(-1)?.serial).toBe(manager.serial));
  harness.advance(21_000);
  await eventuallyIs('offline', up);
  expect(await status(never)).toBe('neverConnected');
});

test('a device that connected is online before its first report, and one that was only registered is pending', async () => {
  const serial = newSerial();
  await harness.register(tenant, serial, siteId);
  expect(await status(serial)).toBe('neverConnected');
  await harness.connected(running, tenant, serial);
  await eventuallyIs('online', serial);
});
