import {
  type DocumentField,
  documentPlaceOf,
  TECHNICAL_FIELDS,
} from '@airloom/contract/configuration/document-fields';
import type { Band } from '@airloom/contract/configuration/effective';
import { BANDS } from '@airloom/contract/devices/devices.model';
import type { MessageKey } from '../i18n/i18n.ts';

export const FIELD_KEYS = {
  ssid: 'configuration.field.ssid',
  enabled: 'configuration.field.enabled',
  hidden: 'configuration.field.hidden',
  offTimes: 'configuration.field.offTimes',
  encryption: 'configuration.field.encryption',
  password: 'configuration.field.password',
  privateKeys: 'configuration.field.privateKeys',
  radiusHost: 'configuration.field.radiusHost',
  radiusPort: 'configuration.field.radiusPort',
  radiusAccountingPort: 'configuration.field.radiusAccountingPort',
  radiusSecret: 'configuration.field.radiusSecret',
  managementFrames: 'configuration.field.managementFrames',
  vlan: 'configuration.field.vlan',
  fastRoaming: 'configuration.field.fastRoaming',
  clientIsolation: 'configuration.field.clientIsolation',
  bands: 'configuration.field.bands',
  upload: 'configuration.field.upload',
  download: 'configuration.field.download',
  clientUpload: 'configuration.field.clientUpload',
  clientDownload: 'configuration.field.clientDownload',
  targets: 'configuration.field.targets',
  targetSites: 'configuration.field.targetSites',
  targetGroups: 'configuration.field.targetGroups',
  channel: 'configuration.field.channel',
  allowedChannels: 'configuration.field.allowedChannels',
  width: 'configuration.field.width',
  power: 'configuration.field.power',
  minimumRate: 'configuration.field.minimumRate',
  clientsMax: 'configuration.field.clientsMax',
  bandSteering: 'configuration.field.bandSteering',
  country: 'configuration.field.country',
  addresses: 'configuration.field.addresses',
  domains: 'configuration.field.domains',
  interface: 'configuration.field.interface',
  serverAddress: 'configuration.field.serverAddress',
  serverPort: 'configuration.field.serverPort',
  sharedKey: 'configuration.field.sharedKey',
  managementVlan: 'configuration.field.managementVlan',
  deviceName: 'configuration.field.deviceName',
  hostname: 'configuration.field.hostname',
  location: 'configuration.field.location',
  timeZone: 'configuration.field.timeZone',
  leds: 'configuration.field.leds',
  ports: 'configuration.field.ports',
  portSpeed: 'configuration.field.portSpeed',
  portDuplex: 'configuration.field.portDuplex',
  portNegotiation: 'configuration.field.portNegotiation',
  portEnabled: 'configuration.field.portEnabled',
  portPoe: 'configuration.field.portPoe',
  portLabel: 'configuration.field.portLabel',
  portMode: 'configuration.field.portMode',
  portVlan: 'configuration.field.portVlan',
  portAllowedVlans: 'configuration.field.portAllowedVlans',
  portPoeLimit: 'configuration.field.portPoeLimit',
  portPoePriority: 'configuration.field.portPoePriority',
  portIsolation: 'configuration.field.portIsolation',
  portBroadcastLimit: 'configuration.field.portBroadcastLimit',
  portDhcpTrust: 'configuration.field.portDhcpTrust',
  portProfile: 'configuration.field.portProfile',
  vlanName: 'configuration.field.vlanName',
  staticRoute: 'configuration.field.staticRoute',
  routes: 'configuration.field.routes',
  profileName: 'configuration.field.profileName',
  profileModels: 'configuration.field.profileModels',
  ipAddress: 'configuration.field.ipAddress',
  subnetMask: 'configuration.field.subnetMask',
  defaultGateway: 'configuration.field.defaultGateway',
  untaggedPorts: 'configuration.field.untaggedPorts',
  taggedPorts: 'configuration.field.taggedPorts',
  isolatedPorts: 'configuration.field.isolatedPorts',
  dhcpSnooping: 'configuration.field.dhcpSnooping',
  lldpDescription: 'configuration.field.lldpDescription',
  lldpLocation: 'configuration.field.lldpLocation',
  ssh: 'configuration.field.ssh',
  sshPasswords: 'configuration.field.sshPasswords',
  ntpServers: 'configuration.field.ntpServers',
  reportInterval: 'configuration.field.reportInterval',
  reportContents: 'configuration.field.reportContents',
  healthInterval: 'configuration.field.healthInterval',
  eventKinds: 'configuration.field.eventKinds',
  channelMode: 'configuration.field.channelMode',
  multicastRate: 'configuration.field.multicastRate',
  networkMode: 'configuration.field.networkMode',
  networkServices: 'configuration.field.networkServices',
  radiusAccountingHost: 'configuration.field.radiusAccountingHost',
  radiusAccountingSecret: 'configuration.field.radiusAccountingSecret',
  roamingExchange: 'configuration.field.roamingExchange',
  roamingKeys: 'configuration.field.roamingKeys',
  mobilityDomain: 'configuration.field.mobilityDomain',
  interfaceRole: 'configuration.field.interfaceRole',
  interfaceServices: 'configuration.field.interfaceServices',
  vlanProtocol: 'configuration.field.vlanProtocol',
  vlanTag: 'configuration.field.vlanTag',
  addressing: 'configuration.field.addressing',
} as const satisfies Record<DocumentField, MessageKey> & Record<string, MessageKey>;
export type FieldName = keyof typeof FIELD_KEYS;

