import { expect, test } from 'vitest';
import { readFrame } from './read-frame.ts';
import { AP_SERIAL, apStateParams, frameOf, methodFrame, switchStateParams } from './testing/frames.ts';

const HOSTILE = '\u202e\u0007\n\u2066\u0085\u200f';
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
/** Addresses and serial numbers are checked separately. */
const ADDRESS = /^(?:[0-9a-f]{12}|[0-9a-f]{2}(?::[0-9a-f]{2}){5})$/i;

/** The same value with hostile characters in every text and every name of a port or radio. */
function spoiled(value: unknown): unknown {
  if (typeof value === 'string') return ADDRESS.test(value) ? value : `${value}${HOSTILE}`;
  if (Array.isArray(value)) return value.map(spoiled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [
      /^(?:LAN|WAN|eth|Ethernet)/i.test(key) ? `${key}${HOSTILE}` : key,
      spoiled(held),
    ]),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

const CONNECT = {
  serial: AP_SERIAL,
  uuid: 1,
  firmware: 'OpenWrt 23',
  reason: 'restart',
  capabilities: {
    model: 'Model 1',
    country: 'PL',
    platform: 'ap',
    network: { wan: ['eth0'] },
    'port-list': [{ name: 'Ethernet1' }],
    'x-airloom': { kind: 'ac', sn: 'SN1' },
  },
};

const MEMBERS = {
  members: [
    {
      serial: '020000a1b2c9',
      name: 'Lobby',
      model: 'M',
      firmware: 'F',
      ip: '192.0.2.1',
      online: true,
      clients: 0,
    },
  ],
};

test.each([
  ['connect', { ...CONNECT, capabilities: { ...CONNECT.capabilities, 'x-airloom': undefined } }],
  ['state', apStateParams],
  ['state', switchStateParams],
  ['state', { serial: AP_SERIAL, uuid: 1, state: { 'x-airloom': MEMBERS } }],
  [
    'wifiscan',
    { serial: AP_SERIAL, data: [{ bssid: '02:aa:00:00:00:02', ssid: 'Guest', channel: 1, signal: -50 }] },
  ],
  ['event', { serial: AP_SERIAL, data: { event: [1_760_000_000, { type: 'odd', payload: {} }] } }],
  ['alarm', { serial: AP_SERIAL, data: { resource: 'fan', text: 'slow' } }],
  ['crashlog', { serial: AP_SERIAL, loglines: ['one', 'two'] }],
])('the names in a %s frame contain no control or direction characters', (method, params) => {
  const inbound = readFrame(methodFrame(method, spoiled(params)));
  expect(inbound.kind).not.toBe('malformed');
  const texts = textsIn(inbound);
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.filter((text) => UNWANTED.test(text))).toEqual([]);
});

test('removes direction characters from the name of a neighbour', () => {
  const peer = { mac: '02:aa:00:00:00:02', name: 'core\u202e', port_id: 'xe\n1', description: '' };
  const state = { 'lldp-peers': { upstream: { 'LAN1\u200f': [peer] } } };
  const inbound = readFrame(methodFrame('state', { serial: AP_SERIAL, uuid: 1, state }));
  expect(inbound).toMatchObject({
    reports: [{ links: [{ port: 'LAN1', peerName: 'core', peerPort: 'xe 1' }] }],
  });
});

test('finds clients at a port with such a name', () => {
  const port = 'Ethernet1\u202e';
  const state = {
    'link-state': { upstream: { [port]: { carrier: 1 } } },
    'mac-forwarding-table': { [port]: { 1: ['02:aa:00:00:00:03'] } },
  };
  const inbound = readFrame(methodFrame('state', { serial: AP_SERIAL, uuid: 1, state }));
  expect(inbound).toMatchObject({
    reports: [{ ports: [{ name: 'Ethernet1' }], clients: [{ mac: '02:aa:00:00:00:03', port: 'Ethernet1' }] }],
  });
});

test('merges two ports with the same cleaned name', () => {
  const state = { 'link-state': { upstream: { LAN1: { carrier: 1 }, 'LAN1\u202e': { carrier: 0 } } } };
  const inbound = readFrame(methodFrame('state', { serial: AP_SERIAL, uuid: 1, state }));
  expect(inbound).toMatchObject({ reports: [{ ports: [{ name: 'LAN1', linked: true }] }] });
});

test('keeps the lines of script output', () => {
  const status = { error: 0, text: 'one\n\ttwo\u202e\u0007' };
  const inbound = readFrame(frameOf({ jsonrpc: '2.0', id: 1, result: { serial: AP_SERIAL, status } }));
  expect(inbound).toMatchObject({ answer: { text: 'one\n\ttwo ' } });
});
