import type { LinkSample, PortPower, PortPowerState, PortSample, PowerSample, Traffic } from '../model.ts';
import type { OptionalText } from './fields.ts';
import {
  colonMac,
  countOrNull,
  figureWithin,
  NO_TRAFFIC,
  textOf,
  textOrNull,
  trafficOf,
  wholeWithin,
} from './figures.ts';
import type { DeviceState, PeerState, PortState } from './state-schema.ts';
import { uplinkPortsOf } from './uplink-ports.ts';

const PORTS_MAX = 256;
const LINKS_MAX = 256;
const SPEED_MAX_MBPS = 1_000_000;
const WATTS_MAX = 100_000;

/** A switch lists every port as upstream, so its uplink has to be found. */
export function isSwitch(state: DeviceState): boolean {
  return (
    textOrNull(state.uplink_interface) !== null ||
    state['mac-forwarding-table'] !== undefined ||
    state['mac-address-list'] !== undefined ||
    state['default-gateway'] !== undefined
  );
}

export function portSamples(state: DeviceState): PortSample[] {
  const { upstream, downstream } = state['link-state'] ?? {};
  const ports = new Map<string, PortSample>();
  const uplinks = isSwitch(state) ? uplinkPortsOf(state) : null;
  const add = (name: string, port: PortState, isUpstream: boolean) => {
    const sample = portSample(name, port, uplinks?.has(textOf(name)) ?? isUpstream);
    if (ports.size < PORTS_MAX && !ports.has(sample.name)) ports.set(sample.name, sample);
  };
  for (const [name, port] of Object.entries(upstream ?? {})) add(name, port, true);
  for (const [name, port] of Object.entries(downstream ?? {})) add(name, port, false);
  return [...ports.values()];
}

function portSample(name: string, port: PortState, uplink: boolean): PortSample {
  const { counters } = port;
  return {
    name: textOf(name),
    uplink,
    linked: Boolean(port.carrier),
    speedMbps: wholeWithin(port.speed, 0, SPEED_MAX_MBPS),
    fullDuplex: fullDuplexOf(port),
    optical: opticalOf(port),
    traffic: trafficOf(counters),
    rxPackets: countOrNull(counters?.rx_packets),
    txPackets: countOrNull(counters?.tx_packets),
    rxErrors: countOrNull(counters?.rx_errors ?? counters?.rx_error),
    txErrors: countOrNull(counters?.tx_errors ?? counters?.tx_error),
    power: portPowerOf(port),
  };
}

/** Names of ports from the extension; null when the device does not report them, as uCentral has no field for them. */
export function portNamesOf(names: readonly string[] | undefined): string[] | null {
  return names?.slice(0, PORTS_MAX).map((name) => textOf(name)) ?? null;
}

function fullDuplexOf({ duplex }: PortState): boolean | null {
  return textOrNull(duplex) === null ? null : duplex === 'full';
}

function opticalOf(port: PortState): boolean | null {
  const transceiver = port['transceiver-info'];
  return transceiver === undefined ? null : transceiver['form-factor'] !== 'RJ45';
}

function portPowerOf({ poe }: PortState): PortPower | null {
  const state = powerStateOf(poe?.status);
  if (poe === undefined || state === null) return null;
  const milliwatts = countOrNull(poe['output-power']);
  return { state, watts: milliwatts === null ? null : figureWithin(milliwatts / 1000, 0, WATTS_MAX) };
}

/** "Delivering Power" in a state, "delivering_power" in an event. */
export function powerStateOf(text: OptionalText): PortPowerState | null {
  const lowerCase = text?.toLowerCase() ?? '';
  if (lowerCase.startsWith('delivering')) return 'delivering';
  if (lowerCase.startsWith('searching')) return 'searching';
  if (lowerCase.startsWith('disabled')) return 'disabled';
  if (lowerCase.startsWith('overload')) return 'overload';
  return lowerCase.startsWith('fault') ? 'fault' : null;
}

/** From the uplink ports, or the interface behind them where ports have no counters. */
export function uplinkTraffic(state: DeviceState, ports: readonly PortSample[]): Traffic | null {
  const up = ports.filter((port) => port.uplink);
  const counted = up.some(({ traffic }) => traffic !== NO_TRAFFIC);
  if (counted) return total(up.map(({ traffic }) => traffic));
  const upper = state.interfaces?.find(
    ({ name, counters }) => counters !== undefined && !isSwitch(state) && name?.startsWith('up'),
  );
  return upper === undefined ? null : trafficOf(upper.counters);
}

function total(parts: readonly Traffic[]): Traffic {
  let rxBytes = 0;
  let txBytes = 0;
  for (const part of parts) {
    rxBytes += part.rxBytes;
    txBytes += part.txBytes;
  }
  return trafficOf({ rx_bytes: rxBytes, tx_bytes: txBytes });
}

/** Ports of clients: any port with a link that is no uplink. */
export function localPorts(ports: readonly PortSample[]): ReadonlySet<string> {
  return new Set(ports.filter((port) => port.linked && !port.uplink).map((port) => port.name));
}

export function linkSamples(state: DeviceState): LinkSample[] {
  const links: LinkSample[] = [];
  const { upstream, downstream } = state['lldp-peers'] ?? {};
  for (const side of [upstream, downstream]) {
    for (const [port, peers] of Object.entries(side ?? {})) {
      for (const peer of peers) {
        const link = linkSample(port, peer);
        if (link !== null && links.length < LINKS_MAX) links.push(link);
      }
    }
  }
  return links;
}

function linkSample(port: string, peer: PeerState): LinkSample | null {
  const peerMac = colonMac(peer.mac ?? '');
  if (peerMac === null) return null;
  return {
    port: textOf(port),
    peerMac,
    peerName: textOf(peer.name),
    peerPort: textOf(peer.port_id ?? peer.port ?? peer.port_descr),
    peerDescription: textOf(peer.description),
  };
}

export function powerSample(state: DeviceState): PowerSample | null {
  const own = state.unit?.poe;
  const usedWatts = figureWithin(own?.['power-consumed'] ?? state.poe?.consumption, 0, WATTS_MAX);
  if (usedWatts === null) return null;
  return { budgetWatts: figureWithin(own?.['max-power-budget'], 0, WATTS_MAX), usedWatts };
}
