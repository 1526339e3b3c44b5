import { type Json, numberIn, recordIn, recordsIn, textIn, textsIn } from '../json.ts';
import { isTipAp } from '../simulation/models.ts';
import { type Node, networksAt, networksOnAir } from '../simulation/node.ts';
import type { Site } from '../simulation/site.ts';
import { moveNetworkCounters } from '../simulation/traffic.ts';
import { configuredNetworks } from './configured-networks.ts';
import { applyRadios } from './configured-radios.ts';
import { applySwitching } from './configured-switch.ts';
import { selectedPorts } from './selected-ports.ts';

/** Applies the document: name, radios, networks, ports. */
export function apply(site: Site, node: Node, document: Json, t: number): void {
  const name = textIn(recordIn(document['unit'])['name']);
  if (name) node.name = name;
  if (node.radios.length > 0) applyWireless(site, node, document, t);
  node.staticAddress = staticAddressIn(document);
  applyPorts(site, node, document, t);
  if (node.kind === 'switch') applySwitching(node, document);
}

function applyWireless(site: Site, node: Node, document: Json, t: number): void {
  const before = onAir(node);
  const hadNone = networksOnAir(node).length === 0;
  const moved = applyRadios(node, document);
  const { interfaces, networks, areNamed } = configuredNetworks(node, document);
  if (areNamed || isTipAp(node.model)) node.hasFactoryNetworks = false;
  if (!node.hasFactoryNetworks) node.networks = networks;
  if (interfaces.length > 0) node.interfaces = interfaces;
  site.reassociate(node, moved, t);
  if (onAir(node) !== before) moveNetworkCounters(node);
  if (hadNone && networksOnAir(node).length > 0) site.attract(node, t);
}

function onAir(node: Node): string {
  return JSON.stringify(node.radios.map((radio) => networksAt(node, radio).map(({ name }) => name)));
}

function staticAddressIn(document: Json): string | null {
  const uplink = recordsIn(document['interfaces']).find((one) => one['role'] === 'upstream');
  const ipv4 = recordIn(uplink?.['ipv4']);
  if (ipv4['addressing'] !== 'static') return null;
  // An access point has one subnet, a switch a list of them.
  return textIn(ipv4['subnet']) ?? textIn(recordsIn(ipv4['subnet'])[0]?.['prefix']);
}

function applyPorts(site: Site, node: Node, document: Json, t: number): void {
  const listed = recordsIn(document['ethernet']).flatMap((entry) =>
    selectedPorts(node, textsIn(entry['select-ports'])),
  );
  // A document describes the whole access point: ports it omits are enabled.
  for (const port of isTipAp(node.model) ? node.ports : []) {
    if (!listed.includes(port)) site.setPort(node, port, true, t);
  }
  for (const entry of recordsIn(document['ethernet'])) {
    const ports = selectedPorts(node, textsIn(entry['select-ports']));
    const power = recordIn(entry['poe'])['admin-mode'];
    for (const port of ports) {
      if (typeof entry['enabled'] === 'boolean') site.setPort(node, port, entry['enabled'], t);
      if (entry['autoneg'] === true) node.fixedPorts.delete(port);
      if (entry['autoneg'] === false) node.fixedPorts.add(port);
      if (power === true) node.powerOff.delete(port);
      if (power === false) node.powerOff.add(port);
    }
  }
}

/** Report interval of the document, if set. */
export function intervalIn(document: Json): number | null {
  return numberIn(recordIn(recordIn(document['metrics'])['statistics'])['interval']);
}

/** Events to send; null when the document does not list any. */
export function eventTypesIn(document: Json): readonly string[] | null {
  const types = recordIn(recordIn(document['metrics'])['realtime'])['types'];
  return types === undefined ? null : textsIn(types);
}
