import { inflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  COMMANDS,
  type CommandName,
  cablesOf,
  type DeviceCommand,
  evaluateAnswer,
  readCommand,
  scanOf,
} from './commands.ts';
import { readAck } from './extension.ts';
import type { Abilities, Answer } from './model.ts';
import { readFrame } from './read-frame.ts';
import { AP_SERIAL } from './testing/frames.ts';
import { ackFrame, COMMAND_MAX_BYTES, CommandTooLarge, commandFrame, radiusFrame } from './write-frame.ts';

const plain: Abilities = {
  compressedCommands: false,
  acknowledgedReports: false,
  remoteShell: true,
  webProxy: false,
  tcpTunnels: false,
  country: null,
  radios: [],
  ports: [],
};
const compressing: Abilities = { ...plain, compressedCommands: true };

const ID = 'i'.repeat(32);

/** Each command with its parameters on the wire. */
const WIRE: readonly (readonly [DeviceCommand, object])[] = [
  [
    { name: 'configure', version: 1_760_000_000, document: { uuid: 1_760_000_000, unit: {} } },
    { uuid: 1_760_000_000, when: 0, config: { uuid: 1_760_000_000, unit: {} } },
  ],
  [{ name: 'reboot' }, { when: 0 }],
  [{ name: 'ping' }, {}],
  [
    { name: 'factoryReset', keepRedirector: true },
    { when: 0, keep_redirector: 1 },
  ],
  [
    { name: 'upgrade', uri: 'https://c/f', signature: 'sig', keepRedirector: false },
    {
      when: 0,
      uri: 'https://c/f',
      FWsignature: 'sig',
      keep_redirector: 0,
      'use-local-certificates': true,
    },
  ],
  [
    { name: 'upgrade', uri: 'https://c/f', keepRedirector: true },
    { when: 0, uri: 'https://c/f', keep_redirector: 1, 'use-local-certificates': true },
  ],
  [
    { name: 'upgrade', uri: 'http://c/f', keepRedirector: true },
    { when: 0, uri: 'http://c/f', keep_redirector: 1 },
  ],
  [
    { name: 'locate', seconds: 30, pattern: 'blink' },
    { when: 0, duration: 30, pattern: 'blink' },
  ],
  [
    { name: 'trace', durationSeconds: 20, network: 'up0v0', uri: 'https://c/t' },
    { when: 0, duration: 20, network: 'up0v0', uri: 'https://c/t' },
  ],
  [
    { name: 'trace', packets: 100, interface: 'eth0', uri: 'https://c/t' },
    { when: 0, packets: 100, interface: 'eth0', uri: 'https://c/t' },
  ],
  [
    { name: 'wifiScan', bands: ['2G', '6G'] },
    { verbose: false, active: true, bands: ['2G', '6G'] },
  ],
  [{ name: 'wifiScan' }, { verbose: false, active: true }],
  [
    { name: 'requestState', requestId: 'r1', what: 'healthcheck' },
    { when: 0, message: 'healthcheck', request_uuid: 'r1' },
  ],
  [
    { name: 'script', script: 'uptime\n', timeoutSeconds: 10 },
    { when: 0, type: 'shell', script: 'dXB0aW1lCg==', timeout: 10 },
  ],
  [
    { name: 'telemetry', intervalSeconds: 0 },
    { interval: 0, types: ['state'] },
  ],
  [
    { name: 'remoteShell', id: ID, token: ID, host: 'c', port: 5912, user: 'u', timeoutSeconds: 60 },
    {
      method: 'rtty',
      id: ID,
      token: ID,
      server: 'c',
      port: 5912,
      user: 'u',
      timeout: 60,
      password: '',
    },
  ],
  [
    { name: 'powerCycle', ports: [{ name: 'Ethernet1', offMs: 5000 }] },
    { when: 0, ports: [{ name: 'Ethernet1', cycle: 5000 }] },
  ],
  [
    { name: 'cableTest', ports: ['Ethernet1', 'Ethernet2'] },
    { when: 0, ports: ['Ethernet1', 'Ethernet2'] },
  ],
  [
    {
      name: 'releaseClients',
      clients: [
        { mac: '02:aa:00:00:00:01', banSeconds: 90 },
        { mac: '02:aa:00:00:00:02', banSeconds: 0 },
      ],
    },
    {
      actions: [
        { action: 'kick', addr: '02:aa:00:00:00:01', reason: 5, ban_time: 90 },
        { action: 'kick', addr: '02:aa:00:00:00:02', reason: 5, ban_time: 0 },
      ],
    },
  ],
];

