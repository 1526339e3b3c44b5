import { expect, test } from 'vitest';
import { compressParams } from './compression.ts';
import { readFrame } from './read-frame.ts';
import {
  AP_SERIAL,
  apState,
  apStateParams,
  methodFrame,
  SWITCH_SERIAL,
  switchStateParams,
} from './testing/frames.ts';
import { reportIn } from './testing/inbound.ts';

test('reads the state of an access point as a report', () => {
  const report = reportIn('state', { ...apStateParams, request_uuid: 'r-9' });
  expect(report).toMatchObject({
    serial: AP_SERIAL,
    at: null,
    sequence: null,
    configVersion: 1_760_000_000,
    requestId: 'r-9',
    unit: { uptimeSeconds: 5400, cpuPercent: 31, memoryPercent: 50, temperature: 48.3 },
    uplink: { rxBytes: 5000, txBytes: 600 },
    addresses: ['198.51.100.7'],
    power: { budgetWatts: null, usedWatts: 4.4 },
    members: [],
    membersAreAll: false,
    pair: null,
    disabledPorts: null,
    negotiatedPorts: null,
    mesh: null,
  });
  expect(report.radios).toEqual([
    {
      index: 0,
      band: '2G',
      channel: 11,
      widthMhz: 20,
      txPower: 15,
      utilisationPercent: 37,
      noise: -92,
      temperature: null,
      clients: 2,
      traffic: { rxBytes: 10, txBytes: 20 },
      txRetries: null,
      txFailed: null,
    },
    {
      index: 1,
      band: '6G',
      channel: 37,
      widthMhz: 160,
      txPower: 22,
      utilisationPercent: 4,
      noise: null,
      temperature: 55,
      clients: 1,
      traffic: { rxBytes: 7000, txBytes: 90_000 },
      txRetries: 12,
      txFailed: 1,
    },
  ]);
  // A mesh link is no network.
  expect(report.networks).toEqual([
    { ssid: 'Harbour', bssid: '02:00:00:a1:b2:c4', band: '6G' },
    { ssid: 'Harbour guests', bssid: '02:00:00:a1:b2:c5', band: '2G' },
  ]);
  expect(report.links).toEqual([
    {
      port: 'WAN',
      peerMac: '02:00:00:d4:e5:f6',
      peerName: 'core',
      peerPort: 'Ethernet5',
      peerDescription: 'a switch',
    },
  ]);
  expect(
    report.ports.map(({ name, uplink, linked, speedMbps, fullDuplex }) => [
      name,
      uplink,
      linked,
      speedMbps,
      fullDuplex,
    ]),
  ).toEqual([
    ['WAN', true, true, 2500, true],
    ['LAN1', false, true, 100, false],
    ['LAN2', false, false, null, null],
  ]);
  expect(report.ports[0]).toMatchObject({
    rxErrors: 2,
    txErrors: null,
    traffic: { rxBytes: 5000, txBytes: 600 },
  });
});

test('reads clients of radios and local ports, each once, with their details', () => {
  const { clients } = reportIn('state', apStateParams);
  expect(clients.map(({ mac, ip, hostname, port }) => [mac, ip, hostname, port])).toEqual([
    ['02:aa:00:00:00:01', '198.51.100.21', null, null],
    ['02:aa:00:00:00:02', '198.51.100.22', 'till', null],
    ['02:aa:00:00:00:04', '198.51.100.24', 'scanner', null],
    ['02:aa:00:00:00:03', '198.51.100.23', null, 'LAN1'],
  ]);
  expect(clients[0]).toMatchObject({
    connectedSeconds: 61,
    traffic: { rxBytes: 640, txBytes: 12_800 },
    wireless: {
      ssid: 'Harbour',
      bssid: '02:00:00:a1:b2:c4',
      band: '6G',
      channel: 37,
      signal: -57,
      rxRateKbps: 1_201_000,
      txRateKbps: 960_700,
      txPackets: 40,
      txRetries: 3,
      txFailed: 0,
    },
  });
  expect(clients[1]?.wireless).toMatchObject({ ssid: 'Harbour guests', band: '2G', signal: null });
});

test('reads the state of a switch as a report', () => {
  const report = reportIn('state', switchStateParams);
  expect(report).toMatchObject({
    serial: SWITCH_SERIAL,
    configVersion: 7,
    unit: { uptimeSeconds: 90, cpuPercent: null, memoryPercent: 75, temperature: null },
    uplink: { rxBytes: 800, txBytes: 1600 },
    addresses: ['203.0.113.9'],
    radios: [],
    power: { budgetWatts: 180, usedWatts: 9 },
  });
  expect(
    report.ports.map(({ name, uplink, linked, optical, power }) => [name, uplink, linked, optical, power]),
  ).toEqual([
    ['Ethernet0', true, true, true, { state: 'disabled', watts: 0 }],
    ['Ethernet1', false, true, null, { state: 'delivering', watts: 9 }],
    ['Ethernet2', false, false, null, { state: 'searching', watts: 0 }],
  ]);
  expect(report.ports[1]).toMatchObject({ rxPackets: 5, txPackets: 6, rxErrors: 1, txErrors: 0 });
  expect(report.clients.map(({ mac, port }) => [mac, port])).toEqual([['02:bb:00:00:00:02', 'Ethernet1']]);
});

