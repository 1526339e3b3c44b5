import { type Json, numberIn, recordIn, recordsIn, textIn, textsIn } from '../json.ts';
import type { ConfiguredPort, Node } from '../simulation/node.ts';
import type { Site } from '../simulation/site.ts';

const DUPLEX = ['full', 'half'];
const SPEEDS = [10, 100, 1000, 2500, 5000, 10_000, 25_000, 100_000];
const TAGS = ['tagged', 'un-tagged'];
const VLAN_MAX = 4094;

/** Ports of a list; null when it is empty or contains an unknown port. */
function portsIn(node: Node, value: unknown): readonly string[] | null {
  const names = textsIn(value);
  if (names.includes('Ethernet*')) return node.ports;
  return names.length > 0 && names.every((name) => node.ports.includes(name)) ? names : null;
}

/** Errors of a document, innermost first; empty when it is valid. */
export function olsFaults(node: Node, document: Json): string[] {
  if (!Array.isArray(document['ethernet']) || !Array.isArray(document['interfaces'])) {
    return ['uc-proto: the configuration has no ethernet or no interfaces'];
  }
  for (const entry of recordsIn(document['ethernet'])) {
    const fault = ethernetFault(node, entry);
    if (fault !== null) return [`uc-proto: ${fault}`, 'uc-proto: ethernet cannot be read'];
  }
  for (const one of recordsIn(document['interfaces'])) {
    const fault = interfaceFault(node, one);
    if (fault !== null) return [`uc-proto: ${fault}`, 'uc-proto: interfaces cannot be read'];
  }
  return [];
}

function ethernetFault(node: Node, entry: Json): string | null {
  const speed = numberIn(entry['speed']);
  const duplex = textIn(entry['duplex']);
  if (speed === null || !SPEEDS.includes(speed)) return 'an ethernet entry has no speed';
  if (duplex === null || !DUPLEX.includes(duplex)) return 'an ethernet entry has no duplex';
  return portsIn(node, entry['select-ports']) === null ? 'select-ports names no port of this switch' : null;
}

function interfaceFault(node: Node, one: Json): string | null {
  if (one['vlan'] === undefined) return null;
  const id = numberIn(recordIn(one['vlan'])['id']);
  if (id === null || id < 1 || id > VLAN_MAX) return 'a VLAN has no id';
  for (const entry of recordsIn(one['ethernet'])) {
    if (portsIn(node, entry['select-ports']) === null) return 'select-ports names no port of this switch';
    if (!TAGS.includes(textIn(entry['vlan-tag']) ?? '')) return 'a port of a VLAN has no vlan-tag';
  }
  return null;
}

/** Ports of the document; the last entry of a port wins. */
function configuredPorts(node: Node, document: Json): Map<string, ConfiguredPort> {
  const vlans = new Map<string, number>();
  for (const one of recordsIn(document['interfaces'])) {
    const id = numberIn(recordIn(one['vlan'])['id']);
    const untagged = recordsIn(one['ethernet']).filter((entry) => entry['vlan-tag'] === 'un-tagged');
    for (const port of untagged.flatMap((entry) => portsIn(node, entry['select-ports']) ?? [])) {
      if (id !== null) vlans.set(port, id);
    }
  }
  return new Map(
    recordsIn(document['ethernet']).flatMap((entry) =>
      (portsIn(node, entry['select-ports']) ?? []).map((port) => [
        port,
        {
          speedMbps: numberIn(entry['speed']) ?? 0,
          duplex: textIn(entry['duplex']) ?? '',
          vlan: vlans.get(port) ?? null,
          tagged: [],
        },
      ]),
    ),
  );
}

/** Ports that no entry enables are disabled. */
export function applyOls(site: Site, node: Node, document: Json, t: number): void {
  const name = textIn(recordIn(document['unit'])['name']);
  if (name) node.name = name;
  const enabled = new Set<string>();
  for (const entry of recordsIn(document['ethernet'])) {
    const power = recordIn(entry['poe'])['admin-mode'];
    for (const port of portsIn(node, entry['select-ports']) ?? []) {
      if (entry['enabled'] === true) enabled.add(port);
      else enabled.delete(port);
      if (power === true) node.powerOff.delete(port);
      if (power === false) node.powerOff.add(port);
    }
  }
  node.configuredPorts = configuredPorts(node, document);
  for (const port of node.ports) site.setPort(node, port, enabled.has(port), t);
}

/** Report interval in seconds; null without reports. A list of types is required, too. */
export function olsInterval(document: Json | null): number | null {
  const statistics = recordIn(recordIn(document?.['metrics'])['statistics']);
  const interval = numberIn(statistics['interval']);
  return interval !== null && interval > 0 && textsIn(statistics['types']).length > 0 ? interval : null;
}