test('every command has an entry in the wire table', () => {
  expect(new Set(WIRE.map(([command]) => command.name))).toEqual(new Set(Object.keys(COMMANDS)));
});

test.each(WIRE)('%j is written and read back', (command, params) => {
  const frame = commandFrame(12, AP_SERIAL, command, plain);
  expect(JSON.parse(frame)).toEqual({
    jsonrpc: '2.0',
    method: COMMANDS[command.name].method,
    params: { serial: AP_SERIAL, ...params },
    id: 12,
  });
  expect(readCommand(frame)).toEqual({ id: 12, command });
});

test('a document contains the version it is pushed with', () => {
  const command: DeviceCommand = { name: 'configure', version: 9, document: { uuid: 4, unit: {} } };
  expect(readCommand(commandFrame(1, AP_SERIAL, command, plain))).toMatchObject({
    command: { version: 9, document: { uuid: 9 } },
  });
});

function large(bytes: number): DeviceCommand {
  return { name: 'configure', version: 5, document: { uuid: 5, filler: 'x'.repeat(bytes) } };
}

test('compresses a large configuration for a device that supports it', () => {
  const frame = commandFrame(3, AP_SERIAL, large(60_000), compressing);
  expect(Buffer.byteLength(frame)).toBeLessThan(COMMAND_MAX_BYTES);
  const { params } = JSON.parse(frame);
  const inner = inflateSync(Buffer.from(params.compress_64, 'base64'));
  expect(params.compress_sz).toBe(inner.length);
  expect(readCommand(frame)).toEqual({ id: 3, command: large(60_000) });
});

test('sends a small configuration uncompressed', () => {
  expect(commandFrame(3, AP_SERIAL, large(10), compressing)).toBe(
    commandFrame(3, AP_SERIAL, large(10), plain),
  );
});

test('does not send a command that is too large', () => {
  expect(() => commandFrame(3, AP_SERIAL, large(60_000), plain)).toThrow(CommandTooLarge);
  const noise = Array.from({ length: 40_000 }, (_, index) =>
    ((index * 2_654_435_761) % 4_294_967_296).toString(36),
  );
  const document = { uuid: 5, noise: noise.join('') };
  const incompressible: DeviceCommand = { name: 'configure', version: 5, document };
  expect(() => commandFrame(3, AP_SERIAL, incompressible, compressing)).toThrow(CommandTooLarge);
  const script: DeviceCommand = { name: 'script', script: 'x'.repeat(60_000), timeoutSeconds: 1 };
  expect(() => commandFrame(3, AP_SERIAL, script, compressing)).toThrow(CommandTooLarge);
});

test('no frame is as long as the receive buffer, for any configuration', () => {
  fc.assert(
    fc.property(fc.integer({ min: 32_000, max: 33_500 }), (bytes) => {
      const frame = commandFrame(3, AP_SERIAL, large(bytes), compressing);
      expect(Buffer.byteLength(frame)).toBeLessThan(COMMAND_MAX_BYTES);
    }),
  );
});

test.each([
  ['{"id":4,"method":"remote_access","params":{}}', { id: 4, unknownMethod: 'remote_access' }],
  ['{"id":4,"method":"toString","params":{}}', { id: 4, unknownMethod: 'toString' }],
  ['{"id":4,"method":"request","params":{"message":"state"}}', { id: 4, invalidMethod: 'request' }],
  [
    '{"id":4,"method":"configure","params":{"uuid":3000000000,"config":{"uuid":1}}}',
    { id: 4, invalidMethod: 'configure' },
  ],
  ['{"id":4,"method":"configure","params":{"uuid":3,"config":{}}}', { id: 4, invalidMethod: 'configure' }],
  [
    '{"id":4,"method":"configure","params":{"compress_64":"AA","compress_sz":1}}',
    { id: 4, invalidMethod: 'configure' },
  ],
  ['{"method":"reboot","params":{}}', null],
  ['{"id":1}', null],
  ['hello', null],
  ['', null],
])('a device reads %s', (text, read) => {
  expect(readCommand(text)).toEqual(read);
});

test('a device reads any text without an exception', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(COMMANDS)), fc.jsonValue(), ({ method }, params) => {
      readCommand(JSON.stringify({ id: 1, method, params }));
      readCommand(JSON.stringify(params));
    }),
  );
});

