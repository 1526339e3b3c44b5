import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../fleet/fleet.ts';
import { type Json, recordIn, recordsIn } from '../json.ts';
import { type Caller, TinyGateway } from '../testing/tiny-gateway.ts';
import type { DeviceKind } from '../world/models.ts';
import { makeImage } from './firmware-image.ts';

let gateway: TinyGateway;
let fleet: Fleet;
let files: Server;
let uploads: Buffer[] = [];
let image = makeImage('CAP-620 9.9.9', [], 3000);
const HOUR = 3600;

beforeAll(async () => {
  gateway = await TinyGateway.open();
  fleet = await startFleet({
    devices: 0,
    sites: 1,
    seed: 21,
    kinds: { ap: 3, switch: 2, gateway: 1, ac: 2, smart: 2, controller: 1 },
    gateway: gateway.url,
    code: 'code',
    interval: HOUR,
    bootMs: 60,
    secondMs: 30,
  });
  await fleet.ready;
  files = createServer((request, response) => {
    if (request.method === 'GET') return response.end(image);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      uploads.push(Buffer.concat(chunks));
      response.end('ok');
    });
  }).listen(0, '127.0.0.1');
  await once(files, 'listening');
});

afterEach(() => {
  fleet.control.fault({}, { configuration: 'none', firmware: 'none' });
  uploads = [];
});

afterAll(async () => {
  await fleet.stop();
  await gateway.close();
  files.close();
});

function nodeOf(kind: DeviceKind, at = 0) {
  return fleet.world.devices.filter((node) => node.kind === kind)[at] ?? expect.fail();
}

function callerOf(kind: DeviceKind, at = 0, after?: Caller): Promise<Caller> {
  return gateway.caller(nodeOf(kind, at).serial, after);
}

function uriOf(path: string): string {
  return `http://127.0.0.1:${(files.address() as AddressInfo).port}${path}`;
}

function statusOf(result: Json): Json {
  return recordIn(result['status']);
}

function lastState(caller: Caller, uuid: number): Promise<Json> {
  return gateway.until(() => caller.told('state').find((params) => params['uuid'] === uuid));
}

/** Waits until the device has dealt with everything before: it answers in order. */
async function afterPing(caller: Caller): Promise<void> {
  await caller.obey({ name: 'ping' });
}

const KINDS_THAT_TALK: DeviceKind[] = ['ap', 'ac', 'gateway', 'switch', 'controller', 'smart'];

test.each(KINDS_THAT_TALK)('%s answers a ping', async (kind) => {
  const caller = await callerOf(kind);
  expect(await caller.obey({ name: 'ping' })).toEqual({
    serial: caller.serial,
    uuid: 1,
    status: { error: 0, text: 'Success' },
  });
});

// Sensors never leave, so somebody is there at any hour; the tests below send them running.
test('a client that is kicked is gone', async () => {
  const node = fleet.world.devices.find(
    (one) => one.radios.length > 0 && fleet.world.siteOf(one).clientsAt(one).length > 0,
  );
  if (!node) return expect.fail('nobody is at any access point');
  const caller = await gateway.caller(node.serial);
  const client = fleet.world.siteOf(node).clientsAt(node)[0] ?? expect.fail();
  expect(statusOf(await caller.obey({ name: 'kickClient', mac: client.mac, banSeconds: 600 }))).toMatchObject(
    { error: 0 },
  );
  expect(client.stay).toBeNull();
  await gateway.until(() => JSON.stringify(caller.told('event')).includes('client.leave'));
  const again = await caller.obey({ name: 'kickClient', mac: client.mac, banSeconds: 1 });
  expect(statusOf(again)).toMatchObject({ error: 1 });
});

test.each(KINDS_THAT_TALK)('%s applies a configuration and reports its version', async (kind) => {
  const caller = await callerOf(kind);
  const version = 1_800_000_000 + KINDS_THAT_TALK.indexOf(kind);
  const document = {
    uuid: version,
    unit: { name: `New ${kind}` },
    metrics: { statistics: { interval: 120 } },
  };
  const result = await caller.obey({ name: 'configure', version, document });
  expect(result).toMatchObject({ uuid: version, status: { error: 0 } });
  await lastState(caller, version);
  expect(nodeOf(kind).name).toBe(`New ${kind}`);
});

