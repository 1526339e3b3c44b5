import type { ShownDifference } from '@airloom/contract/configuration/configuration.model';
import type { Units } from '@airloom/contract/formats/figures/units';
import { ENCRYPTIONS, type Encryption } from '@airloom/contract/wireless/wireless-network.rules';
import type { Translate } from '@airloom/messages';
import type { MessageKey } from '../i18n/i18n.ts';
import { BAND_KEYS, bandName } from './band-name.ts';
import { FIELD_KEYS, type FieldName, type FieldPlace, fieldOf, fieldRank, PART_KEYS } from './field-paths.ts';

export type Json = ShownDifference['before'];

/** What the words of a language are made with. */
export interface Wording {
  readonly t: Translate;
  readonly units: Pick<Units, 'rate' | 'dbm'>;
}

/** What the server shows in place of a secret. */
const SECRET = '***';

const ENCRYPTION_KEYS = {
  open: 'configuration.encryption.open',
  enhancedOpen: 'configuration.encryption.enhancedOpen',
  wpa2: 'configuration.encryption.wpa2',
  wpa2wpa3: 'configuration.encryption.wpa2wpa3',
  wpa3: 'configuration.encryption.wpa3',
  enterprise: 'configuration.encryption.enterprise',
} as const satisfies Record<Encryption, MessageKey>;

/** As documents name them. */
const PROTOCOLS: Readonly<Record<string, Encryption>> = {
  none: 'open',
  owe: 'enhancedOpen',
  psk2: 'wpa2',
  'sae-mixed': 'wpa2wpa3',
  sae: 'wpa3',
  wpa3: 'enterprise',
  'wpa3-mixed': 'enterprise',
};

/** Protection of management frames, as documents name it. */
const PROTECTION_KEYS: Readonly<Record<string, MessageKey>> = {
  optional: 'configuration.value.optional',
  required: 'configuration.value.required',
};

/** Documents limit clients in Mb/s, where 0 is no limit. */
const IN_MEGABITS = /\.rate-limit\.(?:in|e)gress-rate$/;
const KBIT_PER_MBIT = 1_000;

const TARGET_KEYS = {
  sites: { named: 'configuration.value.sites', unnamed: 'configuration.value.ofSites' },
  groups: { named: 'configuration.value.groups', unnamed: 'configuration.value.ofGroups' },
} as const satisfies Record<string, Record<'named' | 'unnamed', MessageKey>>;

/** What it means that a value is null, where it is known to be set. */
const NULL_KEYS: Readonly<Partial<Record<FieldName, MessageKey>>> = {
  vlan: 'configuration.value.untagged',
  power: 'configuration.value.maximum',
  upload: 'configuration.value.unlimited',
  download: 'configuration.value.unlimited',
  clientUpload: 'configuration.value.unlimited',
  clientDownload: 'configuration.value.unlimited',
  minimumRate: 'configuration.value.unlimited',
  clientsMax: 'configuration.value.unlimited',
  portPoeLimit: 'configuration.value.unlimited',
  portBroadcastLimit: 'configuration.value.unlimited',
};

const PRIORITY_KEYS = {
  low: 'configuration.value.low',
  medium: 'configuration.value.medium',
  high: 'configuration.value.high',
  critical: 'configuration.value.critical',
} as const satisfies Record<string, MessageKey>;

/** Values of switch ports. */
const PORT_VALUES: Readonly<Partial<Record<FieldName, Readonly<Record<string, MessageKey>>>>> = {
  portSpeed: { auto: 'configuration.value.automatic' },
  portDuplex: { full: 'configuration.value.full', half: 'configuration.value.half' },
  portMode: { access: 'configuration.value.access', trunk: 'configuration.value.trunk' },
  portIsolation: { open: 'configuration.value.open', strict: 'configuration.value.strict' },
  portPoePriority: PRIORITY_KEYS,
};

const RATES: readonly FieldName[] = [
  'upload',
  'download',
  'clientUpload',
  'clientDownload',
  'minimumRate',
  'multicastRate',
];

function encryptionName(value: string, t: Translate): string {
  const found = ENCRYPTIONS.find((one) => one === value) ?? PROTOCOLS[value];
  return found === undefined ? value : t(ENCRYPTION_KEYS[found]);
}

/** `5 GHz · Channel`, `Guest · VLAN`; an unknown path as it is. */
export function fieldLabel(path: string, { t }: Wording): string {
  const place = fieldOf(path);
  return place === null ? path : [...surroundings(place, t), ownLabel(place, t)].join(' · ');
}

/** The field alone, where its network or radio is named already. */
export function shortLabel(path: string, { t }: Wording): string {
  const place = fieldOf(path);
  return place === null ? path : ownLabel(place, t);
}

function surroundings({ network, band, interface: name, port }: FieldPlace, t: Translate): string[] {
  return [
    ...(network === null ? [] : [network]),
    ...(band === null ? [] : [t(BAND_KEYS[band])]),
    ...(name === null ? [] : [t('configuration.within.interface', { name })]),
    ...(port === null ? [] : [t('configuration.within.port', { name: port })]),
  ];
}

function ownLabel({ field, index, entry, part }: FieldPlace, t: Translate): string {
  const name = t(FIELD_KEYS[field]);
  const numbered = index === null ? name : `${name} ${index + 1}`;
  const named = entry === null ? numbered : `${name} · ${entry}`;
  return part === null ? named : `${named}, ${t(PART_KEYS[part])}`;
}

