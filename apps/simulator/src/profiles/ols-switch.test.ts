import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startFleet } from '../fleet/fleet.ts';
import type { AuthorityFiles } from '../fleet/issuers.ts';
import { type Json, recordIn, recordsIn } from '../json.ts';
import { isLinked, uplinkPort } from '../simulation/node.ts';
import { OneDevice } from '../testing/one-device.ts';
import { type Caller, TinyGateway } from '../testing/tiny-gateway.ts';

let gateway: TinyGateway;
let authority: AuthorityFiles;
let device: OneDevice;
beforeAll(async () => {
  gateway = await TinyGateway.open();
  authority = { ...(await gateway.authorityFiles()), organization: 'TIP' };
});
afterEach(() => device.stop());
afterAll(async () => {
  await gateway.close();
  await rm(dirname(authority.certificateFile), { recursive: true });
});

async function start(files: AuthorityFiles = authority): Promise<Caller> {
  const known = gateway.callers.at(-1);
  device = await OneDevice.start({ profile: 'ols-switch', gateway: gateway.url, authority: files });
  return gateway.caller(device.serial, known);
}

const PORT = { speed: 1000, duplex: 'full', enabled: true };
const ALL = { ethernet: [{ ...PORT, 'select-ports': ['Ethernet*'] }], interfaces: [] };
const METRICS = { metrics: { statistics: { interval: 60, types: ['lldp'] } } };

async function configure(caller: Caller, version: number, config: Json): Promise<Json> {
  const id = caller.sendRaw('configure', { serial: caller.serial, uuid: version, when: 0, config });
  return gateway.until(() => caller.answers(id)[0]);
}

async function afterPing(caller: Caller): Promise<void> {
  await caller.execute({ name: 'ping' });
}

function eventsOf(caller: Caller): unknown[][] {
  return caller.received('event').map(({ data }) => {
    const { event } = recordIn(data);
    return Array.isArray(event) ? event : [];
  });
}

test.each([
  ['a three-letter organization before it', 'TIP', true],
  ['another organization before it', 'Harbour', false],
])('takes its serial from the certificate with %s', async (_, organization, isRight) => {
  const caller = await start({ ...authority, organization });
  expect(caller.received('connect')[0]?.['serial'] === caller.serial).toBe(isRight);
});

test('a certificate without an organization gives a wrong serial', async () => {
  const { organization: _, ...files } = authority;
  const caller = await start(files);
  expect(caller.received('connect')[0]?.['serial']).not.toBe(caller.serial);
});

test('connects without reason and ports, then sends the start reason without a time', async () => {
  const caller = await start();
  const hello = caller.received('connect')[0] ?? {};
  expect(Object.keys(hello)).toEqual(['serial', 'firmware', 'uuid', 'capabilities']);
  expect(Object.keys(recordIn(hello['capabilities']))).not.toContain('port-list');
  await gateway.until(() => eventsOf(caller).length === 1);
  expect(eventsOf(caller)).toEqual([[0, { type: 'device.powerloss', payload: { description: '' } }]]);
  expect(caller.frames.map(({ method }) => method)).toEqual(['connect', 'event']);
});

test.each([
  ['no ethernet', { interfaces: [] }],
  ['no interfaces', { ethernet: [] }],
  ['a port it does not have', { ...ALL, ethernet: [{ ...PORT, 'select-ports': ['Ethernet99'] }] }],
  ['no port', { ...ALL, ethernet: [{ ...PORT, 'select-ports': [] }] }],
  ['no speed', { ...ALL, ethernet: [{ duplex: 'full', 'select-ports': ['Ethernet*'] }] }],
  ['no duplex', { ...ALL, ethernet: [{ speed: 1000, 'select-ports': ['Ethernet*'] }] }],
])('refuses a configuration with %s and logs why', async (_, config) => {
  const caller = await start();
  const answer = await configure(caller, 50, config);
  expect(answer).toMatchObject({ uuid: 0, status: { error: 2, text: 'Configure parse failed' } });
  expect(caller.received('log').map(({ severity }) => severity)).toContain(3);
  expect(device.device.uuid).toBe(1);
});

