import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Json, numberIn, recordIn } from '../json.ts';
import { type Caller, TinyGateway } from '../testing/tiny-gateway.ts';
import { openControlPort, runCommand } from './control-commands.ts';
import { type Fleet, type FleetOptions, startFleet } from './fleet.ts';

let gateway: TinyGateway;
let folder: string;
const fleets: Fleet[] = [];
const HOUR = 3600;

beforeEach(async () => {
  gateway = await TinyGateway.open();
  folder = await mkdtemp(join(tmpdir(), 'fleet-'));
});

afterEach(async () => {
  await Promise.all(fleets.splice(0).map((fleet) => fleet.stop()));
  await gateway.close();
  await rm(folder, { recursive: true });
});

async function start(options: Partial<FleetOptions> = {}): Promise<Fleet> {
  const fleet = await startFleet({
    devices: 6,
    sites: 1,
    seed: 5,
    gateway: gateway.url,
    code: 'code',
    interval: HOUR,
    bootMs: 40,
    secondMs: 20,
    retryMaxMs: 50,
    ...options,
  });
  fleets.push(fleet);
  await fleet.ready;
  return fleet;
}

function firstAp(fleet: Fleet): string {
  return fleet.simulation.devices.find(({ kind }) => kind === 'ap')?.serial ?? expect.fail();
}

function sequences(caller: Caller): number[] {
  return caller.received('state').flatMap((params) => numberIn(recordIn(params['x-airloom'])['seq']) ?? []);
}

test('a device enrols once and uses the kept certificate at the next start', async () => {
  const first = await start({ state: folder });
  expect(gateway.enrolments).toBe(6);
  const serials = first.simulation.devices.map(({ serial }) => serial);
  await first.stop();
  expect((await stat(join(folder, 'identities.ndjson'))).mode & 0o077).toBe(0);
  const second = await start({ state: folder });
  expect(gateway.enrolments).toBe(6);
  expect(second.simulation.devices.map(({ serial }) => serial)).toEqual(serials);
});

test('the next start continues the previous simulation', async () => {
  const first = await start({ state: folder });
  const serial = firstAp(first);
  const caller = await gateway.caller(serial);
  await caller.execute({
    name: 'configure',
    version: 1_800_000_001,
    document: {
      uuid: 1_800_000_001,
      unit: { name: 'Kept' },
      interfaces: [{ ssids: [{ name: 'Kept too' }] }],
    },
  });
  const before = first.ledger.device(serial) ?? expect.fail();
  await first.stop();
  const second = await start({ state: folder });
  const back = await gateway.caller(serial, caller);
  expect(back.received('connect')[0]).toMatchObject({ uuid: 1_800_000_001 });
  const after = second.ledger.device(serial);
  expect(after?.name).toBe('Kept');
  expect(second.simulation.node(serial)?.networks.map(({ name }) => name)).toEqual(['Kept too']);
  expect(after?.ranSeconds).toBeGreaterThanOrEqual(before.ranSeconds);
});

test('certificates are signed locally in bulk', async () => {
  const authority = await gateway.authorityFiles();
  const fleet = await start({ devices: 20, sites: 2, authority: { ...authority, organization: 'account' } });
  expect(gateway.enrolments).toBe(0);
  expect(fleet.status().connected).toBe(20);
});

test('a device refuses a cloud with a certificate of another authority', async () => {
  const other = await TinyGateway.open();
  const troubles: string[] = [];
  const fleet = await startFleet({
    devices: 1,
    sites: 1,
    seed: 5,
    gateway: gateway.url,
    ca: other.ca,
    authority: await gateway.authorityFiles(),
    retryMaxMs: 20,
    onTrouble: (_, error) => troubles.push(error.message),
  });
  fleets.push(fleet);
  await expect.poll(() => troubles.length, { timeout: 120_000 }).toBeGreaterThan(1);
  expect(troubles[0]).toContain('not from whom it should be');
  expect(fleet.status().connected).toBe(0);
  expect(gateway.callers).toEqual([]);
  await other.close();
});

test('reports are kept and sent again until they are acknowledged', async () => {
  gateway.acknowledges = false;
  const fleet = await start();
  const serial = firstAp(fleet);
  const first = await gateway.caller(serial);
  fleet.control.reportNow({ serial });
  fleet.control.reportNow({ serial });
  await gateway.until(() => sequences(first).length >= 2);
  fleet.control.offline({ serial });
  fleet.control.reportNow({ serial });
  fleet.control.online({ serial });
  const second = await gateway.caller(serial, first);
  await gateway.until(() => sequences(second).length >= 3);
  expect(sequences(second).slice(0, 2)).toEqual(sequences(first));
  expect(second.wasResumed).toBe(true);

  gateway.acknowledges = true;
  fleet.control.reconnect({ serial }, 0);
  const third = await gateway.caller(serial, second);
  await gateway.until(() => sequences(third).length >= 3);
  await third.execute({ name: 'ping' });
  expect(fleet.ledger.activity(serial).reportsAcknowledged).toBe(sequences(third).length);

  fleet.control.reconnect({ serial }, 0);
  const fourth = await gateway.caller(serial, third);
  await fourth.execute({ name: 'ping' });
  expect(sequences(fourth)).toEqual([]);
});

