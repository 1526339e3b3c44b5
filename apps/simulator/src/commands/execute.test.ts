import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { recordIn, recordsIn } from '../json.ts';
import type { Node } from '../simulation/node.ts';
import { CommandFleet, KINDS_THAT_TALK, statusOf } from '../testing/command-fleet.ts';
import type { Caller } from '../testing/tiny-gateway.ts';

let all: CommandFleet;
beforeAll(async () => {
  all = await CommandFleet.open();
});
afterEach(() => all.calm());
afterAll(() => all.close());

/** Waits until the device has handled everything sent before; it answers in order. */
async function afterPing(caller: Caller): Promise<void> {
  await caller.execute({ name: 'ping' });
}

test.each(KINDS_THAT_TALK)('%s answers a ping', async (kind) => {
  const caller = await all.callerOf(kind);
  expect(await caller.execute({ name: 'ping' })).toEqual({
    serial: caller.serial,
    uuid: 1,
    status: { error: 0, text: 'Success' },
  });
});

// Sensors never leave, so clients are present at any hour; the tests below disconnect them.

test('a disconnected client is gone, and its access point reports it', async () => {
  const node = all.fleet.simulation.devices.find(
    (one) => one.radios.length > 0 && all.fleet.simulation.siteOf(one).clientsAt(one).length > 0,
  );
  if (!node) return expect.fail('nobody is at any access point');
  const caller = await all.gateway.caller(node.serial);
  const client = all.fleet.simulation.siteOf(node).clientsAt(node)[0] ?? expect.fail();
  const stranger = { mac: '02:ff:ff:ff:ff:01', banSeconds: 0 };
  const clients = [stranger, { mac: client.mac, banSeconds: 86_400 }];
  const result = await caller.execute({ name: 'releaseClients', clients });
  expect(statusOf(result)).toMatchObject({ error: 0 });
  expect(client.association).toBeNull();
  await all.gateway.until(() => JSON.stringify(caller.received('event')).includes('client.leave'));
  const again = await caller.execute({ name: 'releaseClients', clients });
  expect(statusOf(again)).toMatchObject({ error: 1, text: 'no such client' });
});

test('a controller disconnects clients of its members', async () => {
  const site = (node: Node) => all.fleet.simulation.siteOf(node);
  const thin = all.fleet.simulation.devices
    .flatMap(({ members }) => members)
    .find((node) => site(node).clientsAt(node).length > 0);
  const client = thin && site(thin).clientsAt(thin)[0];
  if (!thin?.manager || !client) return expect.fail('nobody is at any thin access point');
  const caller = await all.gateway.caller(thin.manager.serial);
  const clients = [{ mac: client.mac, banSeconds: 86_400 }];
  const result = await caller.execute({ name: 'releaseClients', clients });
  expect(statusOf(result)).toMatchObject({ error: 0 });
  expect(client.association).toBeNull();
});

test('an access point answers a reboot twice and restarts its uptime', async () => {
  const caller = await all.callerOf('ap');
  const result = await caller.execute({ name: 'reboot' });
  expect(statusOf(result)).toMatchObject({ error: 0, text: 'triggered command action' });
  const back = await all.callerOf('ap', 0, caller);
  expect(
    caller.frames
      .filter((frame) => 'id' in frame && recordIn(frame['result'])['status'] !== undefined)
      .filter((frame) => JSON.stringify(frame).includes('"resultCode":0')),
  ).toHaveLength(2);
  expect(back.received('connect')[0]).toMatchObject({ reason: 'reboot' });
  expect(Date.now() - all.nodeOf('ap').startedAt).toBeLessThan(20_000);
});

test('a switch answers a reboot once and reports it afterwards', async () => {
  const caller = await all.callerOf('switch', 1);
  expect(statusOf(await caller.execute({ name: 'reboot' }))).toMatchObject({
    text: 'Reboot requested successfully',
  });
  const back = await all.callerOf('switch', 1, caller);
  await all.gateway.until(() => JSON.stringify(back.received('event')).includes('device.reboot'));
});

test.each(KINDS_THAT_TALK)('%s accepts a password and does not report it', async (kind) => {
  const caller = await all.callerOf(kind);
  const device = all.fleet.device(caller.serial) ?? expect.fail();
  const document = { unit: { name: 'Quay', 'system-password': 'Zebra-Quay-77' } };
  const result = await caller.execute({ name: 'configure', version: 1_800_000_700, document });
  expect(statusOf(result)).toMatchObject({ error: 0 });
  expect(device.uuid).toBe(1_800_000_700);
  expect(device.saved.document).toEqual({ unit: { name: 'Quay' }, uuid: 1_800_000_700 });
  await afterPing(caller);
  expect(JSON.stringify(caller.frames)).not.toContain('Zebra-Quay-77');
});

test('a factory reset removes the configuration', async () => {
  const caller = await all.callerOf('ap', 2);
  const node = all.nodeOf('ap', 2);
  const document = { uuid: 1_800_000_600, unit: { name: 'Short-lived' } };
  await caller.execute({ name: 'configure', version: 1_800_000_600, document });
  await caller.execute({ name: 'factoryReset', keepRedirector: true });
  const back = await all.callerOf('ap', 2, caller);
  expect(back.received('connect')[0]).toMatchObject({ reason: 'factory', uuid: 1 });
  expect(node.name).toBe(node.factoryName);
});

