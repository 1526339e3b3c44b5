import { expect, test } from 'vitest';
import type { Happening } from './model.ts';
import { readFrame } from './read-frame.ts';
import { AP_SERIAL, methodFrame } from './testing/frames.ts';

const BSSID = '02:bb:00:00:00:01';
const client = {
  mac: '02:aa:00:00:00:01',
  ssid: 'Harbour',
  band: '5G',
  channel: 36,
  signal: -60,
  bssid: BSSID,
};
const join = { client: '02:AA:00:00:00:01', ssid: 'Harbour', band: '5G', channel: 36, rssi: -60 };
const unknownClient = { ...client, ssid: null, band: null, channel: null, signal: null, bssid: null };

const EVENTS: readonly (readonly [string, object, Happening])[] = [
  [
    'client.join',
    { ...join, bssid: BSSID.toUpperCase() },
    { type: 'clientJoined', client: { ...client, band: '5G' } },
  ],
  [
    'client.join',
    { ...join, bssid: 'nowhere' },
    { type: 'clientJoined', client: { ...client, band: '5G', bssid: null } },
  ],
  [
    'client.leave',
    { client: client.mac, rx_bytes: 5, tx_bytes: 6, connected_time: 70 },
    {
      type: 'clientLeft',
      client: unknownClient,
      traffic: { rxBytes: 5, txBytes: 6 },
      connectedSeconds: 70,
    },
  ],
  [
    'client.leave',
    { client: client.mac },
    { type: 'clientLeft', client: unknownClient, traffic: null, connectedSeconds: null },
  ],
  [
    'client.key-mismatch',
    { client: client.mac },
    { type: 'clientRefused', client: unknownClient, reason: 'key-mismatch' },
  ],
  ['client.join', { client: 'somebody' }, { type: 'other', name: 'client.join' }],
  ['wifi.start', {}, { type: 'started', part: 'wifi' }],
  ['wired.carrier-up', { name: 'Ethernet3' }, { type: 'portUp', port: 'Ethernet3' }],
  ['wired.carrier-down', { name: 'LAN1' }, { type: 'portDown', port: 'LAN1' }],
  ['wired.carrier-down', {}, { type: 'other', name: 'wired.carrier-down' }],
  [
    'wired.poe.status.delivering_power',
    { name: 'E1' },
    { type: 'portPower', port: 'E1', state: 'delivering' },
  ],
  ['wired.poe.status.overload', { name: 'E1' }, { type: 'portPower', port: 'E1', state: 'overload' }],
  ['wired.poe.fault.short', { name: 'E1' }, { type: 'portPower', port: 'E1', state: 'fault' }],
  ['device.powerloss', { description: 'dark' }, { type: 'restarted', cause: 'powerLoss', text: 'dark' }],
  ['device.reboot-cause-unavailable', {}, { type: 'restarted', cause: 'unknown', text: '' }],
  [
    'firmware_upgrade_status',
    { operation: 'download', percentage: '40' },
    { type: 'upgrade', phase: 'download', percent: 40 },
  ],
  ['firmware_upgrade_status', { operation: 'dreaming' }, { type: 'other', name: 'firmware_upgrade_status' }],
  ['x-airloom.member-down', { serial: AP_SERIAL }, { type: 'memberDown', member: AP_SERIAL }],
  ['ssh', {}, { type: 'other', name: 'ssh' }],
];

test.each(EVENTS)('the event %s %j', (type, payload, happening) => {
  const frame = methodFrame('event', { serial: AP_SERIAL, data: { event: [0, { type, payload }] } });
  expect(readFrame(frame)).toEqual({ kind: 'events', events: [{ serial: AP_SERIAL, at: null, happening }] });
});

const NOTICES: readonly (readonly [string, object, number | null, Happening])[] = [
  ['log', { log: 'hot', severity: 3 }, null, { type: 'log', text: 'hot', severity: 3 }],
  [
    'alarm',
    { data: { id: '4', resource: 'FAN2', text: 'stuck', time_created: '1760000000', severity: '1' } },
    1_760_000_000_000,
    { type: 'alarm', resource: 'FAN2', text: 'stuck', severity: 1 },
  ],
  [
    'rebootLog',
    { uuid: 1, type: 'crashlog', date: 1_760_000_001, info: ['one', 'two'] },
    1_760_000_001_000,
    { type: 'crashLog', lines: ['one', 'two'] },
  ],
  [
    'rebootLog',
    { uuid: 1, type: 'reboot', date: 0, info: ['by hand'] },
    null,
    { type: 'restarted', cause: 'reboot', text: 'by hand' },
  ],
  ['crashlog', { uuid: 1, loglines: ['x'] }, null, { type: 'crashLog', lines: ['x'] }],
  ['recovery', { uuid: 0, reboot: false, loglines: ['y'] }, null, { type: 'crashLog', lines: ['y'] }],
  [
    'healthcheck',
    {
      uuid: 9,
      sanity: 60,
      request_uuid: 'q',
      data: {
        interfaces: { up0v0: { ssids: { Harbour: false, Quay: true }, dns: false, warning: ['slow'] } },
      },
    },
    null,
    {
      type: 'health',
      sanity: 60,
      complaints: ['up0v0: Harbour', 'up0v0: dns', 'up0v0: slow'],
      requestId: 'q',
    },
  ],
  [
    'healthcheck',
    { uuid: 9, sanity: 100, data: { messages: ['fine'] } },
    null,
    { type: 'health', sanity: 100, complaints: ['fine'] },
  ],
];

test.each(NOTICES)('%s %j', (method, params, at, happening) => {
  const frame = methodFrame(method, { serial: AP_SERIAL, ...params });
  expect(readFrame(frame)).toEqual({ kind: 'events', events: [{ serial: AP_SERIAL, at, happening }] });
});

test('a device in recovery mode requests a restart', () => {
  const frame = methodFrame('recovery', { serial: AP_SERIAL, uuid: 0, reboot: true, loglines: [] });
  expect(readFrame(frame)).toEqual({ kind: 'needsReboot', serial: AP_SERIAL });
});