export const PART_KEYS = {
  start: 'configuration.part.start',
  end: 'configuration.part.end',
  name: 'configuration.part.name',
  key: 'configuration.part.key',
  mac: 'configuration.part.mac',
  vlan: 'configuration.part.vlan',
} as const satisfies Record<string, MessageKey>;
type PartName = keyof typeof PART_KEYS;

type Fields = Readonly<Record<string, FieldName>>;

const NETWORK: Fields = {
  ssid: 'ssid',
  enabled: 'enabled',
  hidden: 'hidden',
  offTimes: 'offTimes',
  encryption: 'encryption',
  password: 'password',
  privateKeys: 'privateKeys',
  // A network without a server.
  radius: 'radiusHost',
  'radius.host': 'radiusHost',
  'radius.port': 'radiusPort',
  'radius.accountingPort': 'radiusAccountingPort',
  'radius.secret': 'radiusSecret',
  vlan: 'vlan',
  fastRoaming: 'fastRoaming',
  clientIsolation: 'clientIsolation',
  bands: 'bands',
  'bandwidth.upKbps': 'upload',
  'bandwidth.downKbps': 'download',
  'bandwidth.clientUpKbps': 'clientUpload',
  'bandwidth.clientDownKbps': 'clientDownload',
  targets: 'targets',
  'targets.sites': 'targetSites',
  'targets.groups': 'targetGroups',
};

const RADIO: Fields = {
  enabled: 'enabled',
  channel: 'channel',
  allowedChannels: 'allowedChannels',
  widthMhz: 'width',
  powerDbm: 'power',
  minimumRateKbps: 'minimumRate',
  clientsMax: 'clientsMax',
};

const PORT: Fields = {
  label: 'portLabel',
  profile: 'portProfile',
  enabled: 'portEnabled',
  speed: 'portSpeed',
  duplex: 'portDuplex',
  mode: 'portMode',
  vlan: 'portVlan',
  allowedVlans: 'portAllowedVlans',
  poe: 'portPoe',
  poeLimitWatts: 'portPoeLimit',
  poePriority: 'portPoePriority',
  isolation: 'portIsolation',
  broadcastLimitPps: 'portBroadcastLimit',
  dhcpTrusted: 'portDhcpTrust',
};

/** Of a port profile; its VLAN and whether it is enabled are named as those of networks. */
const PROFILE: Fields = {
  name: 'profileName',
  speed: 'portSpeed',
  duplex: 'portDuplex',
  mode: 'portMode',
  allowedVlans: 'portAllowedVlans',
  poe: 'portPoe',
  poeLimitWatts: 'portPoeLimit',
  poePriority: 'portPoePriority',
  isolation: 'portIsolation',
  broadcastLimitPps: 'portBroadcastLimit',
  dhcpTrusted: 'portDhcpTrust',
};

const OTHER: Fields = {
  hostname: 'hostname',
  ip: 'ipAddress',
  mask: 'subnetMask',
  gateway: 'defaultGateway',
  bandSteering: 'bandSteering',
  'radios.bandSteering': 'bandSteering',
  addresses: 'addresses',
  domains: 'domains',
  interface: 'interface',
  serverAddress: 'serverAddress',
  serverPort: 'serverPort',
  sharedKey: 'sharedKey',
  managementVlan: 'managementVlan',
};

