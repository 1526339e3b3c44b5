import type { ClientSample, LearnedAddresses } from '../model.ts';
import type { OptionalText } from './fields.ts';
import {
  colonMac,
  countOrNull,
  dbmOf,
  NO_TRAFFIC,
  secondsOf,
  textOf,
  textOrNull,
  trafficOf,
  wholeWithin,
} from './figures.ts';
import { linkSamples } from './ports.ts';
import { bandOfSsid, CLIENTS_MAX, isAccessPoint, radioOf } from './radios.ts';
import type { Association, DeviceState, InterfaceState, SsidState } from './state-schema.ts';

const ADDRESS_MAX = 64;
const RATE_MAX_KBPS = 1_000_000_000;

/** Wireless and wired clients, each once. */
export function clientSamples(
  state: DeviceState,
  isLocalPort: (port: string) => boolean,
  macTable: readonly LearnedAddresses[],
): ClientSample[] {
  const seen = new Map<string, ClientSample>();
  const directory = new Directory(state.interfaces ?? []);
  for (const { ssids } of state.interfaces ?? []) {
    for (const ssid of ssids ?? []) {
      if (isAccessPoint(ssid)) addWireless(seen, ssid, state, directory);
    }
  }
  addAtPorts(seen, state.interfaces ?? [], isLocalPort, directory);
  const neighbours = new Set(linkSamples(state).map(({ peerMac }) => peerMac));
  for (const { port, macs } of macTable) {
    if (!isLocalPort(port)) continue;
    // LLDP neighbours are devices of the network.
    for (const mac of macs) if (!neighbours.has(mac)) addWired(seen, mac, port, directory);
  }
  return [...seen.values()];
}

function addWireless(
  seen: Map<string, ClientSample>,
  ssid: SsidState,
  state: DeviceState,
  directory: Directory,
): void {
  if (ssid.associations === undefined || ssid.associations.length === 0) return;
  const radio = state.radios?.[radioOf(ssid, state.radios)];
  const network = {
    ssid: textOf(ssid.ssid),
    bssid: colonMac(ssid.bssid ?? '') ?? '',
    band: bandOfSsid(ssid, radio),
    channel: wholeWithin(radio?.channel, 0, 1000),
  };
  for (const association of ssid.associations) {
    const mac = colonMac(association.station);
    if (mac === null || seen.size >= CLIENTS_MAX) continue;
    seen.set(mac, {
      mac,
      ip: addressOf(association) ?? directory.addressOf(mac),
      hostname: hostnameOf(association) ?? directory.hostnameOf(mac),
      wireless: {
        ...network,
        bssid: colonMac(association.bssid ?? '') ?? network.bssid,
        signal: dbmOf(association.rssi),
        rxRateKbps: wholeWithin(association.rx_rate?.bitrate, 0, RATE_MAX_KBPS),
        txRateKbps: wholeWithin(association.tx_rate?.bitrate, 0, RATE_MAX_KBPS),
        txPackets: countOrNull(association.tx_packets),
        txRetries: countOrNull(association.tx_retries),
        txFailed: countOrNull(association.tx_failed),
      },
      port: null,
      connectedSeconds: secondsOf(association.connected),
      traffic: trafficOf(association),
    });
  }
}

function addressOf({ ipaddr_v4: reported }: Association): string | null {
  const address = typeof reported === 'string' ? reported : reported?.address;
  return textOrNull(address, ADDRESS_MAX);
}

function hostnameOf({ ipaddr_v4: reported }: Association): string | null {
  const name = typeof reported === 'string' ? undefined : reported?.hostname;
  return name === '*' ? null : textOrNull(name);
}

function addAtPorts(
  seen: Map<string, ClientSample>,
  interfaces: readonly InterfaceState[],
  isLocalPort: (port: string) => boolean,
  directory: Directory,
): void {
  for (const { clients } of interfaces) {
    for (const client of clients ?? []) {
      const port = client.ports?.find(isLocalPort);
      if (port !== undefined) addWired(seen, client.mac, port, directory);
    }
  }
}

function addWired(
  seen: Map<string, ClientSample>,
  address: string,
  port: string,
  directory: Directory,
): void {
  const mac = colonMac(address);
  if (mac === null || seen.has(mac) || seen.size >= CLIENTS_MAX) return;
  seen.set(mac, {
    mac,
    ip: directory.addressOf(mac),
    hostname: directory.hostnameOf(mac),
    wireless: null,
    port: textOf(port),
    connectedSeconds: null,
    traffic: NO_TRAFFIC,
  });
}

/** Addresses and names of neighbours; built on first use. */
class Directory {
  readonly #interfaces: readonly InterfaceState[];
  #addresses: Map<string, string> | null = null;
  #names: Map<string, string> | null = null;

  constructor(interfaces: readonly InterfaceState[]) {
    this.#interfaces = interfaces;
  }

  addressOf(mac: string): string | null {
    this.#addresses ??= this.#readAddresses();
    return this.#addresses.get(mac) ?? null;
  }

  hostnameOf(mac: string): string | null {
    this.#names ??= this.#readNames();
    return this.#names.get(mac) ?? null;
  }

  #readAddresses(): Map<string, string> {
    const addresses = new Map<string, string>();
    for (const { clients, ipv4 } of this.#interfaces) {
      for (const { mac, ipv4_addresses: reported } of clients ?? []) add(addresses, mac, reported?.[0]);
      for (const { mac, address } of ipv4?.leases ?? []) add(addresses, mac, address);
    }
    return addresses;
  }

  #readNames(): Map<string, string> {
    const names = new Map<string, string>();
    for (const { ipv4 } of this.#interfaces) {
      for (const { mac, hostname } of ipv4?.leases ?? []) {
        if (hostname !== '*') add(names, mac, hostname);
      }
    }
    return names;
  }
}

function add(to: Map<string, string>, mac: OptionalText, reported: OptionalText): void {
  const key = colonMac(mac ?? '');
  const text = textOrNull(reported);
  if (key !== null && text !== null) to.set(key, text);
}