test('devices reconnect to a cloud that was unreachable', async () => {
  const fleet = await start({ devices: 12, sites: 2 });
  for (const { socket } of gateway.callers) socket.terminate();
  await gateway.until(() => gateway.callers.length >= 24 && fleet.status().connected === 12);
  for (const caller of gateway.callers.slice(12)) {
    await gateway.until(() => caller.received('connect')[0]);
    expect(caller.received('connect')[0]).toMatchObject({ reason: 'socket' });
  }
});

test('a blackout affects exactly one site', async () => {
  const fleet = await start({ devices: 12, sites: 2 });
  const [dark, bright] = fleet.simulation.sites;
  const met = fleet.control.blackout({ site: dark?.name ?? '' }, 50);
  expect(met).toBe(6);
  expect(dark?.nodes.every((node) => !node.isUp)).toBe(true);
  expect(bright?.nodes.every((node) => node.isUp)).toBe(true);
  await gateway.until(() => gateway.callers.length === 18);
  for (const caller of gateway.callers.slice(12)) {
    await gateway.until(() => caller.received('connect')[0]);
    expect(caller.received('connect')[0]).toMatchObject({ reason: 'coldboot' });
  }
});

test('a silent blackout closes no connection until the device reconnects', async () => {
  const fleet = await start();
  const serial = firstAp(fleet);
  const left = await gateway.caller(serial);
  const pongs: string[] = [];
  left.socket.on('pong', (data) => pongs.push(data.toString()));
  left.socket.ping('before');
  await once(left.socket, 'pong');
  expect(runCommand(fleet, { do: 'stop', silent: true })).toEqual({ devices: 6 });
  left.socket.ping('after');
  left.sendRaw('ping', { serial });
  expect(fleet.status().connected).toBe(0);
  expect(gateway.callers.map(({ socket }) => socket.readyState)).toEqual(Array(6).fill(WebSocket.OPEN));
  fleet.control.start({});
  const back = await gateway.caller(serial, left);
  await gateway.until(() => left.socket.readyState === WebSocket.CLOSED);
  await back.execute({ name: 'ping' });
  expect(pongs).toEqual(['before']);
  expect(left.frames.filter((frame) => 'result' in frame)).toEqual([]);
});

test('stopping a switch with "behind" stops exactly the devices downstream of it', async () => {
  const fleet = await start({ devices: 0, kinds: { gateway: 1, switch: 3, ap: 4, smart: 3 } });
  const access = fleet.simulation.devices.filter(({ kind }) => kind === 'switch')[1] ?? expect.fail();
  const behind = (node: typeof access): string[] =>
    node.children.flatMap((child) => [child.serial, ...behind(child)]);
  const gone = [access.serial, ...behind(access)].toSorted();
  expect(runCommand(fleet, { do: 'stop', serial: access.serial, behind: true })).toEqual({
    devices: gone.length,
  });
  const down = fleet.simulation.devices.filter(({ isUp }) => !isUp).map(({ serial }) => serial);
  expect(down.toSorted()).toEqual(gone);
  expect(gone.length).toBeGreaterThan(2);
  expect(gone.length).toBeLessThan(11);
});

test('a device flaps the requested number of times', async () => {
  const fleet = await start();
  const serial = firstAp(fleet);
  const callers = () => gateway.callers.filter((caller) => caller.serial === serial);
  expect(runCommand(fleet, { do: 'flap', serial, times: 3, awayMs: 10, everyMs: 500 })).toEqual({
    devices: 1,
  });
  // The gateway sees a connection before the device does.
  await expect
    .poll(() => fleet.ledger.activity(serial), { timeout: 120_000 })
    .toMatchObject({ connects: 4, restarts: 0 });
  expect(callers()).toHaveLength(4);
});

test('a controller reports that a member fails and comes back', async () => {
  const fleet = await start({ devices: 0, kinds: { ac: 1, ap: 2 } });
  const node = fleet.simulation.sites[0]?.nodes.find(({ manager }) => manager !== null) ?? expect.fail();
  const controller = await gateway.caller(node.manager?.serial ?? '');
  const received = () => JSON.stringify(controller.received('event'));
  const { serial } = node;
  expect(runCommand(fleet, { do: 'devices' })).toMatchObject({
    devices: expect.arrayContaining([expect.objectContaining({ serial, manager: controller.serial })]),
  });
  expect(fleet.control.offline({ serial })).toBe(0);
  expect(fleet.control.stop({ serial })).toBe(1);
  expect(node.isUp).toBe(false);
  await gateway.until(() => received().includes('x-airloom.member-down'));
  expect(fleet.control.start({ serial })).toBe(1);
  await gateway.until(() => received().includes('x-airloom.member-up'));
  expect(fleet.control.restart({ serial })).toBe(1);
  expect(node.isUp).toBe(false);
  await expect.poll(() => node.isUp).toBe(true);
});

