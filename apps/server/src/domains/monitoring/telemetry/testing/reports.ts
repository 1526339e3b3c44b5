import type {
  ClientSample,
  MemberSample,
  PortSample,
  RadioSample,
  Report,
} from '@airloom/device-protocol/model';

/** An empty report except for the given values. */
export function reportOf(given: Partial<Report> = {}): Report {
  return {
    serial: 'a00000000001',
    at: null,
    sequence: null,
    configVersion: 1,
    requestId: null,
    unit: { uptimeSeconds: null, cpuPercent: null, memoryPercent: null, temperature: null },
    uplink: null,
    addresses: [],
    radios: [],
    networks: null,
    clients: [],
    ports: [],
    links: [],
    macTable: [],
    power: null,
    members: [],
    membersAreAll: false,
    pair: null,
    mesh: null,
    disabledPorts: null,
    negotiatedPorts: null,
    portVlans: null,
    isolatedPorts: null,
    routes: null,
    ...given,
  };
}

export function radioOf(index: number, given: Partial<RadioSample> = {}): RadioSample {
  return {
    index,
    band: index === 0 ? '2G' : '5G',
    channel: index === 0 ? 6 : 36,
    widthMhz: 20,
    txPower: 20,
    utilisationPercent: 10,
    noise: -95,
    temperature: null,
    clients: 0,
    traffic: { rxBytes: 0, txBytes: 0 },
    txRetries: null,
    txFailed: null,
    ...given,
  };
}

export function portOf(name: string, given: Partial<PortSample> = {}): PortSample {
  return {
    name,
    uplink: false,
    linked: false,
    speedMbps: null,
    fullDuplex: null,
    optical: null,
    traffic: { rxBytes: 0, txBytes: 0 },
    rxPackets: null,
    txPackets: null,
    rxErrors: null,
    txErrors: null,
    power: null,
    ...given,
  };
}

export function memberSample(serial: string, given: Partial<MemberSample> = {}): MemberSample {
  return {
    serial,
    name: `AP ${serial}`,
    model: 'AP-1',
    firmware: '1.0',
    ip: '10.0.0.9',
    online: true,
    clients: 0,
    uptimeSeconds: null,
    radios: [],
    bssids: [],
    ...given,
  };
}

export function clientOf(
  mac: string,
  connectedSeconds: number | null,
  rxBytes: number,
  txBytes = 2 * rxBytes,
  given: Partial<ClientSample> = {},
): ClientSample {
  return {
    mac,
    ip: '10.0.0.9',
    hostname: 'laptop',
    wireless: {
      ssid: 'Office',
      bssid: '90:3c:b3:bb:1d:a9',
      band: '5G',
      channel: 36,
      signal: -60,
      rxRateKbps: 300_000,
      txRateKbps: 400_000,
      txPackets: 1,
      txRetries: 0,
      txFailed: 0,
    },
    port: null,
    connectedSeconds,
    traffic: { rxBytes, txBytes },
    ...given,
  };
}