test('an access point refuses values out of range and names them', async () => {
  const caller = await callerOf('ap');
  const document = {
    uuid: 1_800_000_100,
    radios: [{ band: '2G', 'tx-power': 40 }],
    interfaces: [{ vlan: { id: 4060 }, ssids: [{ name: 'x'.repeat(33) }] }],
  };
  const before = fleet.device(caller.serial)?.uuid;
  const result = await caller.obey({ name: 'configure', version: 1_800_000_100, document });
  expect(result).toMatchObject({ uuid: 1_800_000_100, status: { error: 2, text: 'Failed' } });
  expect(statusOf(result)['rejected']).toEqual([
    '[E] (In /radios/0/tx-power) Value must be lower than or equal to 30',
    '[E] (In /interfaces/0/vlan/id) Value must be lower than or equal to 4050',
    '[E] (In /interfaces/0/ssids/0/name) String must have between 1 and 32 characters',
  ]);
  expect(fleet.device(caller.serial)?.uuid).toBe(before);
});

test('a radio it does not have is left out and named', async () => {
  const caller = await callerOf('smart');
  const document = {
    uuid: 1_800_000_200,
    radios: [{ band: '6G' }, { band: '2G', channel: 11, 'tx-power': 12 }],
  };
  const result = await caller.obey({ name: 'configure', version: 1_800_000_200, document });
  expect(statusOf(result)).toMatchObject({
    error: 1,
    rejected: ['[W] (In /radios/0) no radio of this band'],
  });
  await lastState(caller, 1_800_000_200);
  expect(nodeOf('smart').radios[0]).toMatchObject({ channel: 11, txPower: 12 });
});

test('a switch puts a port out of use and says so; a packed configuration it does not read', async () => {
  const caller = await callerOf('switch', 1);
  const node = nodeOf('switch', 1);
  const port = node.ports[1] ?? '';
  const document = {
    uuid: 1_800_000_300,
    ethernet: [{ 'select-ports': [port], enabled: false, poe: { 'admin-mode': false } }],
  };
  expect(statusOf(await caller.obey({ name: 'configure', version: 1_800_000_300, document }))).toEqual({
    error: 0,
    text: '',
  });
  const state = recordIn((await lastState(caller, 1_800_000_300))['state']);
  const shown = recordIn(recordIn(recordIn(state['link-state'])['upstream'])[port]);
  expect(shown).toMatchObject({ carrier: false, poe: { status: 'Disabled' } });
  expect(JSON.stringify(caller.told('event'))).toContain('wired.carrier-down');
  const id = caller.sendRaw('configure', {
    compress_64: 'eJyrVirNTFGyMtRRSs7PS8tMV7KqRuIpWRka1gIAm+oJcA==',
    compress_sz: 30,
  });
  await gateway.until(() => caller.answers(id)[0]);
  expect(caller.answers(id)[0]).toMatchObject({ uuid: 0, status: { error: 2, text: 'invalid parameters' } });
});

test('other networks go on the air with a configuration', async () => {
  const caller = await callerOf('ap', 1);
  const node = nodeOf('ap', 1);
  const document = {
    uuid: 1_800_000_400,
    interfaces: [
      {
        ssids: [
          { name: 'Alpha', 'wifi-bands': ['5G'], encryption: { proto: 'psk2', key: 'secretkey' } },
          { name: 'Beta' },
        ],
      },
    ],
  };
  await caller.obey({ name: 'configure', version: 1_800_000_400, document });
  expect(node.networks).toEqual([
    { name: 'Alpha', bands: ['5G'] },
    { name: 'Beta', bands: node.model.bands },
  ]);
  const state = await lastState(caller, 1_800_000_400);
  const ssids = recordsIn(recordsIn(recordIn(state['state'])['interfaces'])[0]?.['ssids']).map(
    (one) => one['ssid'],
  );
  expect(new Set(ssids)).toEqual(new Set(['Alpha', 'Beta']));
});

test('on demand a configuration is refused or taken in part', async () => {
  const caller = await callerOf('gateway');
  const configure = (version: number) =>
    caller.obey({ name: 'configure', version, document: { uuid: version, unit: { name: 'GW' } } });
  fleet.control.fault({ serial: caller.serial }, { configuration: 'refused' });
  expect(statusOf(await configure(1_800_000_500))).toMatchObject({ error: 2 });
  fleet.control.fault({ serial: caller.serial }, { configuration: 'partly' });
  expect(statusOf(await configure(1_800_000_501))).toMatchObject({ error: 1 });
  expect(fleet.device(caller.serial)?.uuid).toBe(1_800_000_501);
});

test('an access point answers a reboot twice and comes back young', async () => {
  const caller = await callerOf('ap');
  const result = await caller.obey({ name: 'reboot' });
  expect(statusOf(result)).toMatchObject({ error: 0, text: 'triggered command action' });
  const back = await callerOf('ap', 0, caller);
  expect(
    caller.frames
      .filter((frame) => 'id' in frame && recordIn(frame['result'])['status'] !== undefined)
      .filter((frame) => JSON.stringify(frame).includes('"resultCode":0')),
  ).toHaveLength(2);
  expect(back.told('connect')[0]).toMatchObject({ reason: 'reboot' });
  expect(Date.now() - nodeOf('ap').startedAt).toBeLessThan(20_000);
});