/** A value as people write it. `isSet`: null is a value of its own here, such as an untagged network. */
export function valueWords(path: string, value: Json, wording: Wording, isSet = false): string {
  const place = fieldOf(path);
  const { t } = wording;
  if (value === null) {
    const key = isSet && place !== null && place.part === null ? NULL_KEYS[place.field] : undefined;
    return t(key ?? 'configuration.value.notSet');
  }
  if (value === SECRET) return t('configuration.value.hidden');
  if (typeof value === 'number' && IN_MEGABITS.test(path))
    return value === 0 ? t('configuration.value.unlimited') : wording.units.rate(value * KBIT_PER_MBIT);
  if (Array.isArray(value)) {
    if (value.length === 0) return t('configuration.value.noList');
    return value.map((one) => plainWords(place?.field ?? null, one, wording)).join(', ');
  }
  return plainWords(place?.part ? null : (place?.field ?? null), value, wording);
}

function plainWords(field: FieldName | null, value: Json, { t, units }: Wording): string {
  if (value === SECRET) return t('configuration.value.hidden');
  if (typeof value === 'boolean' && field !== null)
    return value ? t('configuration.value.on') : t('configuration.value.off');
  if (typeof value === 'number' && field !== null) {
    if (RATES.includes(field)) return units.rate(value);
    if (field === 'power') return units.dbm(value);
    if (field === 'portSpeed') return units.rate(value * KBIT_PER_MBIT);
    if (field === 'width') return t('configuration.value.megahertz', { width: value });
  }
  if (typeof value === 'string') return textWords(field, value, t);
  const target = field === 'targets' ? targetWords(value, t) : null;
  return target ?? objectWords(value) ?? JSON.stringify(value);
}

function textWords(field: FieldName | null, value: string, t: Translate): string {
  if (field === 'channel' && value === 'auto') return t('configuration.value.automatic');
  if (field === 'bands')
    return value
      .split(', ')
      .map((band) => bandName(band, t))
      .join(', ');
  if (field === 'encryption') return encryptionName(value, t);
  const ofPort = field === null ? undefined : PORT_VALUES[field]?.[value];
  if (ofPort !== undefined) return t(ofPort);
  if (field === 'vlan' && value === 'untagged') return t('configuration.value.untagged');
  if (field === 'managementFrames') return t(PROTECTION_KEYS[value] ?? 'configuration.value.notSet');
  return field === 'targets' && value === 'all' ? t('configuration.value.everywhere') : value;
}

/** `{ sites: 'Harbour, Quay' }` */
function targetWords(value: Json, t: Translate): string | null {
  const [[kind, names] = []] = isBag(value) ? Object.entries(value) : [];
  if ((kind !== 'sites' && kind !== 'groups') || typeof names !== 'string') return null;
  // Those that the person may not see have no names here.
  return names === '' ? t(TARGET_KEYS[kind].unnamed) : t(TARGET_KEYS[kind].named, { names });
}

/** Off times and private keys. */
function objectWords(value: Json): string | null {
  if (!isBag(value)) return null;
  if (typeof value['start'] === 'string' && typeof value['end'] === 'string')
    return `${value['start']}–${value['end']}`;
  return typeof value['name'] === 'string' && 'key' in value ? value['name'] : null;
}

export interface DifferenceWords {
  readonly path: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Whether there was no value before. */
  readonly isNew: boolean;
  /** Whether it is a detail of the device's own configuration document. */
  readonly isTechnical: boolean;
}

function isBag(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Values with parts of their own; lists of plain values, off times and private keys are one value. */
function partsOf(value: Json): [string, Json][] | null {
  if (objectWords(value) !== null) return null;
  if (isBag(value)) return Object.entries(value).map(([name, part]) => [`.${name}`, part]);
  if (!Array.isArray(value) || !value.some((part) => isBag(part) && objectWords(part) === null)) return null;
  return value.map((part, index) => [`[${index}]`, part]);
}

/** A whole object that was added, removed or replaced, as differences of its parts. */
export function leaves(difference: ShownDifference): ShownDifference[] {
  const { path, before, after } = difference;
  const old = partsOf(before);
  const now = partsOf(after);
  const comparable = (old !== null || before === null) && (now !== null || after === null);
  if (!comparable || (old === null && now === null)) return [difference];
  const [was, is] = [new Map(old), new Map(now)];
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((name) =>
    leaves({
      path: `${path}${name}`.replace(/^\./, ''),
      before: was.get(name) ?? null,
      after: is.get(name) ?? null,
    }),
  );
}

/** Differences of single values, without those of parts that are set neither before nor after. */
function setLeaves(differences: readonly ShownDifference[]): ShownDifference[] {
  return differences.flatMap(leaves).filter(({ before, after }) => before !== null || after !== null);
}

/** The number of values that differ. */
export function countOf(differences: readonly ShownDifference[]): number {
  return setLeaves(differences).length;
}

/** Fields of one setting, network or radio together, in the order of the forms. */
function inOrder(differences: readonly ShownDifference[]): ShownDifference[] {
  const groups = Map.groupBy(differences, ({ path }) => {
    const place = fieldOf(path);
    return place === null ? '' : [place.network, place.band, place.interface, place.port].join(' ');
  });
  return [...groups.values()].flatMap((group) =>
    group.toSorted((one, other) => fieldRank(one.path) - fieldRank(other.path)),
  );
}

/** Differences in words. */
export function differenceWords(
  differences: readonly ShownDifference[],
  wording: Wording,
): DifferenceWords[] {
  return inOrder(setLeaves(differences)).map(({ path, before, after }) => ({
    path,
    label: fieldLabel(path, wording),
    before: valueWords(path, before, wording),
    after:
      before === SECRET && after === SECRET
        ? wording.t('configuration.value.newSecret')
        : valueWords(path, after, wording),
    isNew: before === null,
    isTechnical: fieldOf(path)?.technical ?? true,
  }));
}
