import { devicesChanged } from '@airloom/contract/devices/devices.live';
import { MINUTE, SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../testing/builders.ts';
import { buildDevice } from '../../../testing/device-builders.ts';
import type { TestDevice } from '../../../testing/obedient-device.ts';
import { ACCESS_POINTS, ALL_CLIENTS } from '../../../testing/real-clients.ts';
import { listen } from '../../people/identity/testing/live.ts';
import { commandStage, received, WITHIN } from './testing/command-stage.ts';

const DONE = { error: 0, text: 'Success' };

const stage = commandStage();
const { online, onlineAs, statusOf, sendCommand, rowsOf, stateOf, ends } = stage;

const names = (device: TestDevice) => device.received.map(({ command }) => command.name);

function wireOf(device: TestDevice, name: string): number {
  return device.received.find(({ command }) => command.name === name)?.id ?? 0;
}

function observe(on: boolean): Promise<unknown> {
  return stage.server.platform.database.asSystem((tx) =>
    tx.run(sql`update site set observe_only = ${on} where tenant_id = ${stage.owner.tenant}`),
  );
}

describe.each(ALL_CLIENTS)('%s', (client) => {
  test('a reboot is sending until the device reports that it started again', async () => {
    const { id, device } = await onlineAs(client);
    const cfgUUID = await sendCommand([id], { name: 'reboot' });
    await received(device);
    device.answer(device.received[0]?.id ?? 0, DONE);
    // A second answer and a reconnection without a start do not confirm it.
    device.answer(device.received[0]?.id ?? 0, { error: 0, text: 'rebooting' });
    await expect.poll(async () => (await rowsOf(cfgUUID))[0]?.text, WITHIN).toBe('rebooting');
    await device.drop();
    await device.connect({ reason: 'socket' });
    device.report();
    const other = await sendCommand([id], { name: 'ping' });
    expect(await stateOf(cfgUUID)).toBe('sending');
    await device.restart();
    await ends(cfgUUID, 'success');
    // The waiting command is sent now.
    await received(device, 2);
    device.answer(device.received[1]?.id ?? 0, DONE);
    await ends(other, 'success');
  });

  test('commandError: the device refuses, with its own message', async () => {
    const { id, device } = await onlineAs(client);
    device.obey = ({ id: wire }) => device.answer(wire, { error: 2, text: 'not today\0' });
    const row = await ends(await sendCommand([id], { name: 'ping' }), 'commandError');
    expect(row.text).toBe('not today');
  });

  test('ackTimeout: no answer', async () => {
    const { id, device } = await onlineAs(client);
    const cfgUUID = await sendCommand([id], { name: 'ping' });
    await received(device);
    stage.server.advance(61 * SECOND);
    await ends(cfgUUID, 'ackTimeout');
  });

  test('responseTimeout: acknowledged and never confirmed', async () => {
    const { id, device } = await onlineAs(client);
    device.obey = ({ id: wire }) => device.answer(wire);
    const cfgUUID = await sendCommand([id], { name: 'reboot' });
    await expect.poll(async () => (await rowsOf(cfgUUID))[0]?.text, WITHIN).toBe('Success');
    stage.server.advance(31 * SECOND);
    device.report();
    expect(await stateOf(cfgUUID)).toBe('sending');
    stage.server.advance(5 * MINUTE);
    await ends(cfgUUID, 'responseTimeout');
  });

  test('sendFailed: the command exceeds what the device accepts', async () => {
    const { id, device } = await onlineAs(client);
    const cfgUUID = await sendCommand([id], { name: 'script', script: '界'.repeat(20_000) });
    await ends(cfgUUID, 'sendFailed');
    expect(device.received).toEqual([]);
  });

  test('deviceOffline: the device disconnects while the command is pending', async () => {
    const { id, device } = await onlineAs(client);
    const first = await sendCommand([id], { name: 'ping' });
    await received(device);
    // It has to wait: the answer to the ping would be lost.
    const second = await sendCommand([id], { name: 'reboot' });
    await device.drop();
    await ends(first, 'ackTimeout');
    stage.server.advance(MINUTE);
    await ends(second, 'deviceOffline');
    expect(await statusOf(id)).toBe('offline');
    expect(device.received.length).toBe(1);
  });

  test('deviceBusy: a second exclusive command ends at once, the first continues', async () => {
    const { id, device } = await onlineAs(client);
    const [one, two] = await Promise.all([
      sendCommand([id], { name: 'reboot' }),
      sendCommand([id], { name: 'reboot' }),
    ]);
    const states = async () => new Set([await stateOf(one), await stateOf(two)]);
    expect(await states()).toEqual(new Set(['deviceBusy', 'sending']));
    await received(device);
    device.answer(device.received[0]?.id ?? 0);
    await device.restart();
    await expect.poll(states, WITHIN).toEqual(new Set(['deviceBusy', 'success']));
    expect(device.received.length).toBe(1);
  });

  test('limits the number of commands in flight for one device', async () => {
    const { id, device } = await onlineAs(client);
    const batches = [];
    for (let at = 0; at < 10; at += 1) batches.push(await sendCommand([id], { name: 'ping' }));
    await received(device, 8);
    for (const { id: wire } of device.received.slice(0, 8)) device.answer(wire);
    await received(device, 10);
    for (const { id: wire } of device.received.slice(8)) device.answer(wire);
    for (const cfgUUID of batches) await ends(cfgUUID, 'success');
  });

  test('a factory reset is confirmed by a device without a configuration', async () => {
    const { id, device } = await onlineAs(client);
    device.obey = ({ id: wire }) => device.answer(wire);
    const cfgUUID = await sendCommand([id], { name: 'factoryReset' });
    await received(device);
    await device.restart({ reason: 'factory', runs: 1 });
    await ends(cfgUUID, 'success');
    expect(device.received[0]?.command).toEqual({ name: 'factoryReset', keepRedirector: true });
  });

  test('the output of a script is stored up to its limit', async () => {
    const { id, device } = await onlineAs(client);
    device.obey = ({ id: wire }) => device.answer(wire, { error: 0, result: 'ł'.repeat(40_000) });
    const row = await ends(await sendCommand([id], { name: 'script', script: 'uptime\n' }), 'success');
    expect(device.received[0]?.command).toMatchObject({ name: 'script', script: 'uptime\n' });
    expect(row.result.output).toBe('ł'.repeat(32 * 1024));
  });

  test('a pending factory reset is not sent after its site became observe only', async () => {
    const { id, device } = await onlineAs(client);
    const pings: number[] = [];
    device.obey = ({ id: wire, command }) => {
      if (command.name === 'ping') pings.push(wire);
    };
    const ping = await sendCommand([id], { name: 'ping' });
    await expect.poll(() => pings.length, WITHIN).toBe(1);
    const reset = await sendCommand([id], { name: 'factoryReset' });
    await observe(true);
    device.answer(pings[0] ?? 0);
    await ends(ping, 'success');
    expect(await ends(reset, 'parameterError')).toMatchObject({ reason: 'observeOnly' });
    expect(device.received.map(({ command }) => command.name)).toEqual(['ping']);
    await observe(false);
  });
});

describe.each(ACCESS_POINTS)('%s', (client) => {
  test('success: the answer confirms a command without other effects', async () => {
    const { id, device } = await onlineAs(client);
    device.obey = ({ id: wire }) => device.answer(wire);
    const row = await ends(await sendCommand([id], { name: 'locate', seconds: 10 }), 'success');
    expect(device.received.map(({ command }) => command)).toEqual([
      { name: 'locate', seconds: 10, pattern: 'blink' },
    ]);
    expect(row).toMatchObject({ text: 'Success', rejected: [], reason: null, siteName: 'Harbour' });
  });

  test('a reboot waits for commands it would lose, and later commands wait for the reboot', async () => {
    const { id, device } = await onlineAs(client);
    const scan = await sendCommand([id], { name: 'wifiScan' });
    await received(device);
    const reboot = await sendCommand([id], { name: 'reboot' });
    const ping = await sendCommand([id], { name: 'ping' });
    const reset = await sendCommand([id], { name: 'factoryReset' });
    device.answer(wireOf(device, 'wifiScan'), { error: 0, text: 'Success', scan: [] });
    await ends(scan, 'success');
    await received(device, 2);
    device.answer(wireOf(device, 'reboot'));
    await expect.poll(async () => (await rowsOf(reboot))[0]?.text, WITHIN).toBe('Success');
    expect(names(device)).toEqual(['wifiScan', 'reboot']);
    await device.restart();
    await ends(reboot, 'success');
    await received(device, 3);
    device.answer(wireOf(device, 'ping'));
    await ends(ping, 'success');
    await received(device, 4);
    expect(names(device)).toEqual(['wifiScan', 'reboot', 'ping', 'factoryReset']);
    await device.restart({ reason: 'factory', runs: 1 });
    await ends(reset, 'success');
  });

  test('a reboot does not wait for a command that a later report can confirm', async () => {
    const { id, device } = await onlineAs(client);
    const state = await sendCommand([id], { name: 'requestState' });
    await received(device);
    const reboot = await sendCommand([id], { name: 'reboot' });
    await received(device, 2);
    await device.restart();
    await ends(reboot, 'success');
    expect(await stateOf(state)).toBe('sending');
    stage.server.advance(MINUTE + SECOND);
    await ends(state, 'ackTimeout');
  });

  test('the result of a Wi-Fi scan is stored with the device', async () => {
    const { id, device } = await onlineAs(client);
    const scan = [{ bssid: '02:cc:00:00:00:01', ssid: 'Next door', channel: 44, signal: -80 }];
    device.obey = ({ id: wire }) => device.answer(wire, { error: 0, text: 'Success', resultCode: 1, scan });
    await ends(await sendCommand([id], { name: 'wifiScan', bands: ['5G'] }), 'success');
    expect(device.received[0]?.command).toEqual({ name: 'wifiScan', bands: ['5G'] });
    const kept = () =>
      stage.server.platform.database.asSystem((tx) =>
        tx.first(sql<{ entries: unknown }>`select entries from device_scan where device_id = ${id}`),
      );
    await expect.poll(async () => JSON.stringify(await kept()), WITHIN).toContain('Next door');
  });
});

test('a reboot without a start reason is confirmed by the uptime', async () => {
  const { id, device } = await online();
  const cfgUUID = await sendCommand([id], { name: 'reboot' });
  await received(device);
  await device.drop();
  await device.connect({ reason: 'socket' });
  device.report();
  stage.server.advance(5 * SECOND);
  device.startedAt = Date.now() + 4 * SECOND;
  device.report({ state: { unit: { uptime: 0 } } });
  await ends(cfgUUID, 'success');
});

test('a command waiting for an answer or confirmation does not block commands that can run beside it', async () => {
  const { id, device } = await online();
  const batches = [];
  for (const name of ['wifiScan', 'requestState', 'ping', 'locate'] as const)
    batches.push(await sendCommand([id], { name }));
  const [scan = '', state = '', ping = '', locate = ''] = batches;
  await received(device, 4);
  expect(names(device)).toEqual(['wifiScan', 'requestState', 'ping', 'locate']);
  // Answers in another sequence end their own commands.
  device.answer(wireOf(device, 'locate'), { error: 2, text: 'no lamp' });
  expect(await ends(locate, 'commandError')).toMatchObject({ text: 'no lamp' });
  device.answer(wireOf(device, 'ping'));
  await ends(ping, 'success');
  device.answer(wireOf(device, 'requestState'));
  device.report({ request_uuid: 'of somebody else' });
  const asked = device.received[1]?.command;
  device.report({ request_uuid: asked?.name === 'requestState' ? asked.requestId : '' });
  await ends(state, 'success');
  expect(await stateOf(scan)).toBe('sending');
  device.answer(wireOf(device, 'wifiScan'), { error: 0, text: 'Success', scan: [] });
  await ends(scan, 'success');
});

test('reonline closes the connection and succeeds when the device reconnects', async () => {
  const { id, device } = await online();
  const cfgUUID = await sendCommand([id], { name: 'reonline' });
  expect(await device.connection.closed()).toBe(1012);
  expect(await stateOf(cfgUUID)).toBe('sending');
  await device.connect({ reason: 'socket' });
  await ends(cfgUUID, 'success');
  expect(device.received).toEqual([]);
});

test('sends a command to the device of its own account when two accounts have the same serial', async () => {
  const { id, device } = await online();
  const eve = await buildAccount(stage.server);
  const { id: foreign } = await buildDevice(stage.server, eve, { siteId: null, serial: device.serial });
  const twin = await stage.obedient(eve, device.serial);
  await twin.connect();
  await expect.poll(() => statusOf(foreign), WITHIN).toBe('online');
  device.obey = ({ id: wire }) => device.answer(wire);
  twin.obey = ({ id: wire }) => twin.answer(wire, { error: 2, text: 'not mine' });
  await ends(await sendCommand([id], { name: 'ping' }), 'success');
  expect([device.received.length, twin.received.length]).toEqual([1, 0]);
  // An answer without a command is dropped.
  const waiting = await sendCommand([id], { name: 'locate' });
  twin.answer(1);
  twin.answer(2);
  await ends(waiting, 'success');
});

test('notifies browsers that show the site of a changed batch, and no others', async () => {
  const { id, device } = await online();
  device.obey = ({ id: wire }) => device.answer(wire);
  const quay = await buildSite(
    stage.server,
    stage.owner,
    await buildOrganization(stage.server, stage.owner, 'South'),
    'Quay',
  );
  const near = await buildMember(stage.server, stage.owner, 'siteObserver', {
    siteIds: [quay, stage.siteId],
  });
  const far = await buildMember(stage.server, stage.owner, 'siteObserver', { siteIds: [quay] });
  const eve = await buildAccount(stage.server);
  const browserOf = ({ token }: Person) => listen(stage.server, { authorization: `Bearer ${token}` });
  const hearing = await Promise.all([stage.owner, near].map(browserOf));
  const others = await Promise.all([far, eve].map(browserOf));
  await ends(await sendCommand([id], { name: 'ping' }), 'success');
  for (const { heard } of hearing) await expect.poll(() => heard, WITHIN).toContain('commandsChanged');
  // Earlier messages have arrived before this one.
  for (const { tenant } of [stage.owner, eve])
    stage.server.platform.live.push(devicesChanged, {}, { tenant });
  for (const { heard } of others) {
    await expect.poll(() => heard, WITHIN).toContain('devicesChanged');
    expect(heard).not.toContain('commandsChanged');
  }
  for (const { socket } of [...hearing, ...others]) socket.terminate();
});