async function reportOf(fleet: Fleet, serial: string): Promise<Json> {
  const caller = await gateway.caller(serial);
  const seen = caller.received('state').length;
  fleet.control.reportNow({ serial });
  return gateway.until(() => caller.received('state')[seen]);
}

test('forced load and a wrong clock appear in the reports', async () => {
  const fleet = await start();
  const serial = firstAp(fleet);
  fleet.control.highCpu({ serial }, 97);
  fleet.control.highTemperature({ serial }, 92);
  fleet.control.fault({ serial }, { skewMs: -7_200_000 });
  const params = await reportOf(fleet, serial);
  const unit = recordIn(recordIn(params['state'])['unit']);
  expect(unit).toMatchObject({ cpu_load: [97, 97, 97], temperature: [92, 96] });
  expect(Number(unit['localtime']) * 1000).toBeLessThan(Date.now() - 7_000_000);
});

test('a port flaps', async () => {
  const fleet = await start();
  const node = fleet.simulation.devices.find(({ kind }) => kind === 'switch') ?? expect.fail();
  const caller = await gateway.caller(node.serial);
  fleet.control.flapPort({ serial: node.serial }, node.ports[1] ?? '', 2, 5);
  const types = () =>
    caller.received('event').map((params) => /carrier-(\w+)/.exec(JSON.stringify(params))?.[1]);
  await gateway.until(() => types().length >= 4);
  expect(types()).toEqual(['down', 'up', 'down', 'up']);
});

test('frames can be duplicated, dropped, slow and late', async () => {
  const fleet = await start();
  const serial = firstAp(fleet);
  const caller = await gateway.caller(serial);
  fleet.control.fault({ serial }, { duplicatePercent: 100 });
  fleet.control.reportNow({ serial });
  await gateway.until(() => sequences(caller).length === 2);
  expect(new Set(sequences(caller)).size).toBe(1);

  fleet.control.fault({ serial }, { duplicatePercent: 0, dropPercent: 100 });
  fleet.control.reportNow({ serial });
  fleet.control.fault({ serial }, { dropPercent: 0, lateMs: 30, slowMs: 10 });
  fleet.control.reportNow({ serial });
  await gateway.until(() => sequences(caller).length === 3);
  expect(sequences(caller)).toEqual([1, 1, 3]);
});

test('commands run by name, also over the control port', async () => {
  const fleet = await start();
  const serial = firstAp(fleet);
  expect(runCommand(fleet, { do: 'highCpu', serial, percent: 99 })).toEqual({ devices: 1 });
  expect(fleet.device(serial)?.faults.strain.cpuPercent).toBe(99);
  expect(runCommand(fleet, { do: 'fault', dropPercent: 3, firmware: 'install' })).toEqual({ devices: 6 });
  expect(fleet.device(serial)?.faults).toMatchObject({ dropPercent: 3, firmware: 'install' });
  expect(runCommand(fleet, { do: 'no such' })).toHaveProperty('error');
  const server = await openControlPort(fleet, 0);
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body: JSON.stringify({ do: 'status' }),
  });
  expect(await answer.json()).toMatchObject({ devices: 6, connected: 6 });
  server.close();
});

test('the history is reported before the present and equals the ledger', async () => {
  const fleet = await start({ historyDays: 2, state: folder });
  const serial = firstAp(fleet);
  const caller = await gateway.caller(serial);
  const times = caller.received('state').map((params) => numberIn(recordIn(params['x-airloom'])['at']) ?? 0);
  expect(times.length).toBeGreaterThan(150);
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect((times[0] ?? 0) - (Date.now() - 48 * HOUR * 1000)).toBeLessThan(HOUR * 1000);

  const marks = new Map(fleet.ledger.hours(serial).map((mark) => [mark.hour, mark]));
  const uplinks = caller.received('state').map((params) => {
    const state = recordIn(params['state']);
    const wan = recordIn(recordIn(recordIn(state['link-state'])['upstream'])['WAN']);
    const at = numberIn(recordIn(params['x-airloom'])['at']) ?? 0;
    return {
      at,
      rx: Number(recordIn(wan['counters'])['rx_bytes']),
      uptime: Number(recordIn(state['unit'])['uptime']),
    };
  });
  const full = uplinks.filter(({ at }) => marks.has(at));
  for (const [index, one] of full.entries()) {
    const before = full[index - 1];
    if (!before || one.uptime < before.uptime) continue;
    const record = (marks.get(one.at)?.down ?? 0) - (marks.get(before.at)?.down ?? 0);
    expect(one.rx - before.rx).toBe(record);
  }
  const kept = await readFile(join(folder, 'ca.pem'), 'utf8');
  expect(kept).toBe(gateway.ca);
});
