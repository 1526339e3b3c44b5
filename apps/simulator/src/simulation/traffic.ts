import { segmentBytes } from './client.ts';
import { childAt, type Node, networksAt, type Radio, type Totals, uplinkPort } from './node.ts';

/** Bytes per second of a device itself, and of multicasts forwarded to the radio. */
const OWN_DOWN = 420;
const OWN_UP = 650;
const MULTICAST_DOWN = 90;

export function ranMs(node: Node, t: number): number {
  return node.ranMs + (node.isUp ? Math.max(0, t - node.startedAt) : 0);
}

function share(rate: number, ms: number): number {
  return Math.floor((rate * ms) / 1000);
}

/** The network of a radio that multicasts and bytes of former networks count for. */
function firstNetwork(node: Node, radio: Radio): string {
  return networksAt(node, radio)[0]?.name ?? '';
}

/** Bytes of one network on a radio since the start; multicasts count for the first network. */
function networkTotals(node: Node, radio: Radio, network: string, t: number): Totals {
  const isFirst = firstNetwork(node, radio) === network;
  const totals = { down: isFirst ? share(MULTICAST_DOWN, ranMs(node, t)) : 0, up: 0 };
  const ended = radio.ended.get(network);
  if (ended) add(totals, ended);
  for (const { association } of radio.clients) {
    if (association?.network === network) add(totals, segmentBytes(association.segment, t));
  }
  return totals;
}

export function radioTotals(node: Node, radio: Radio, t: number): Totals {
  const totals = { down: share(MULTICAST_DOWN, ranMs(node, t)), up: 0 };
  for (const ended of radio.ended.values()) add(totals, ended);
  for (const { association } of radio.clients)
    if (association) add(totals, segmentBytes(association.segment, t));
  return totals;
}

function hostTotals(node: Node, port: string, t: number): Totals {
  const ended = node.hostEnded.get(port);
  const totals = { down: ended?.down ?? 0, up: ended?.up ?? 0 };
  const association = node.hosts.get(port)?.association;
  if (association) add(totals, segmentBytes(association.segment, t));
  return totals;
}

/** Bytes through the uplink: of the device, its radios, its wired clients and everything downstream. */
export function throughTotals(node: Node, t: number): Totals {
  const ran = ranMs(node, t);
  const totals = { down: share(OWN_DOWN, ran), up: share(OWN_UP, ran) };
  for (const radio of node.radios) add(totals, radioTotals(node, radio, t));
  for (const port of node.hosts.keys()) add(totals, hostTotals(node, port, t));
  for (const child of node.children) add(totals, throughTotals(child, t));
  return totals;
}

/** Bytes through a port since the start of the simulation. */
export function portTotals(node: Node, port: string, t: number): Totals {
  if (port === uplinkPort(node)) return throughTotals(node, t);
  const child = childAt(node, port);
  return child ? throughTotals(child, t) : hostTotals(node, port, t);
}

export function add(to: Totals, more: Totals): void {
  to.down += more.down;
  to.up += more.up;
}

function minus(all: Totals, before: Totals | undefined): Totals {
  return { down: all.down - (before?.down ?? 0), up: all.up - (before?.up ?? 0) };
}

/** Port counter of a device since its last start. */
export function portCounter(node: Node, port: string, t: number): Totals {
  return minus(portTotals(node, port, t), node.baseline.ports.get(port));
}

export function networkCounter(node: Node, radio: Radio, network: string, t: number): Totals {
  return minus(networkTotals(node, radio, network, t), node.baseline.radios[radio.index]?.get(network));
}

/** Resets its counters. */
export function beginCounters(node: Node, t: number): void {
  node.baseline = {
    ports: new Map(node.ports.map((port) => [port, portTotals(node, port, t)])),
    radios: node.radios.map((radio) => {
      const names = [
        firstNetwork(node, radio),
        ...radio.ended.keys(),
        ...node.networks.map(({ name }) => name),
      ];
      return new Map(names.map((name) => [name, networkTotals(node, radio, name, t)]));
    }),
  };
}

/** After a change of its networks: bytes counted so far move to the first network of each radio. */
export function moveNetworkCounters(node: Node): void {
  for (const radio of node.radios) merge(radio.ended, firstNetwork(node, radio));
  node.baseline = {
    ...node.baseline,
    radios: node.radios.map((radio) => {
      const before = node.baseline.radios[radio.index] ?? new Map<string, Totals>();
      const merged = new Map([...before].map(([name, totals]) => [name, { ...totals }]));
      merge(merged, firstNetwork(node, radio));
      return merged;
    }),
  };
}

function merge(ended: Map<string, Totals>, into: string): void {
  const sum = { down: 0, up: 0 };
  for (const totals of ended.values()) add(sum, totals);
  ended.clear();
  ended.set(into, sum);
}