test.each([
  ['silent', 50],
  ['late', 51],
] as const)(
  'when it is %s it does not answer and returns with version %d',
  async (configuration, version) => {
    const caller = await start();
    await configure(caller, 50, ALL);
    device.fault({ configuration, awayMs: 50 });
    const id = caller.sendRaw('configure', { serial: caller.serial, uuid: 51, when: 0, config: ALL });
    const back = await gateway.caller(device.serial, caller);
    expect(caller.answers(id)).toEqual([]);
    expect(back.received('connect')[0]).toMatchObject({ uuid: version });
  },
);

test('does not understand a compressed configuration', async () => {
  const caller = await start();
  const packed = caller.sendRaw('configure', { compress_64: 'eJyrVgIAAPQAeQ==', compress_sz: 10 });
  const answer = await gateway.until(() => caller.answers(packed)[0]);
  expect(answer).toMatchObject({ status: { error: 2, text: 'invalid parameters' } });
});

test('does not report until it is configured to', async () => {
  const caller = await start();
  device.report();
  await configure(caller, 60, ALL);
  await afterPing(caller);
  expect(caller.received('state')).toEqual([]);
  await configure(caller, 61, { ...ALL, ...METRICS });
  const state = await gateway.until(() => caller.received('state')[0]);
  expect(state['uuid']).toBe(61);
  expect(recordsIn(recordIn(state['state'])['interfaces'])[0]).toMatchObject({ name: 'Ethernet0', ipv4: {} });
});

test('sends telemetry while it is on', async () => {
  const caller = await start();
  await caller.execute({ name: 'telemetry', intervalSeconds: 1 });
  const frame = await gateway.until(() => caller.received('telemetry')[1]);
  const [entry] = recordIn(frame['data'])['state'] as [number, Json][];
  expect(entry?.[1]).toMatchObject({ uuid: 0, serial: caller.serial, state: { version: 1 } });
});

test('disables unlisted ports, and loses its connection with its uplink', async () => {
  const caller = await start();
  const listed = { ...ALL, ethernet: [{ ...PORT, 'select-ports': ['Ethernet0', 'Ethernet2'] }] };
  await configure(caller, 70, listed);
  expect(device.node.portsOff.has('Ethernet1')).toBe(true);
  expect(device.node.portsOff.has('Ethernet2')).toBe(false);
  const off = { ...ALL, ethernet: [{ ...PORT, 'select-ports': ['Ethernet1'] }] };
  const id = caller.sendRaw('configure', { serial: caller.serial, uuid: 71, config: off });
  await expect.poll(() => device.device.isConnected).toBe(false);
  expect(caller.answers(id)).toEqual([]);
  expect(device.device.wantsLink).toBe(false);
});

test('after a restart it connects with the saved version and reports 0', async () => {
  const caller = await start();
  await configure(caller, 80, { ...ALL, ...METRICS });
  await caller.execute({ name: 'reboot' });
  const back = await gateway.caller(device.serial, caller);
  expect(back.received('connect')[0]).toMatchObject({ uuid: 80 });
  device.report();
  const state = await gateway.until(() => back.received('state')[0]);
  expect(state['uuid']).toBe(0);
  expect(eventsOf(back)[0]).toEqual([0, { type: 'device.reboot', payload: { description: '' } }]);
  await back.execute({ name: 'factoryReset', keepRedirector: true });
  const fresh = await gateway.caller(device.serial, back);
  expect(fresh.received('connect')[0]).toMatchObject({ uuid: 1 });
});