test('a switch without a reported uplink has none', () => {
  const { uplink_interface: _, ...state } = switchStateParams.state;
  const report = reportIn('state', { ...switchStateParams, state });
  expect(report.uplink).toBeNull();
  expect(report.ports.some((port) => port.uplink)).toBe(false);
});

test('reads stored reports, members, pairs and meshes from our extension', () => {
  const report = reportIn('state', {
    serial: AP_SERIAL,
    uuid: 3,
    'x-airloom': { seq: 41, at: 1_760_000_000_123 },
    state: {
      'x-airloom': {
        members: [
          {
            serial: '02-00-00-00-00-0A',
            name: 'm',
            model: 'x',
            firmware: '2',
            ip: null,
            online: true,
            clients: 4,
          },
          { serial: 'nobody', name: '', model: '', firmware: '', ip: null, online: false, clients: 0 },
        ],
        pair: { mode: 'ha', role: 'standby', peerSerial: '02000000000b', peerOnline: true },
        mesh: { parentSerial: '02000000000C', hops: 2, signal: -61.4 },
        disabledPorts: ['LAN2'],
        negotiatedPorts: ['LAN1'],
      },
    },
  });
  expect(report).toMatchObject({
    sequence: 41,
    at: 1_760_000_000_123,
    members: [{ serial: '02000000000a', online: true, clients: 4 }],
    pair: { mode: 'ha', role: 'standby', peerSerial: '02000000000b', peerOnline: true },
    mesh: { parentSerial: '02000000000c', hops: 2, signal: -61 },
    disabledPorts: ['LAN2'],
    negotiatedPorts: ['LAN1'],
  });
  expect(report.members).toHaveLength(1);
});

test('reads a compressed state like an uncompressed one', () => {
  expect(readFrame(methodFrame('state', compressParams(apStateParams)))).toEqual(
    readFrame(methodFrame('state', apStateParams)),
  );
});

test('reads null values as not reported', () => {
  const state = {
    unit: { uptime: null, cpu_load: [], memory: { total: null, free: 1 }, temperature: null },
    radios: [{ channel: 1, tx_power: null, chanUtil: null, noise: null, phy: null }],
    interfaces: [
      { ssids: [{ ssid: null, mode: null, radio: { $ref: '#/radios/0' }, counters: { rx_bytes: null } }] },
    ],
    'link-state': { upstream: { WAN: { carrier: null, duplex: null, poe: { status: null } } } },
    uplink_interface: null,
  };
  const report = reportIn('state', { serial: AP_SERIAL, uuid: 1, state });
  expect(report.unit).toEqual({
    uptimeSeconds: null,
    cpuPercent: null,
    memoryPercent: null,
    temperature: null,
  });
  expect(report.radios[0]).toMatchObject({
    txPower: null,
    utilisationPercent: null,
    noise: null,
    clients: 0,
  });
  expect(report.ports[0]).toMatchObject({ uplink: true, linked: false, fullDuplex: null, power: null });
});

test('drops impossible values, and keeps counters exact', () => {
  const state = {
    ...apState,
    unit: { uptime: 1e15, cpu_load: [250], temperature: 9000 },
    'link-state': { upstream: { WAN: { carrier: 1, counters: { rx_bytes: 1e300, tx_bytes: -4 } } } },
  };
  const report = reportIn('state', { serial: AP_SERIAL, uuid: 1e12, state });
  expect(report.unit).toEqual({
    uptimeSeconds: null,
    cpuPercent: null,
    memoryPercent: null,
    temperature: null,
  });
  expect(report.uplink).toEqual({ rxBytes: Number.MAX_SAFE_INTEGER, txBytes: 0 });
  expect(report.configVersion).toBe(1);
});

test('reads the forwarding table of a switch, without invalid addresses', () => {
  const { macTable, clients } = reportIn('state', switchStateParams);
  expect(macTable).toEqual([
    { port: 'Ethernet0', vlan: 1, macs: ['02:bb:00:00:00:01'] },
    { port: 'Ethernet1', vlan: 1, macs: ['02:bb:00:00:00:02'] },
  ]);
  expect(clients.map(({ mac }) => mac)).toEqual(['02:bb:00:00:00:02']);
});

test('an LLDP neighbour in the forwarding table is not a client', () => {
  const state = {
    ...switchStateParams.state,
    'lldp-peers': { upstream: { Ethernet1: [{ mac: '02:bb:00:00:00:02', name: 'ap' }] } },
  };
  const { macTable, clients } = reportIn('state', { ...switchStateParams, state });
  expect(macTable).toHaveLength(2);
  expect(clients).toEqual([]);
});

const address = (index: number) => (0x02_00_00_00_00_00 + index).toString(16).padStart(12, '0');

test('bounds a hostile forwarding table', () => {
  const state = {
    ...switchStateParams.state,
    'mac-forwarding-table': {
      overflow: true,
      Ethernet1: { '10': Array.from({ length: 20_000 }, (_, index) => address(index)), x: 'none' },
      Ethernet2: { '99999': [address(1)], '5': [7, null] },
      Ethernet3: ['not a table'],
    },
  };
  const { macTable } = reportIn('state', { ...switchStateParams, state });
  expect(macTable.map(({ port, vlan, macs }) => [port, vlan, macs.length])).toEqual([
    ['Ethernet1', 10, 8_192],
  ]);
});