test.each(['ap', 'switch', 'ac'] as const)(
  'lights of %s blink as long as asked, and no longer',
  async (kind) => {
    const caller = await all.callerOf(kind);
    const device = all.fleet.device(caller.serial) ?? expect.fail();
    const result = await caller.execute({ name: 'locate', seconds: 20, pattern: 'blink' });
    expect(statusOf(result)).toMatchObject({ error: 0 });
    expect(device.leds).toBe('blink');
    await expect.poll(() => device.leds, { interval: 20 }).toBe('on');
  },
);

test('a trace is uploaded as a capture file', async () => {
  const caller = await all.callerOf('ap');
  await caller.execute({ name: 'trace', packets: 12, network: 'up', uri: all.uriOf('/upload') });
  await expect.poll(() => all.uploads.length, { timeout: 120_000 }).toBe(1);
  const body = all.uploads[0] ?? expect.fail();
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

test('a scan finds neighbouring access points', async () => {
  const caller = await all.callerOf('ap');
  const result = await caller.execute({ name: 'wifiScan', bands: ['5G'] });
  const scan = recordsIn(statusOf(result)['scan']);
  expect(scan.length).toBeGreaterThan(2);
  for (const entry of scan) {
    expect(entry['channel']).toBeGreaterThanOrEqual(36);
    expect(entry['signal']).toBeLessThan(-20);
  }
});

test.each(['ap', 'switch'] as const)('%s sends its state on request', async (kind) => {
  const caller = await all.callerOf(kind);
  await caller.execute({ name: 'requestState', what: 'state', requestId: 'r-1' });
  await all.gateway.until(() => caller.received('state').find((params) => params['request_uuid'] === 'r-1'));
  await caller.execute({ name: 'requestState', what: 'healthcheck', requestId: 'r-2' });
  await all.gateway.until(() => caller.received('healthcheck')[0]);
});

test('a script returns its output; a timeout returns 255', async () => {
  const caller = await all.callerOf('ap');
  const run = (script: string) => caller.execute({ name: 'script', script, timeoutSeconds: 1 });
  expect(statusOf(await run('echo one\nid'))).toEqual({ error: 0, result: 'one\nuid=0(root) gid=0(root)\n' });
  expect(statusOf(await run('nothing-such'))).toMatchObject({ error: 127 });
  expect(statusOf(await run('sleep 60'))).toMatchObject({ error: 255 });
});

test.each(['ap', 'switch'] as const)(
  '%s tells its state every few seconds until received to stop',
  async (kind) => {
    const caller = await all.callerOf(kind);
    await caller.execute({ name: 'telemetry', intervalSeconds: 1 });
    await all.gateway.until(() => caller.received('telemetry').length >= 3);
    await caller.execute({ name: 'telemetry', intervalSeconds: 0 });
    await afterPing(caller);
    expect(caller.received('telemetry')[0]).toHaveProperty(['data', 'state']);
  },
);

test('a power cycle restarts the device powered by the port', async () => {
  const caller = await all.callerOf('switch', 1);
  const node = all.nodeOf('switch', 1);
  const fed = node.children.find((child) => child.kind === 'ap' && child.manager === null) ?? expect.fail();
  const before = await all.gateway.caller(fed.serial);
  await caller.execute({ name: 'powerCycle', ports: [{ name: fed.parentPort ?? '', offMs: 1000 }] });
  const back = await all.gateway.caller(fed.serial, before);
  expect(back.received('connect')[0]).toMatchObject({ reason: 'coldboot' });
  await all.gateway.until(() =>
    JSON.stringify(caller.received('event')).includes('wired.poe.status.delivering_power'),
  );
});

test('an unknown method gets no answer from an access point and "Success" from a switch', async () => {
  const [ap, wired] = [await all.callerOf('ap'), await all.callerOf('switch')];
  const silent = ap.sendRaw('remote_access', { serial: ap.serial });
  await afterPing(ap);
  expect(ap.answers(silent)).toEqual([]);
  const polite = wired.sendRaw('remote_access', { serial: wired.serial });
  await all.gateway.until(() => wired.answers(polite)[0]);
  expect(wired.answers(polite)[0]).toMatchObject({ status: { error: 0, text: 'Success' } });
});

test('an access point logs or rejects invalid frames', async () => {
  const ap = await all.callerOf('ap');
  const unread = ap.sendRaw('configure', { serial: ap.serial, filler: 'x'.repeat(40_000) });
  await all.gateway.until(() => ap.received('log')[0]);
  expect(ap.received('log')[0]).toMatchObject({ log: 'failed to parse command', severity: 2 });
  expect(ap.answers(unread)).toEqual([]);
  const invalid = ap.sendRaw('request', { serial: ap.serial, message: 'state' });
  await all.gateway.until(() => ap.answers(invalid)[0]);
  expect(ap.answers(invalid)[0]).toMatchObject({ status: { error: 1, text: 'invalid parameters' } });
});

test('the ledger counts executed commands', async () => {
  const caller = await all.callerOf('controller');
  const count = () => all.fleet.ledger.activity(caller.serial).commands.get('ping') ?? 0;
  const before = count();
  await afterPing(caller);
  expect(count()).toBe(before + 1);
});