test('acknowledgements are read by the device, and not as a command', () => {
  const frame = ackFrame(AP_SERIAL, 77);
  expect(readAck(frame)).toEqual({ serial: AP_SERIAL, seq: 77 });
  expect(readCommand(frame)).toBeNull();
  expect(readAck(commandFrame(1, AP_SERIAL, { name: 'ping' }, plain))).toBeNull();
  expect(readAck('x-airloom.ack')).toBeNull();
});

test('RADIUS is the same in both directions', () => {
  const packet = Buffer.of(2, 7, 0, 20);
  expect(readFrame(Buffer.from(radiusFrame('auth', packet)))).toEqual({
    kind: 'radius',
    service: 'auth',
    packet,
  });
});

function answer(error: number, more: Partial<Answer> = {}): Answer {
  return { id: 1, error, text: '', rejected: [], result: {}, ...more };
}

test('reads the scan result from the answer', () => {
  const scan = [{ bssid: '02:CC:00:00:00:01', ssid: null, channel: 44, signal: -80 }];
  expect(scanOf(answer(0, { result: { status: { error: 0, scan } } }))).toEqual([
    { bssid: '02:cc:00:00:00:01', ssid: '', channel: 44, signal: -80 },
  ]);
  expect(scanOf(answer(0))).toEqual([]);
});

test('reads the measured cables from the answer, beside the status or in it', () => {
  const ethernet = {
    Ethernet1: { 'pair-A': { status: 'OK', meters: 12 }, 'pair-C': { status: 'Open', meters: 7.04 } },
    Ethernet2: { 'pair-B': { status: 'Cross-pair short' }, 'pair-D': { status: 'not tested', meters: 3 } },
    Ethernet3: { 'link-status': 'up' },
  };
  const cables = [
    {
      port: 'Ethernet1',
      pairs: [
        { pair: 'A', state: 'ok', lengthMetres: 12, faultMetres: null },
        { pair: 'C', state: 'open', lengthMetres: null, faultMetres: 7 },
      ],
    },
    {
      port: 'Ethernet2',
      pairs: [
        { pair: 'B', state: 'crosstalk', lengthMetres: null, faultMetres: null },
        { pair: 'D', state: 'unknown', lengthMetres: null, faultMetres: null },
      ],
    },
  ];
  expect(cablesOf(answer(0, { result: { status: { error: 0, ethernet } } }))).toEqual(cables);
  expect(cablesOf(answer(0, { result: { status: { error: 0 }, ethernet: [ethernet] } }))).toEqual(cables);
  expect(cablesOf(answer(0, { result: { status: { error: 0, ethernet: 'none' } } }))).toEqual([]);
  expect(cablesOf(answer(0))).toEqual([]);
});

const EVALUATED: readonly (readonly [CommandName, Answer, string])[] = [
  ['configure', answer(0), 'pending'],
  ['configure', answer(1, { rejected: ['vlan'] }), 'partly'],
  ['configure', answer(1, { result: { uuid: 1_760_000_000 } }), 'partly'],
  ['configure', answer(1, { result: { uuid: 0 }, text: 'invalid parameters' }), 'refused'],
  ['configure', answer(2, { rejected: ['vlan'] }), 'refused'],
  ['reboot', answer(0), 'pending'],
  ['reboot', answer(1), 'refused'],
  ['factoryReset', answer(0), 'pending'],
  ['upgrade', answer(0), 'pending'],
  ['upgrade', answer(2), 'refused'],
  ['trace', answer(0), 'pending'],
  ['requestState', answer(0), 'pending'],
  ['requestState', answer(1), 'refused'],
  ['ping', answer(0), 'done'],
  ['locate', answer(0), 'done'],
  ['wifiScan', answer(0), 'done'],
  ['script', answer(0), 'done'],
  ['script', answer(0, { text: 'pending' }), 'pending'],
  ['script', answer(255), 'refused'],
  ['telemetry', answer(3), 'refused'],
  ['powerCycle', answer(0), 'pending'],
  ['powerCycle', answer(1), 'refused'],
  ['cableTest', answer(0), 'unsupported'],
  ['cableTest', answer(2), 'refused'],
  [
    'cableTest',
    answer(0, {
      result: { status: { ethernet: { Ethernet1: { 'pair-A': { status: 'ok', meters: 12 } } } } },
    }),
    'done',
  ],
  ['remoteShell', answer(0), 'done'],
  ['releaseClients', answer(0), 'pending'],
  ['releaseClients', answer(1), 'refused'],
];

test.each(EVALUATED)('%s answered with %j', (name, given, outcome) => {
  expect(evaluateAnswer(name, given)).toEqual({ outcome, text: given.text, rejected: given.rejected });
});