/** What a value of a setting, of effective settings or of a document belongs to. */
export interface FieldPlace {
  readonly field: FieldName;
  readonly index: number | null;
  /** The name of a private key. */
  readonly entry: string | null;
  readonly part: PartName | null;
  readonly network: string | null;
  readonly band: Band | null;
  readonly interface: string | null;
  /** Of a switch. */
  readonly port: string | null;
  /** Whether it is a detail of the device's own configuration document. */
  readonly technical: boolean;
}

type Around = Partial<Pick<FieldPlace, 'network' | 'band' | 'interface' | 'port'>>;

const NOWHERE = {
  index: null,
  entry: null,
  part: null,
  network: null,
  band: null,
  interface: null,
  port: null,
  technical: false,
};

function isPart(name: string): name is PartName {
  return name in PART_KEYS;
}

function bandIn(text: string | undefined): Band | null {
  return BANDS.find((band) => band === text) ?? null;
}

/** `offTimes[0].start` and `privateKeys.Till.mac` among the fields; null where it is none of them. */
function within(fields: Fields, rest: string, around: Around = {}): FieldPlace | null {
  const whole = fields[rest];
  if (whole !== undefined) return { ...NOWHERE, field: whole, ...around };
  const [, list = '', index, entry, last = ''] = /^(\w+)(?:\[(\d+)\]|\.(.+))\.([\w-]+)$/.exec(rest) ?? [];
  const field = fields[list];
  if (field === undefined || !isPart(last)) return null;
  return {
    ...NOWHERE,
    field,
    index: index === undefined ? null : Number(index),
    entry: entry ?? null,
    part: last,
    ...around,
  };
}

/** Names of networks may contain dots: the field is what follows the shortest name that leaves a known one. */
function ofNetwork(fields: Fields, rest: string): FieldPlace | null {
  for (let dot = rest.indexOf('.'); dot !== -1; dot = rest.indexOf('.', dot + 1)) {
    const found = within(fields, rest.slice(dot + 1), { network: rest.slice(0, dot) });
    if (found !== null) return found;
  }
  return null;
}

/** `ports.Ethernet3.vlan`, `vlans.30`, `routes.10.0.0.0/8 → 192.0.2.1`, `models.SW-2400P`; null for others. */
function ofSwitch(path: string): FieldPlace | null {
  const [, port = '', field = ''] = /^ports\.(.+)\.(\w+)$/.exec(path) ?? [];
  const ofPort = within(PORT, field, { port });
  if (ofPort !== null) return ofPort;
  const [, list = '', entry = ''] = /^(vlans|routes|models)\.(.+)$/.exec(path) ?? [];
  const named = LISTS[list];
  return named === undefined ? null : { ...NOWHERE, field: named, entry };
}

const LISTS: Fields = { vlans: 'vlanName', routes: 'staticRoute', models: 'profileModels' };

const ORDER = Object.keys(FIELD_KEYS);

/** The position of a field in the forms. */
export function fieldRank(path: string): number {
  const place = fieldOf(path);
  return place === null ? ORDER.length : ORDER.indexOf(place.field);
}

/** A field of the device's own configuration document. */
function inDocument(path: string): FieldPlace | null {
  const place = documentPlaceOf(path);
  return place === null ? null : { ...NOWHERE, ...place, technical: TECHNICAL_FIELDS.includes(place.field) };
}

/** Null where the path is not known: it is shown as it is. */
export function fieldOf(path: string): FieldPlace | null {
  const network = /^wireless\.(.+)$/.exec(path);
  if (network) return ofNetwork(NETWORK, network[1] ?? '');
  const radio = /^(?:radios|bands)\.(2G|5G|6G)\.(.+)$/.exec(path);
  const ofRadio = radio && within(RADIO, radio[2] ?? '', { band: bandIn(radio[1]) });
  const own = path.replace(/^switch\./, '');
  return (
    ofRadio ??
    ofSwitch(own) ??
    within(NETWORK, path) ??
    within(OTHER, own) ??
    within(PROFILE, path) ??
    inDocument(path)
  );
}
