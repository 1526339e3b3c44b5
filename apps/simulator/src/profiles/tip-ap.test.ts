import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeImage } from '../commands/firmware-image.ts';
import { recordIn, recordsIn } from '../json.ts';
import { OneDevice } from '../testing/one-device.ts';
import { type Caller, TinyGateway } from '../testing/tiny-gateway.ts';
import { FOREIGN_VERSION } from './foreign-configuration.ts';
import type { ProfileName } from './profiles.ts';

let gateway: TinyGateway;
let ap: OneDevice;
beforeAll(async () => {
  gateway = await TinyGateway.open();
});
afterEach(() => ap.stop());
afterAll(() => gateway.close());

async function start(options: { profile?: ProfileName; inService?: boolean } = {}): Promise<Caller> {
  const known = gateway.callers.at(-1);
  ap = await OneDevice.start({ profile: 'tip-ap', gateway: gateway.url, code: 'code', ...options });
  return gateway.caller(ap.serial, known);
}

function statusOf(result: Record<string, unknown>) {
  return recordIn(result['status']);
}

test('names the host without the port and asks for the subprotocol', async () => {
  const caller = await start();
  expect(caller.host).toBe('127.0.0.1');
  expect(caller.socket.protocol).toBe('ucentral-broker');
  expect(JSON.stringify(caller.frames[0])).not.toContain('x-airloom');
});

test('openlan-cgw asks for no subprotocol', async () => {
  const caller = await start({ profile: 'openlan-cgw' });
  expect(caller.socket.protocol).toBe('');
});

test('lists no Wi-Fi 6 modes and rejects a channel mode of Wi-Fi 6 in part', async () => {
  const caller = await start();
  const { wifi } = recordIn(caller.received('connect')[0]?.['capabilities']);
  expect(JSON.stringify(wifi)).toContain('VHT80');
  expect(JSON.stringify(wifi)).not.toContain('HE');
  const radios = [{ band: '5G', 'channel-mode': 'HE', channel: 36 }];
  const answer = await caller.execute({ name: 'configure', version: 9, document: { radios } });
  expect(answer['uuid']).toBe(9);
  expect(statusOf(answer)).toMatchObject({ error: 1, rejected: [expect.stringContaining('channel-mode')] });
});

test('disconnects a client without an answer and ignores unknown methods', async () => {
  const caller = await start();
  const mac = ap.clients[0] ?? expect.fail('nobody is there');
  const kick = caller.sendRaw('rrm', {
    serial: ap.serial,
    actions: [{ action: 'kick', addr: mac, ban_time: 600 }],
  });
  const unknown = caller.sendRaw('powercycle', { serial: ap.serial, ports: [] });
  await caller.execute({ name: 'ping' });
  expect(ap.clients).not.toContain(mac);
  expect([...caller.answers(kick), ...caller.answers(unknown)]).toEqual([]);
});

test('sends names in GBK, and a channel utilisation of 0 beside a survey', async () => {
  const caller = await start();
  await caller.execute({ name: 'wifiScan' });
  const scan = caller.bytes.find((frame) => frame.includes('"scan"'));
  expect(scan?.includes(Buffer.from('cdbccae9b9dd', 'hex'))).toBe(true);
  ap.report();
  const state = await gateway.until(() => caller.received('state')[0]);
  const hostnames = JSON.stringify(state).match(/"hostname":"[^"]*"/g) ?? [];
  expect(hostnames).toHaveLength(ap.clients.length);
  const [radio] = recordsIn(recordIn(state['state'])['radios']);
  expect(radio).toMatchObject({ chanUtil: 0, survey: [{ busy: expect.any(Number) }] });
});

test('starts in service with the configuration of another cloud and keeps it', async () => {
  const caller = await start({ inService: true });
  expect(caller.received('connect')[0]).toMatchObject({ uuid: FOREIGN_VERSION });
  ap.report();
  const { state } = await gateway.until(() => caller.received('state')[0]);
  const interfaces = recordsIn(recordIn(state)['interfaces']);
  expect(interfaces[0]?.['ipv4']).toEqual({ addresses: ['10.77.0.20/24'] });
  const namesAt = (at: number) => new Set(recordsIn(interfaces[at]?.['ssids']).map(({ ssid }) => ssid));
  expect(interfaces.map(({ name }) => name)).toEqual(['up0v0', 'up1v100']);
  expect(namesAt(0)).toEqual(new Set(['Staff', 'Guests', 'Voice', 'Sensors']));
  expect(namesAt(1)).toEqual(new Set(['Tills', 'Cameras', 'Signage']));
  expect([...ap.node.portsOff]).toEqual(['LAN1']);
});

/** Serves an image with a certificate of these names and returns the answer to the upgrade. */
async function upgradeFrom(
  caller: Caller,
  own: { readonly name: string; readonly dns?: string },
  params: object,
  host = '127.0.0.1',
): Promise<Record<string, unknown>> {
  const names =
    own.dns === undefined
      ? [{ type: 'ip', value: '127.0.0.1' } as const]
      : [{ type: 'dns', value: own.dns } as const];
  const files = createServer(await gateway.credentialsOf(own.name, names), (_, response) =>
    response.end(makeImage('TIP-v5.0', [ap.node.model.compatible], 2000)),
  ).listen(0, '127.0.0.1');
  await once(files, 'listening');
  const uri = `https://${host}:${(files.address() as AddressInfo).port}/image.bin`;
  const id = caller.sendRaw('upgrade', { serial: ap.serial, uri, when: 0, keep_redirector: 1, ...params });
  const answer = await gateway.until(() => caller.answers(id)[0]);
  files.close();
  return statusOf(answer);
}

const OWN = { 'use-local-certificates': true };

test('downloads over TLS only with its own certificates, from a server that is named by CN or DNS', async () => {
  const caller = await start();
  const byAddress = { name: 'Console' };
  expect(await upgradeFrom(caller, { name: '127.0.0.1' }, {})).toMatchObject({ error: 2 });
  expect(await upgradeFrom(caller, byAddress, OWN)).toMatchObject({ error: 2 });
  expect(await upgradeFrom(caller, { name: 'Console', dns: 'elsewhere' }, OWN, 'localhost')).toMatchObject({
    error: 2,
  });
  expect(await upgradeFrom(caller, { name: 'Console', dns: 'localhost' }, OWN, 'localhost')).toMatchObject({
    error: 0,
  });
  const back = await gateway.caller(ap.serial, caller);
  expect(back.received('connect')[0]).toMatchObject({ reason: 'upgrade', firmware: 'TIP-v5.0' });
});

test('accepts the address of a server as its common name', async () => {
  const caller = await start();
  expect(await upgradeFrom(caller, { name: '127.0.0.1' }, OWN)).toMatchObject({ error: 0 });
});

test('answers a reboot twice', async () => {
  const caller = await start();
  await caller.execute({ name: 'reboot' });
  await gateway.caller(ap.serial, caller);
  expect(caller.answers(1)).toHaveLength(2);
});
