/** Small artificial frames of devices. */

export const AP_SERIAL = '020000a1b2c3';
export const SWITCH_SERIAL = '020000d4e5f6';

export function frameOf(message: unknown): Buffer {
  return Buffer.from(JSON.stringify(message));
}

export function methodFrame(method: string, params: unknown): Buffer {
  return frameOf({ jsonrpc: '2.0', method, params });
}

export const apState = {
  version: 1,
  unit: {
    uptime: 5400,
    load: [0.4, 0.2, 0.1],
    cpu_load: [31, 40, 22],
    memory: { total: 1000, free: 300, cached: 150, buffered: 50 },
    temperature: [41, 48.26],
  },
  radios: [
    {
      channel: 11,
      channel_width: '20',
      tx_power: 15,
      phy: 'phy0',
      band: ['2G'],
      frequency: [2462],
      survey: [{ frequency: 2462, noise: -92, time: 1000, busy: 370 }],
    },
    {
      channel: 37,
      channel_width: 160,
      tx_power: 22,
      phy: 'phy1',
      frequency: [6135],
      chanUtil: 4,
      temperature: 55,
    },
  ],
  interfaces: [
    {
      name: 'up0v0',
      ipv4: {
        addresses: ['198.51.100.7/26'],
        leases: [{ mac: '02:aa:00:00:00:02', address: '198.51.100.22', hostname: 'till' }],
      },
      clients: [
        { mac: '02:aa:00:00:00:01', ipv4_addresses: ['198.51.100.21'], ports: ['wlan0', 'LAN1'] },
        { mac: '02:aa:00:00:00:03', ipv4_addresses: ['198.51.100.23'], ports: ['LAN1'] },
        { mac: '02:aa:00:00:00:09', ipv4_addresses: ['198.51.100.1'], ports: ['WAN'] },
      ],
      ssids: [
        {
          ssid: 'Harbour',
          bssid: '02:00:00:A1:B2:C4',
          mode: 'ap',
          radio: { $ref: '#/radios/1' },
          counters: { rx_bytes: 7000, tx_bytes: 90000, tx_retries: 12, tx_failed: 1 },
          associations: [
            {
              station: '02:AA:00:00:00:01',
              bssid: '02:00:00:a1:b2:c4',
              connected: 61,
              rssi: -57,
              rx_bytes: 640,
              tx_bytes: 12800,
              tx_packets: 40,
              tx_retries: 3,
              tx_failed: 0,
              rx_rate: { bitrate: 1201000 },
              tx_rate: { bitrate: 960700 },
            },
          ],
        },
        {
          ssid: 'Harbour guests',
          bssid: '02:00:00:a1:b2:c5',
          phy: 'phy0',
          counters: { rx_bytes: 10, tx_bytes: 20 },
          associations: [
            { station: '02:aa:00:00:00:02', ipaddr_v4: '198.51.100.22' },
            {
              station: '02:aa:00:00:00:04',
              ipaddr_v4: { address: '198.51.100.24', hostname: 'scanner' },
            },
          ],
        },
        { ssid: 'backhaul', mode: 'mesh', phy: 'phy0', associations: [{ station: '02:aa:00:00:00:05' }] },
      ],
    },
  ],
  'link-state': {
    upstream: {
      WAN: {
        carrier: 1,
        speed: 2500,
        duplex: 'full',
        counters: { rx_bytes: 5000, tx_bytes: 600, rx_errors: 2 },
      },
    },
    downstream: { LAN1: { carrier: 1, speed: 100, duplex: 'half' }, LAN2: { carrier: 0 } },
  },
  'lldp-peers': {
    upstream: {
      WAN: [{ mac: '02:00:00:D4:E5:F6', name: 'core', description: 'a switch', port_id: 'Ethernet5' }],
    },
    downstream: {},
  },
  poe: { consumption: 4.44 },
};

export const apStateParams = { serial: AP_SERIAL, uuid: 1_760_000_000, state: apState };

function switchPort(carrier: boolean, rxBytes: number, status: string, milliwatts: number) {
  return {
    carrier,
    ...(carrier ? { speed: 1000, duplex: 'full' } : {}),
    counters: {
      rx_bytes: rxBytes,
      tx_bytes: rxBytes * 2,
      rx_packets: 5,
      tx_packets: 6,
      rx_error: 1,
      tx_error: 0,
    },
    poe: { status, 'output-power': milliwatts, 'output-voltage': '53.0' },
  };
}

export const switchState = {
  unit: {
    uptime: 90,
    load: [0.1, 0, 0],
    memory: { total: 4000, free: 1000 },
    poe: { 'max-power-budget': 180, 'power-consumed': 9 },
  },
  interfaces: [
    { name: 'VLAN1', ipv4: { addresses: ['203.0.113.9/24'] }, counters: { rx_bytes: 1, tx_bytes: 1 } },
  ],
  'link-state': {
    upstream: {
      Ethernet0: { ...switchPort(true, 800, 'Disabled', 0), 'transceiver-info': { 'form-factor': 'SFP+' } },
      Ethernet1: switchPort(true, 300, 'Delivering Power', 8950),
      Ethernet2: switchPort(false, 0, 'Searching', 0),
    },
  },
  'lldp-peers': { upstream: {}, downstream: {} },
  uplink_interface: 'Ethernet0',
  'mac-forwarding-table': {
    overflow: false,
    Ethernet0: { '1': ['02:bb:00:00:00:01'] },
    Ethernet1: { '1': ['02:BB:00:00:00:02', 'no address'] },
  },
  'default-gateway': [],
};

export const switchStateParams = { serial: SWITCH_SERIAL, uuid: 7, state: switchState };