test.each(['leds', 'rtty', 'remote_access', 'powercycle', 'request', 'trace', 'rrm'])(
  'answers Success to %s and does nothing',
  async (method) => {
    const caller = await start();
    const id = caller.sendRaw(method, { serial: caller.serial, message: 'state', request_uuid: 'x' });
    const answer = await gateway.until(() => caller.answers(id)[0]);
    await afterPing(caller);
    expect(answer).toMatchObject({ status: { error: 0, text: 'Success' } });
    expect(caller.received('state')).toEqual([]);
  },
);

test('runs a script', async () => {
  const caller = await start();
  expect(await caller.execute({ name: 'script', script: 'echo up', timeoutSeconds: 5 })).toMatchObject({
    status: { error: 0, result: 'up\n' },
  });
});

test('refuses a gateway whose certificate is of another authority', async () => {
  const other = await TinyGateway.open();
  const troubles: string[] = [];
  const known = gateway.callers.length;
  const fleet = await startFleet({
    devices: 0,
    sites: 1,
    kinds: { switch: 1 },
    profiles: ['ols-switch'],
    seed: 9,
    gateway: gateway.url,
    ca: other.ca,
    authority,
    retryMaxMs: 20,
    onTrouble: (_, error) => troubles.push(error.message),
  });
  await expect.poll(() => troubles.length, { timeout: 120_000 }).toBeGreaterThan(1);
  expect(troubles[0]).toContain('not from whom it should be');
  expect(gateway.callers).toHaveLength(known);
  await fleet.stop();
  await other.close();
});

test('accepts a certificate of its authority that names another host', async () => {
  const { port } = new URL(gateway.url);
  const known = gateway.callers.at(-1);
  device = await OneDevice.start({
    profile: 'ols-switch',
    gateway: `wss://localhost:${port}`,
    ca: gateway.ca,
    authority,
  });
  expect(await gateway.caller(device.serial, known)).toBeDefined();
});

async function stateAfter(caller: Caller, version: number, config: Json): Promise<Json> {
  await configure(caller, version, { ...config, ...METRICS });
  const state = await gateway.until(() => caller.received('state').find(({ uuid }) => uuid === version));
  return recordIn(state['state']);
}

test('reports speed and duplex as configured, and ports that are not listed as down', async () => {
  const caller = await start();
  const uplink = uplinkPort(device.node);
  const linked = device.node.ports.filter((port) => port !== uplink && isLinked(device.node, port));
  const [slow = expect.fail(), unlisted = expect.fail()] = linked;
  const listed = device.node.ports.filter((port) => port !== slow && port !== unlisted);
  const state = await stateAfter(caller, 90, {
    ...ALL,
    ethernet: [
      { ...PORT, 'select-ports': listed },
      { ...PORT, speed: 100, duplex: 'half', 'select-ports': [slow] },
    ],
  });
  const ports = recordIn(recordIn(state['link-state'])['upstream']);
  expect(ports[uplink]).toMatchObject({ carrier: true, speed: 1000, duplex: 'full' });
  expect(ports[slow]).toMatchObject({ carrier: true, speed: 100, duplex: 'half' });
  expect(ports[unlisted]).toMatchObject({ carrier: false });
  expect(ports[unlisted]).not.toHaveProperty('speed');
});

function vlan(id: number, port: string, tag: string): Json {
  return { vlan: { id }, ethernet: [{ 'select-ports': [port], 'vlan-tag': tag }] };
}

test('learns addresses in the VLAN a port is configured for, and none where frames need a tag', async () => {
  const caller = await start();
  const { node } = device;
  const hosts = [...node.hosts].filter(([, { association }]) => association !== null);
  const [[camera] = expect.fail(), [phone] = expect.fail()] = hosts;
  const state = await stateAfter(caller, 91, {
    ...ALL,
    interfaces: [vlan(30, camera, 'un-tagged'), vlan(20, phone, 'tagged')],
  });
  const table = recordIn(state['mac-forwarding-table']);
  expect(Object.keys(recordIn(table[camera]))).toEqual(['30']);
  expect(table).not.toHaveProperty(phone);
});
