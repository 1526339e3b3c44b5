import { ERRORS } from '@airloom/contract/errors';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  ACCESS_POINTS,
  ALL_CLIENTS,
  type ClientName,
  commandsTo,
  type RealClient,
  RealClients,
} from '../../../testing/real-clients.ts';
import { commandStage, WITHIN } from './testing/command-stage.ts';

const stage = commandStage();
const { sendCommand, stateOf, ends } = stage;

let clients: RealClients;
beforeAll(async () => {
  clients = await RealClients.open(stage.server, stage.owner);
});
afterEach(() => clients.stop());
afterAll(() => clients.close());

async function inSite(
  profile: ClientName,
  options: Parameters<RealClients['start']>[1] = {},
): Promise<RealClient> {
  const started = await clients.start(profile, options);
  await clients.claim(started, stage.siteId);
  return started;
}

async function kick({ client }: RealClient): Promise<string> {
  const as = { as: stage.owner.token };
  const [mac = expect.fail('nobody is there')] = client.clients;
  const isOnline = async () =>
    (await stage.server.call('listOnlineTerminals', { search: mac }, as)).data.total === 1;
  client.report();
  await expect.poll(isOnline, WITHIN).toBe(true);
  const { data } = await stage.server.call('disconnectTerminals', { macs: [mac] }, as);
  expect(data).toEqual({ sent: 1, refused: 0 });
  return (await stage.server.call('getDeviceCftLog', {}, as)).data.rows[0]?.cfgUUID ?? '';
}

test.each(ACCESS_POINTS)('%s releases a client, confirmed by its answer or its event', async (profile) => {
  const ap = await inSite(profile, { foreignNames: 'utf-8' });
  await ends(await kick(ap), 'success');
  expect(commandsTo(ap)).toEqual(['rrm']);
});

test.each(ACCESS_POINTS)('%s captures packets and uploads them', async (profile) => {
  const ap = await inSite(profile);
  const row = await ends(
    await sendCommand([ap.id], { name: 'trace', seconds: 10, network: 'down' }),
    'success',
  );
  expect(row.result.fileUrl).not.toBeNull();
});

test.each(ALL_CLIENTS)('%s runs a script', async (profile) => {
  const device = await inSite(profile);
  const row = await ends(await sendCommand([device.id], { name: 'script', script: 'echo up' }), 'success');
  expect(row.result.output).toBe('up\n');
});

test('a client is released by the next report, and later commands do not wait', async () => {
  const ap = await inSite('tip-ap', { foreignNames: 'utf-8', events: false });
  const kicked = await kick(ap);
  await ends(await sendCommand([ap.id], { name: 'ping' }), 'success');
  expect(await stateOf(kicked)).toBe('sending');
  await ends(await sendCommand([ap.id], { name: 'reboot' }), 'success');
  expect(await stateOf(kicked)).toBe('sending');
  ap.client.report();
  await ends(kicked, 'success');
  expect(commandsTo(ap)).toEqual(['rrm', 'ping', 'reboot']);
});

test.each(ALL_CLIENTS)('%s is restarted and reset, confirmed by what it reports then', async (profile) => {
  const device = await inSite(profile);
  await ends(await sendCommand([device.id], { name: 'reboot' }), 'success');
  await ends(await sendCommand([device.id], { name: 'factoryReset' }), 'success');
  expect(commandsTo(device)).toEqual(['reboot', 'factory']);
});

test('requests the state of a switch by faster telemetry until it reports', async () => {
  const olsSwitch = await inSite('ols-switch');
  await ends(await sendCommand([olsSwitch.id], { name: 'requestState' }), 'success');
  await expect
    .poll(() => olsSwitch.client.framesOf('received', 'telemetry'), WITHIN)
    .toMatchObject([{ interval: 60 }, { interval: 5, types: ['state'] }, { interval: 60 }]);
});

test('a switch is not sent commands that it acknowledges without executing', async () => {
  const olsSwitch = await inSite('ols-switch');
  for (const command of [{ name: 'locate' }, { name: 'trace', seconds: 10 }] as const) {
    const input = { deviceUUIDs: [olsSwitch.id], command };
    const { code } = await stage.server.call('sendCommand', input, { as: stage.owner.token });
    expect(code).toBe(ERRORS.functionUnsupported.code);
  }
  expect(commandsTo(olsSwitch)).toEqual([]);
});

test('a switch that only lost its connection has not restarted', async () => {
  const olsSwitch = await inSite('ols-switch', { secondMs: 3_600_000 });
  const reboot = await sendCommand([olsSwitch.id], { name: 'reboot' });
  await expect.poll(() => commandsTo(olsSwitch), WITHIN).toEqual(['reboot']);
  olsSwitch.client.fleet.control.reconnect({}, 0);
  await expect.poll(() => olsSwitch.client.framesOf('sent', 'connect').length, WITHIN).toBe(2);
  await expect.poll(() => stage.statusOf(olsSwitch.id), WITHIN).toBe('online');
  expect(await stateOf(reboot)).toBe('sending');
  olsSwitch.client.restart();
  await ends(reboot, 'success');
});
