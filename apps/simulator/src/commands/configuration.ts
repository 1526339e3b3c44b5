import type { Band } from '@airloom/device-protocol/model';
import { type Json, numberIn, recordIn, recordsIn, textIn, textsIn } from '../json.ts';
import { isTipAp } from '../simulation/models.ts';
import type { Network, Node } from '../simulation/node.ts';
import { ALLOWED_CHANNELS } from '../simulation/radio-propagation.ts';
import type { Site } from '../simulation/site.ts';
import { replaceNetworks } from '../simulation/traffic.ts';

export interface Verdict {
  /** 0 applied, 1 applied in part, 2 rejected. */
  readonly error: 0 | 1 | 2;
  readonly rejected: readonly string[];
}

const TX_POWER_MAX = 30;
const VLAN_MAX = { ap: 4050, switch: 4094 } as const;
const SSID_MAX = 32;
const KEY_MIN = 8;
const KEY_MAX = 63;

function fault(path: string, text: string): string {
  return `[E] (In ${path}) ${text}`;
}

function missing(path: string, text: string): string {
  return `[W] (In ${path}) ${text}`;
}

/** Values out of range reject the document; parts the device does not have are skipped and listed. */
export function verify(node: Node, document: Json): Verdict {
  const faults = [...radioFaults(document), ...interfaceFaults(node, document)];
  if (faults.length > 0) return { error: 2, rejected: faults };
  const lacking = [...lackingRadios(node, document), ...lackingPorts(node, document)];
  return { error: lacking.length > 0 ? 1 : 0, rejected: lacking };
}

function bandIn(radio: Json): Band | null {
  const name = textIn(radio['band']) ?? '';
  if (name.startsWith('5G')) return '5G';
  return name === '2G' || name === '6G' ? name : null;
}

function radioFaults(document: Json): string[] {
  return recordsIn(document['radios']).flatMap((radio, index) => {
    const path = `/radios/${index}`;
    const band = bandIn(radio);
    const power = numberIn(radio['tx-power']);
    const channel = numberIn(radio['channel']);
    return [
      ...(power !== null && power > TX_POWER_MAX
        ? [fault(`${path}/tx-power`, `Value must be lower than or equal to ${TX_POWER_MAX}`)]
        : []),
      ...(channel !== null && band && !ALLOWED_CHANNELS[band].includes(channel)
        ? [fault(`${path}/channel`, 'Value is no channel of this band')]
        : []),
    ];
  });
}

function interfaceFaults(node: Node, document: Json): string[] {
  const most = VLAN_MAX[node.kind === 'switch' ? 'switch' : 'ap'];
  const interfaces = document['interfaces'];
  if (interfaces !== undefined && !Array.isArray(interfaces)) {
    return [fault('/interfaces', 'Value must be of type array')];
  }
  return recordsIn(interfaces).flatMap((one, index) => {
    const path = `/interfaces/${index}`;
    const vlan = numberIn(recordIn(one['vlan'])['id']);
    return [
      ...(vlan !== null && vlan > most
        ? [fault(`${path}/vlan/id`, `Value must be lower than or equal to ${most}`)]
        : []),
      ...recordsIn(one['ssids']).flatMap((ssid, at) => ssidFaults(ssid, `${path}/ssids/${at}`)),
    ];
  });
}

function ssidFaults(ssid: Json, path: string): string[] {
  const name = textIn(ssid['name']) ?? '';
  const key = textIn(recordIn(ssid['encryption'])['key']);
  const length = Buffer.byteLength(name);
  return [
    ...(length === 0 || length > SSID_MAX
      ? [fault(`${path}/name`, `String must have between 1 and ${SSID_MAX} characters`)]
      : []),
    ...(key !== null && (key.length < KEY_MIN || key.length > KEY_MAX)
      ? [fault(`${path}/encryption/key`, `String must have between ${KEY_MIN} and ${KEY_MAX} characters`)]
      : []),
  ];
}

function lackingRadios(node: Node, document: Json): string[] {
  return recordsIn(document['radios']).flatMap((radio, index) => {
    const band = bandIn(radio);
    const has = band !== null && node.radios.some((one) => one.band === band);
    if (!has) return [missing(`/radios/${index}`, 'no radio of this band')];
    const mode = textIn(radio['channel-mode']) ?? '';
    const isBeyond = isTipAp(node.model) && /^(?:HE|EHT)/.test(mode);
    return isBeyond ? [missing(`/radios/${index}/channel-mode`, `${mode} is no mode of this radio`)] : [];
  });
}

function lackingPorts(node: Node, document: Json): string[] {
  return recordsIn(document['ethernet']).flatMap((entry, index) =>
    textsIn(entry['select-ports'])
      .filter((name) => selectedPorts(node, [name]).length === 0)
      .map((name) => missing(`/ethernet/${index}/select-ports`, `${name} is no port of this device`)),
  );
}

/** `Ethernet*` matches all ports with this prefix. */
function selectedPorts(node: Node, names: readonly string[]): string[] {
  return node.ports.filter((port) =>
    names.some((name) => (name.endsWith('*') ? port.startsWith(name.slice(0, -1)) : port === name)),
  );
}

/** Applies the document: name, radios, networks, ports. */
export function apply(site: Site, node: Node, document: Json, t: number): void {
  const name = textIn(recordIn(document['unit'])['name']);
  if (name) node.name = name;
  const isRadioChanged = applyRadios(node, document);
  const networks = networksIn(node, document);
  const isTold = networks.length > 0 || isTipAp(node.model);
  const isNetworkChanged = isTold && JSON.stringify(networks) !== JSON.stringify(node.networks);
  if (isRadioChanged || isNetworkChanged) site.rejoin(node, t);
  if (isNetworkChanged) replaceNetworks(node, networks);
  node.staticAddress = staticAddressIn(document);
  applyPorts(site, node, document, t);
}

function staticAddressIn(document: Json): string | null {
  const uplink = recordsIn(document['interfaces']).find((one) => one['role'] === 'upstream');
  const ipv4 = recordIn(uplink?.['ipv4']);
  return ipv4['addressing'] === 'static' ? textIn(ipv4['subnet']) : null;
}

function applyRadios(node: Node, document: Json): boolean {
  let changed = false;
  for (const wanted of recordsIn(document['radios'])) {
    const radio = node.radios.find((one) => one.band === bandIn(wanted));
    if (!radio) continue;
    const channel = numberIn(wanted['channel']) ?? radio.channel;
    const width = numberIn(wanted['channel-width']) ?? radio.width;
    changed ||= channel !== radio.channel || width !== radio.width;
    radio.channel = channel;
    radio.width = width;
    radio.txPower = numberIn(wanted['tx-power']) ?? radio.txPower;
  }
  return changed;
}

function networksIn(node: Node, document: Json): Network[] {
  if (node.radios.length === 0) return [];
  const own = node.radios.map((radio) => radio.band);
  const networks = new Map<string, Network>();
  for (const one of recordsIn(document['interfaces'])) {
    for (const ssid of recordsIn(one['ssids'])) {
      const name = textIn(ssid['name']) ?? '';
      const wanted = textsIn(ssid['wifi-bands']);
      networks.set(name, {
        name,
        bands: wanted.length === 0 ? own : own.filter((band) => wanted.includes(band)),
      });
    }
  }
  return [...networks.values()].filter(({ bands }) => bands.length > 0);
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
