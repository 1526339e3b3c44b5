import { expect, test } from 'vitest';
import type { Hello } from './model.ts';
import { readFrame } from './read-frame.ts';
import {
  AP_SERIAL,
  apStateParams,
  frameOf,
  methodFrame,
  SWITCH_SERIAL,
  switchStateParams,
} from './testing/frames.ts';
import { eventsOf, reportsOf } from './testing/inbound.ts';

test('reads the hello of an access point', () => {
  const frame = methodFrame('connect', {
    serial: '02:00:00:A1:B2:C3',
    firmware: 'r1',
    uuid: 1,
    reason: 'reboot',
    capabilities: {
      model: 'Buoy 2',
      platform: 'AP',
      compress_cmd: true,
      country: 'ES',
      network: { wan: ['eth0'], lan: 'eth1' },
      wifi: {
        a: { band: ['5G-lower', '5G-upper'], channels: [36, 149] },
        b: { band: ['2G'], channels: [1] },
      },
    },
  });
  expect(readFrame(frame)).toEqual({
    kind: 'hello',
    hello: {
      serial: AP_SERIAL,
      kind: 'ap',
      sn: null,
      model: 'Buoy 2',
      firmware: 'r1',
      configVersion: 1,
      reason: 'reboot',
      abilities: {
        compressedCommands: true,
        acknowledgedReports: false,
        remoteShell: true,
        webProxy: false,
        tcpTunnels: false,
        country: 'ES',
        radios: [
          { bands: ['5G'], channels: [36, 149], modes: [] },
          { bands: ['2G'], channels: [1], modes: [] },
        ],
        ports: ['eth0', 'eth1'],
      },
    },
  });
});

function helloWith(capabilities: object): Hello | null {
  const inbound = readFrame(methodFrame('connect', { serial: SWITCH_SERIAL, uuid: 0, capabilities }));
  return inbound.kind === 'hello' ? inbound.hello : null;
}

test('reads the hello of a switch and of our own kinds', () => {
  expect(helloWith({ platform: 'switch', 'port-list': [{ name: 'Ethernet0' }] })).toMatchObject({
    kind: 'switch',
    configVersion: 0,
    abilities: { remoteShell: false, ports: ['Ethernet0'] },
  });
  const controller = { model: 'Bridge', 'x-airloom': { kind: 'ac', sn: 'SN-1', keeps: true } };
  expect(helloWith(controller)).toMatchObject({
    kind: 'ac',
    sn: 'SN-1',
    abilities: { acknowledgedReports: true },
  });
  expect(helloWith({ 'x-airloom': { kind: 'toaster' } })).toBeNull();
});

test('reads states or events from telemetry', () => {
  const requested = {
    serial: AP_SERIAL,
    data: {
      state: [
        [1, apStateParams],
        [2, apStateParams],
      ],
    },
  };
  expect(reportsOf(readFrame(methodFrame('telemetry', requested)))).toHaveLength(2);
  const own = {
    serial: AP_SERIAL,
    adhoc: true,
    data: { 'wifi-frames': [], event: [[1_760_000_000, { type: 'wifi.stop', payload: {} }]] },
  };
  expect(eventsOf(readFrame(methodFrame('telemetry', own)))).toEqual([
    { serial: AP_SERIAL, at: 1_760_000_000_000, happening: { type: 'stopped', part: 'wifi' } },
  ]);
  expect(readFrame(methodFrame('telemetry', { serial: AP_SERIAL, data: {} }))).toEqual({
    kind: 'ignored',
    method: 'telemetry',
  });
});

test('refuses telemetry of another device', () => {
  const foreign = { serial: AP_SERIAL, data: { state: [[1, switchStateParams]] } };
  expect(readFrame(methodFrame('telemetry', foreign))).toEqual({ kind: 'malformed', why: 'foreignSerial' });
});

test.each(['cfgpending', 'ping', 'deviceupdate', 'venue_broadcast', 'never heard of'])(
  '%s is of no use here',
  (method) => {
    expect(readFrame(methodFrame(method, { serial: AP_SERIAL }))).toEqual({ kind: 'ignored', method });
  },
);

test('reads a scan as a list or under its name', () => {
  const reported = [
    { bssid: '02:CC:00:00:00:01', ssid: 'Next door', channel: 6, signal: -71 },
    { bssid: '?' },
  ];
  const entries = [{ bssid: '02:cc:00:00:00:01', ssid: 'Next door', channel: 6, signal: -71 }];
  for (const data of [reported, { scan: reported }]) {
    expect(readFrame(methodFrame('wifiscan', { serial: AP_SERIAL, data }))).toEqual({
      kind: 'scan',
      serial: AP_SERIAL,
      entries,
    });
  }
});

test('reads an answer, and a second one with the same id', () => {
  const result = {
    serial: AP_SERIAL,
    uuid: 5,
    status: { error: 1, text: 'Partly', rejected: ['a', { b: 1 }] },
  };
  const frame = frameOf({ jsonrpc: '2.0', id: 15, result });
  const answer = { id: 15, error: 1, text: 'Partly', rejected: ['a', '{"b":1}'], result };
  expect([readFrame(frame), readFrame(frame)]).toEqual([
    { kind: 'answer', answer },
    { kind: 'answer', answer },
  ]);
});

test('reads script output as the text of its answer', () => {
  const frame = frameOf({ id: 2, result: { status: { error: 0, result: 'uid=0' } } });
  expect(readFrame(frame)).toMatchObject({
    kind: 'answer',
    answer: { error: 0, text: 'uid=0', rejected: [] },
  });
});

test('never reads a JSON-RPC error as success', () => {
  const frame = frameOf({ id: 3, error: { code: 0, message: 'no' } });
  expect(readFrame(frame)).toMatchObject({ kind: 'answer', answer: { id: 3, error: 2, text: 'no' } });
});

test('passes RADIUS through', () => {
  expect(readFrame(frameOf({ radius: 'acct', data: 'AQID' }))).toEqual({
    kind: 'radius',
    service: 'acct',
    packet: Buffer.of(1, 2, 3),
  });
});
