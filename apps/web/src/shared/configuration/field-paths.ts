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
} as const satisfies Record<string, MessageKey>;
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
  'targets.kind': 'targets',
  'targets.siteUUIDs': 'targetSites',
  'targets.groupUUIDs': 'targetGroups',
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

const OTHER: Fields = {
  bandSteering: 'bandSteering',
  'radios.bandSteering': 'bandSteering',
  addresses: 'addresses',
  domains: 'domains',
  interface: 'interface',
  serverAddress: 'serverAddress',
  serverPort: 'serverPort',
  sharedKey: 'sharedKey',
};

/** Fields of the device's own configuration document. */
const DOCUMENT_RADIO: Fields = {
  channel: 'channel',
  'channel-width': 'width',
  'valid-channels': 'allowedChannels',
  enable: 'enabled',
  'tx-power': 'power',
  'maximum-clients': 'clientsMax',
  'rates.beacon': 'minimumRate',
  country: 'country',
};

const DOCUMENT_NETWORK: Fields = {
  name: 'ssid',
  'wifi-bands': 'bands',
  'hidden-ssid': 'hidden',
  'isolate-clients': 'clientIsolation',
  'encryption.proto': 'encryption',
  'encryption.key': 'password',
  'multi-psk': 'privateKeys',
  'radius.authentication.host': 'radiusHost',
  'radius.authentication.port': 'radiusPort',
  'radius.authentication.secret': 'radiusSecret',
  'radius.accounting.port': 'radiusAccountingPort',
};

const DOCUMENT_INTERFACE: Fields = { 'vlan.id': 'vlan' };

/** What a value of a setting, of effective settings or of a document belongs to. */
export interface FieldPlace {
  readonly field: FieldName;
  readonly index: number | null;
  readonly part: PartName | null;
  readonly network: string | null;
  readonly band: Band | null;
  /** Positions in a document, from 1. */
  readonly within: Readonly<Partial<Record<'radio' | 'interface' | 'network', number>>>;
}

type Around = Partial<Pick<FieldPlace, 'network' | 'band' | 'within'>>;

function isPart(name: string): name is PartName {
  return name in PART_KEYS;
}

function bandIn(text: string | undefined): Band | null {
  return BANDS.find((band) => band === text) ?? null;
}

/** `privateKeys[0].name` among the fields; null where it is none of them. */
function within(fields: Fields, rest: string, around: Around = {}): FieldPlace | null {
  const [, name = '', index, part] = /^([^[\]]+)(?:\[(\d+)\])?(?:\.([\w-]+))?$/.exec(rest) ?? [];
  const whole = fields[rest];
  const field = whole ?? (index === undefined ? undefined : fields[name]);
  const known = part === undefined || isPart(part);
  if (field === undefined || (whole === undefined && !known)) return null;
  return {
    field,
    index: index === undefined ? null : Number(index),
    part: whole === undefined && part !== undefined && isPart(part) ? part : null,
    network: null,
    band: null,
    within: {},
    ...around,
  };
}

/** Names of networks may contain dots: the field is what follows the shortest name that leaves a known one. */
function ofNetwork(rest: string): FieldPlace | null {
  for (let dot = rest.indexOf('.'); dot !== -1; dot = rest.indexOf('.', dot + 1)) {
    const found = within(NETWORK, rest.slice(dot + 1), { network: rest.slice(0, dot) });
    if (found !== null) return found;
  }
  return null;
}

function position(index: string | undefined): number {
  return Number(index) + 1;
}

/** Null where the path is not known: it is shown as it is. */
export function fieldOf(path: string): FieldPlace | null {
  const network = /^wireless\.(.+)$/.exec(path);
  if (network) return ofNetwork(network[1] ?? '');
  const radio = /^(?:radios|bands)\.(2G|5G|6G)\.(.+)$/.exec(path);
  if (radio) return within(RADIO, radio[2] ?? '', { band: bandIn(radio[1]) });
  const sentRadio = /^radios\[(\d+)\]\.(.+)$/.exec(path);
  if (sentRadio)
    return within(DOCUMENT_RADIO, sentRadio[2] ?? '', { within: { radio: position(sentRadio[1]) } });
  const sentNetwork = /^interfaces\[(\d+)\]\.ssids\[(\d+)\]\.(.+)$/.exec(path);
  if (sentNetwork) {
    const around = { interface: position(sentNetwork[1]), network: position(sentNetwork[2]) };
    return within(DOCUMENT_NETWORK, sentNetwork[3] ?? '', { within: around });
  }
  const sentInterface = /^interfaces\[(\d+)\]\.(.+)$/.exec(path);
  if (sentInterface) {
    const around = { interface: position(sentInterface[1]) };
    return within(DOCUMENT_INTERFACE, sentInterface[2] ?? '', { within: around });
  }
  return within(NETWORK, path) ?? within(OTHER, path);
}
