import { BANDS } from '../devices/devices.model.ts';
import type { Band } from './effective.ts';

/** Fields of a configuration document by their path; lists have no positions here. Names are those of settings where they mean the same. */
const DEVICE = {
  'unit.name': 'deviceName',
  'unit.hostname': 'hostname',
  'unit.location': 'location',
  'unit.timezone': 'timeZone',
  'unit.leds-active': 'leds',
  'ethernet.select-ports': 'ports',
  'ethernet.speed': 'portSpeed',
  'ethernet.duplex': 'portDuplex',
  'ethernet.autoneg': 'portNegotiation',
  'ethernet.enabled': 'portEnabled',
  'ethernet.poe.admin-mode': 'portPoe',
  'services.lldp.describe': 'lldpDescription',
  'services.lldp.location': 'lldpLocation',
  'services.ssh.enable': 'ssh',
  'services.ssh.password-authentication': 'sshPasswords',
  'services.ntp.servers': 'ntpServers',
  'switch.isolated-ports': 'isolatedPorts',
  'switch.dhcp-snooping': 'dhcpSnooping',
  'metrics.statistics.interval': 'reportInterval',
  'metrics.statistics.types': 'reportContents',
  'metrics.health.interval': 'healthInterval',
  'metrics.realtime.types': 'eventKinds',
} as const;

/** Of a switch port. */
const PORT = {
  name: 'portLabel',
  speed: 'portSpeed',
  duplex: 'portDuplex',
  autoneg: 'portNegotiation',
  enabled: 'portEnabled',
  'poe.admin-mode': 'portPoe',
  'poe.power-limit': 'portPoeLimit',
  'poe.priority': 'portPoePriority',
  'storm-control.broadcast-pps': 'portBroadcastLimit',
  'dhcp-snoop-port.dhcp-snoop-port-trust': 'portDhcpTrust',
} as const;

const RADIO = {
  channel: 'channel',
  'channel-width': 'width',
  'channel-mode': 'channelMode',
  'valid-channels': 'allowedChannels',
  enable: 'enabled',
  'tx-power': 'power',
  'maximum-clients': 'clientsMax',
  'rates.beacon': 'minimumRate',
  'rates.multicast': 'multicastRate',
  country: 'country',
} as const;

const NETWORK = {
  'wifi-bands': 'bands',
  'bss-mode': 'networkMode',
  'hidden-ssid': 'hidden',
  'isolate-clients': 'clientIsolation',
  services: 'networkServices',
  vlan: 'vlan',
  'encryption.proto': 'encryption',
  'encryption.key': 'password',
  'encryption.ieee80211w': 'managementFrames',
  keys: 'privateKeys',
  'radius.authentication.host': 'radiusHost',
  'radius.authentication.port': 'radiusPort',
  'radius.authentication.secret': 'radiusSecret',
  'radius.accounting.host': 'radiusAccountingHost',
  'radius.accounting.port': 'radiusAccountingPort',
  'radius.accounting.secret': 'radiusAccountingSecret',
  'roaming.message-exchange': 'roamingExchange',
  'roaming.generate-psk': 'roamingKeys',
  'roaming.domain-identifier': 'mobilityDomain',
  'rate-limit.ingress-rate': 'clientUpload',
  'rate-limit.egress-rate': 'clientDownload',
} as const;

const INTERFACE = {
  role: 'interfaceRole',
  services: 'interfaceServices',
  'vlan.id': 'vlan',
  'vlan.proto': 'vlanProtocol',
  'ethernet.select-ports': 'ports',
  'ethernet.vlan-tag': 'vlanTag',
  'ipv4.addressing': 'addressing',
  'ipv4.subnet': 'ipAddress',
  'ipv4.gateway': 'routes',
  'ipv4.dhcp-snoop-vlan-enable': 'dhcpSnooping',
  name: 'vlanName',
  'untagged-ports': 'untaggedPorts',
  'tagged-ports': 'taggedPorts',
} as const;

/** Of one private key of a network. */
const KEY = { key: 'key', mac: 'mac', 'vlan-id': 'vlan' } as const;

type ValueOf<T> = T extends unknown ? T[keyof T] : never;
export type DocumentField = ValueOf<
  typeof DEVICE | typeof PORT | typeof RADIO | typeof NETWORK | typeof INTERFACE
>;

/** Follow from other fields, or are the same on all devices: details for people who know the document. */
export const TECHNICAL_FIELDS: readonly string[] = [
  'channelMode',
  'multicastRate',
  'networkMode',
  'networkServices',
  'roamingExchange',
  'roamingKeys',
  'mobilityDomain',
  'interfaceRole',
  'interfaceServices',
  'vlanProtocol',
  'vlanTag',
  'addressing',
] satisfies DocumentField[];

/** What a path of a document belongs to. */
export interface DocumentPlace {
  readonly field: DocumentField;
  readonly band: Band | null;
  readonly interface: string | null;
  readonly network: string | null;
  readonly port: string | null;
  /** Of a private key: its position, and the part of it. */
  readonly index: number | null;
  readonly part: ValueOf<typeof KEY> | null;
}

const NOWHERE = { band: null, interface: null, network: null, port: null, index: null, part: null };

type Fields = Readonly<Record<string, DocumentField>>;

function within(fields: Fields, path: string, around: Partial<DocumentPlace>): DocumentPlace | null {
  const [, position, last] = /^keys\[(\d+)\]\.([\w-]+)$/.exec(path) ?? [];
  const part = Object.entries(KEY).find(([name]) => name === last)?.[1];
  if (position !== undefined && part !== undefined && fields === NETWORK)
    return { ...NOWHERE, ...around, field: NETWORK.keys, index: Number(position), part };
  const plain = path.replaceAll(/\[\d+\]/g, '');
  const field = Object.hasOwn(fields, plain) ? fields[plain] : undefined;
  return field === undefined ? null : { ...NOWHERE, ...around, field };
}

/** Names of networks may contain dots: the field is what follows the shortest name that leaves a known one. */
function ofNetwork(rest: string): DocumentPlace | null {
  for (let dot = rest.indexOf('.'); dot !== -1; dot = rest.indexOf('.', dot + 1)) {
    const found = within(NETWORK, rest.slice(dot + 1), { network: rest.slice(0, dot) });
    if (found !== null) return found;
  }
  return null;
}

/** Names of ports may contain dots as well. */
function ofPort(rest: string): DocumentPlace | null {
  for (let dot = rest.indexOf('.'); dot !== -1; dot = rest.indexOf('.', dot + 1)) {
    const found = within(PORT, rest.slice(dot + 1), { port: rest.slice(0, dot) });
    if (found !== null) return found;
  }
  return null;
}

/** The field at a path of a document as it is compared: radios, interfaces and networks under their names. */
export function documentPlaceOf(path: string): DocumentPlace | null {
  const [, band, ofRadio = ''] = /^radios\.(\w+)\.(.+)$/.exec(path) ?? [];
  const known = BANDS.find((one) => one === band);
  if (known !== undefined) return within(RADIO, ofRadio, { band: known });
  const [, ofEthernet] = /^ethernet\.(.+)$/.exec(path) ?? [];
  const atPort = ofEthernet === undefined ? null : ofPort(ofEthernet);
  if (atPort !== null) return atPort;
  const [, network] = /^networks\.(.+)$/.exec(path) ?? [];
  if (network !== undefined) return ofNetwork(network);
  const [, name, ofInterface = ''] = /^interfaces\.([^.]+)\.(.+)$/.exec(path) ?? [];
  return name === undefined ? within(DEVICE, path, {}) : within(INTERFACE, ofInterface, { interface: name });
}