test('a switch answers a reboot once and tells of it afterwards', async () => {
  const caller = await callerOf('switch', 1);
  expect(statusOf(await caller.obey({ name: 'reboot' }))).toMatchObject({
    text: 'Reboot requested successfully',
  });
  const back = await callerOf('switch', 1, caller);
  await gateway.until(() => JSON.stringify(back.told('event')).includes('device.reboot'));
});

test('a factory reset forgets the configuration', async () => {
  const caller = await callerOf('ap', 2);
  const node = nodeOf('ap', 2);
  const document = { uuid: 1_800_000_600, unit: { name: 'Short-lived' } };
  await caller.obey({ name: 'configure', version: 1_800_000_600, document });
  await caller.obey({ name: 'factoryReset', keepRedirector: true });
  const back = await callerOf('ap', 2, caller);
  expect(back.told('connect')[0]).toMatchObject({ reason: 'factory', uuid: 1 });
  expect(node.name).toBe(node.factoryName);
});

test('an upgrade is fetched, installed and run', async () => {
  const caller = await callerOf('ap', 2);
  image = makeImage('CAP-620 5.0.0', [nodeOf('ap', 2).model.compatible], 200_000);
  const command = { name: 'upgrade', uri: uriOf('/cap.bin'), keepRedirector: true } as const;
  expect(statusOf(await caller.obey(command))).toMatchObject({ error: 0 });
  const back = await callerOf('ap', 2, caller);
  expect(back.told('connect')[0]).toMatchObject({ reason: 'upgrade', firmware: 'CAP-620 5.0.0' });
});

test('a switch tells how its upgrade goes', async () => {
  const caller = await callerOf('switch');
  image = Buffer.alloc(50_000, 1);
  await caller.obey({ name: 'upgrade', uri: uriOf('/SW%206.0.bin'), keepRedirector: true });
  const back = await callerOf('switch', 0, caller);
  expect(back.told('connect')[0]).toMatchObject({ reason: 'upgrade', firmware: 'SW 6.0' });
  const phases = caller
    .told('event')
    .map((params) => JSON.stringify(params))
    .filter((text) => text.includes('firmware_upgrade_status'))
    .map((text) => /"operation":"(\w+)"/.exec(text)?.[1]);
  expect([...new Set(phases)]).toEqual(['download', 'install', 'success']);
});

test.each([
  ['download', 'answer'],
  ['install', 'upgradefailed'],
  ['boot', 'upgradefailed'],
] as const)('an upgrade fails at %s on demand', async (firmware, outcome) => {
  const caller = await callerOf('ap', 1);
  const before = nodeOf('ap', 1).firmware;
  image = makeImage('CAP-620 7.0.0', [], 1000);
  fleet.control.fault({ serial: caller.serial }, { firmware });
  const result = await caller.obey({ name: 'upgrade', uri: uriOf('/cap.bin'), keepRedirector: false });
  if (outcome === 'answer') expect(statusOf(result)).toMatchObject({ error: 2 });
  else {
    const back = await callerOf('ap', 1, caller);
    expect(back.told('connect')[0]).toMatchObject({ reason: outcome, firmware: before });
  }
  expect(nodeOf('ap', 1).firmware).toBe(before);
});

test('an image for others, or half an image, is not installed', async () => {
  const caller = await callerOf('ap', 1);
  const send = () => caller.obey({ name: 'upgrade', uri: uriOf('/cap.bin'), keepRedirector: false });
  image = makeImage('X 1', ['somebody_else'], 1000);
  expect(statusOf(await send())['text']).toContain('not for');
  image = makeImage('X 1', [], 2000).subarray(0, 1500);
  expect(statusOf(await send())['text']).toContain('not complete');
});

test('lights blink as long as asked', async () => {
  const caller = await callerOf('ap');
  const device = fleet.device(caller.serial) ?? expect.fail();
  expect(statusOf(await caller.obey({ name: 'locate', seconds: 20, pattern: 'blink' }))).toMatchObject({
    error: 0,
  });
  expect(device.leds).toBe('blink');
});

test('a trace is uploaded as a capture file', async () => {
  const caller = await callerOf('ap');
  await caller.obey({ name: 'trace', packets: 12, network: 'up', uri: uriOf('/upload') });
  await expect.poll(() => uploads.length, { timeout: 10_000 }).toBe(1);
  const body = uploads[0] ?? expect.fail();
  expect(body.toString('latin1')).toContain(`name="name"\r\n\r\n${caller.serial}\r\n`);
  const at = body.indexOf(Buffer.from('d4c3b2a1', 'hex'));
  let packets = 0;
  for (
    let from = at + 24;
    body.readUInt32LE(from + 8) === body.readUInt32LE(from + 12) && body.readUInt32LE(from + 8) < 2000;
  ) {
    packets += 1;
    from += 16 + body.readUInt32LE(from + 8);
    if (from + 16 > body.length || body.subarray(from, from + 4).toString() === '\r\n--') break;
  }
  expect(packets).toBe(12);
});

test('a scan hears the colleagues', async () => {
  const caller = await callerOf('ap');
  const result = await caller.obey({ name: 'wifiScan', bands: ['5G'] });
  const scan = recordsIn(statusOf(result)['scan']);
  expect(scan.length).toBeGreaterThan(2);
  for (const entry of scan) {
    expect(entry['channel']).toBeGreaterThanOrEqual(36);
    expect(entry['signal']).toBeLessThan(-20);
  }
});

test.each(['ap', 'switch'] as const)('%s sends its state on request', async (kind) => {
  const caller = await callerOf(kind);
  await caller.obey({ name: 'requestState', what: 'state', requestId: 'r-1' });
  await gateway.until(() => caller.told('state').find((params) => params['request_uuid'] === 'r-1'));
  await caller.obey({ name: 'requestState', what: 'healthcheck', requestId: 'r-2' });
  await gateway.until(() => caller.told('healthcheck')[0]);
});

test('a script runs and answers; what takes too long says 255', async () => {
  const caller = await callerOf('ap');
  const run = (script: string) => caller.obey({ name: 'script', script, timeoutSeconds: 1 });
  expect(statusOf(await run('echo one\nid'))).toEqual({ error: 0, result: 'one\nuid=0(root) gid=0(root)\n' });
  expect(statusOf(await run('nothing-such'))).toMatchObject({ error: 127 });
  expect(statusOf(await run('sleep 60'))).toMatchObject({ error: 255 });
});

test.each(['ap', 'switch'] as const)(
  '%s tells its state every few seconds until told to stop',
  async (kind) => {
    const caller = await callerOf(kind);
    await caller.obey({ name: 'telemetry', intervalSeconds: 1 });
    await gateway.until(() => caller.told('telemetry').length >= 3);
    await caller.obey({ name: 'telemetry', intervalSeconds: 0 });
    await afterPing(caller);
    expect(caller.told('telemetry')[0]).toHaveProperty(['data', 'state']);
  },
);

test('a power cycle takes what hangs from the port down', async () => {
  const caller = await callerOf('switch', 1);
  const node = nodeOf('switch', 1);
  const fed = node.children.find((child) => child.kind === 'ap' && child.manager === null) ?? expect.fail();
  const before = await gateway.caller(fed.serial);
  await caller.obey({ name: 'powerCycle', ports: [{ name: fed.parentPort ?? '', offMs: 1000 }] });
  const back = await gateway.caller(fed.serial, before);
  expect(back.told('connect')[0]).toMatchObject({ reason: 'coldboot' });
  await gateway.until(() =>
    JSON.stringify(caller.told('event')).includes('wired.poe.status.delivering_power'),
  );
});

test('an unknown method: silence from an access point, "Success" from a switch', async () => {
  const [ap, wired] = [await callerOf('ap'), await callerOf('switch')];
  const silent = ap.sendRaw('remote_access', { serial: ap.serial });
  await afterPing(ap);
  expect(ap.answers(silent)).toEqual([]);
  const polite = wired.sendRaw('remote_access', { serial: wired.serial });
  await gateway.until(() => wired.answers(polite)[0]);
  expect(wired.answers(polite)[0]).toMatchObject({ status: { error: 0, text: 'Success' } });
});

test('what an access point cannot read it logs or refuses', async () => {
  const ap = await callerOf('ap');
  const unread = ap.sendRaw('configure', { serial: ap.serial, filler: 'x'.repeat(40_000) });
  await gateway.until(() => ap.told('log')[0]);
  expect(ap.told('log')[0]).toMatchObject({ log: 'failed to parse command', severity: 2 });
  expect(ap.answers(unread)).toEqual([]);
  const invalid = ap.sendRaw('request', { serial: ap.serial, message: 'state' });
  await gateway.until(() => ap.answers(invalid)[0]);
  expect(ap.answers(invalid)[0]).toMatchObject({ status: { error: 1, text: 'invalid parameters' } });
});

test('the ledger counts what was obeyed', async () => {
  const caller = await callerOf('controller');
  const count = () => fleet.ledger.deeds(caller.serial).commands.get('ping') ?? 0;
  const before = count();
  await afterPing(caller);
  expect(count()).toBe(before + 1);
});
