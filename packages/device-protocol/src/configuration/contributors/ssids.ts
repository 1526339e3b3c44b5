import { createHash } from 'node:crypto';
import type { Band, EffectiveNetwork } from '@airloom/contract/configuration/effective';
import type { StoredSecret } from '@airloom/contract/configuration/secret';
import { LIMITS } from '@airloom/contract/limits';
import { WIRELESS_LIMITS } from '@airloom/contract/wireless/wireless.limits';
import type { Encryption } from '@airloom/contract/wireless/wireless-network.rules';
import type { EncryptionSettings, RadiusSettings, SsidSettings } from '../document.ts';
import { bandProblem, bandsOf, type CompileInput, countryOf, type Report } from './contributor.ts';

/** SSIDs by VLAN; null: untagged. */
export type SsidsByVlan = ReadonlyMap<number | null, readonly SsidSettings[]>;

const KBIT_PER_MBIT = 1_000;

/** Networks on air, as far as the radios of the device and its country allow. */
export function ssidsOf(input: CompileInput, report: Report): SsidsByVlan {
  const { kind, effective, abilities, offNetworks } = input;
  const radios = bandsOf(abilities);
  // Gateways and controllers without radios carry no networks.
  if (radios.length === 0 && kind !== 'ap') return new Map();
  const problemOf = (band: Band) => bandProblem(band, radios, countryOf(input));
  const onBand = new Map<Band, number>();
  const byVlan = new Map<number | null, SsidSettings[]>();
  const names = new Set<string>();
  for (const network of effective.networks) {
    if (!network.value.enabled) continue;
    // Settings are unique within an organization; a site that moved to another one may bring the name along.
    if (names.has(network.value.ssid)) {
      report({ settingId: network.id, reason: 'ssidTaken', band: null, instead: null });
      continue;
    }
    if (isReserved(network.value.vlan)) {
      report({ settingId: network.id, reason: 'vlanReserved', band: null, instead: null });
      continue;
    }
    // A network counts while its time slot turns it off: it must fit when it returns.
    const bands = fittingBands(network, problemOf, onBand, report);
    if (bands.length > 0) names.add(network.value.ssid);
    if (bands.length === 0 || offNetworks.has(network.id)) continue;
    const entries = entriesOf(network, bands, effective.bandSteering?.value === true, report);
    byVlan.set(network.value.vlan, [...(byVlan.get(network.value.vlan) ?? []), ...entries]);
  }
  return byVlan;
}

/** VLANs that private passwords lead to. */
export function privateVlans(byVlan: SsidsByVlan): number[] {
  return [...byVlan.values()]
    .flat()
    .flatMap((ssid) => ssid['multi-psk'] ?? [])
    .flatMap((one) => one['vlan-id'] ?? []);
}

/** Without those of a reserved VLAN: they would lead to the VLAN of the network. */
function privateKeysOf(
  { id, value }: EffectiveNetwork,
  report: Report,
): NonNullable<SsidSettings['multi-psk']> {
  const usable = value.privateKeys.filter(({ vlan }) => !isReserved(vlan));
  if (usable.length < value.privateKeys.length)
    report({ settingId: id, reason: 'vlanReserved', band: null, instead: null });
  return usable.map(({ key, mac, vlan }) => ({
    key: placeholder(key),
    ...(mac === '' ? {} : { mac: mac.replaceAll('-', ':').toLowerCase() }),
    ...(vlan === null ? {} : { 'vlan-id': vlan }),
  }));
}

function isReserved(vlan: number | null): boolean {
  return vlan !== null && vlan > LIMITS.network.managementVlanIdMax;
}

function fittingBands(
  { id, value }: EffectiveNetwork,
  problemOf: (band: Band) => ReturnType<typeof bandProblem>,
  onBand: Map<Band, number>,
  report: Report,
): Band[] {
  return value.bands.filter((band) => {
    const reason = problemOf(band);
    if (reason !== null) {
      report({ settingId: id, reason, band, instead: null });
      return false;
    }
    const count = onBand.get(band) ?? 0;
    if (count >= WIRELESS_LIMITS.networksPerRadioMax) {
      report({
        settingId: id,
        reason: 'tooManyNetworks',
        band,
        instead: WIRELESS_LIMITS.networksPerRadioMax,
      });
      return false;
    }
    onBand.set(band, count + 1);
    return true;
  });
}

/** One entry, or two where 6 GHz needs another encryption than the other bands. */
function entriesOf(
  network: EffectiveNetwork,
  bands: readonly Band[],
  steered: boolean,
  report: Report,
): SsidSettings[] {
  const { value } = network;
  const high = bands.filter((band) => band === '6G');
  const low = bands.filter((band) => band !== '6G');
  const isAlike = protoOf(value.encryption, false) === protoOf(value.encryption, true);
  const groups = isAlike ? [bands] : [low, high].filter((group) => group.length > 0);
  const limit = rateLimitOf(network, report);
  const privateKeys = privateKeysOf(network, report);
  return groups.map((group) => {
    const encryption = encryptionOf(value, group.includes('6G') && !isAlike);
    return {
      name: value.ssid,
      'wifi-bands': group,
      'bss-mode': 'ap',
      'hidden-ssid': value.hidden,
      'isolate-clients': value.clientIsolation,
      ...(steered && bands.length > 1 ? { services: ['wifi-steering'] } : {}),
      encryption,
      ...(privateKeys.length > 0 && encryption.proto === 'psk2' ? { 'multi-psk': privateKeys } : {}),
      ...(value.encryption === 'enterprise' && value.radius !== null
        ? { radius: radiusOf(value.radius) }
        : {}),
      ...(value.fastRoaming
        ? {
            roaming: {
              'message-exchange': 'ds',
              'generate-psk': encryption.proto === 'psk2',
              'domain-identifier': mobilityDomain(network.id),
            },
          }
        : {}),
      ...(limit === null ? {} : { 'rate-limit': limit }),
    };
  });
}

function protoOf(encryption: Encryption, at6Ghz: boolean): EncryptionSettings['proto'] {
  switch (encryption) {
    case 'open':
      return at6Ghz ? 'owe' : 'none';
    case 'enhancedOpen':
      return 'owe';
    case 'wpa2':
      return 'psk2';
    case 'wpa2wpa3':
      return at6Ghz ? 'sae' : 'sae-mixed';
    case 'wpa3':
      return 'sae';
    case 'enterprise':
      return at6Ghz ? 'wpa3' : 'wpa3-mixed';
  }
}

const PROTECTED: readonly EncryptionSettings['proto'][] = ['owe', 'sae', 'wpa3'];

function encryptionOf(
  { encryption, password }: EffectiveNetwork['value'],
  at6Ghz: boolean,
): EncryptionSettings {
  const proto = protoOf(encryption, at6Ghz);
  if (proto === 'none') return { proto };
  const ieee80211w = PROTECTED.includes(proto) ? 'required' : 'optional';
  const hasKey = proto === 'psk2' || proto === 'sae' || proto === 'sae-mixed';
  return { proto, ...(hasKey && password !== null ? { key: placeholder(password) } : {}), ieee80211w };
}

function radiusOf({
  host,
  port,
  accountingPort,
  secret,
}: NonNullable<EffectiveNetwork['value']['radius']>): RadiusSettings {
  const server = { host, secret: placeholder(secret) };
  return {
    authentication: { ...server, port },
    ...(accountingPort === null ? {} : { accounting: { ...server, port: accountingPort } }),
  };
}

/** Devices limit each client in whole Mbit/s; they have no limit for a whole network. */
function rateLimitOf(
  { id, value }: EffectiveNetwork,
  report: Report,
): NonNullable<SsidSettings['rate-limit']> | null {
  const { upKbps, downKbps, clientUpKbps, clientDownKbps } = value.bandwidth;
  if (upKbps !== null || downKbps !== null)
    report({ settingId: id, reason: 'totalBandwidth', band: null, instead: null });
  if (clientUpKbps === null && clientDownKbps === null) return null;
  const megabits = (kbps: number | null): number => {
    if (kbps === null) return 0;
    const whole = Math.max(1, Math.round(kbps / KBIT_PER_MBIT));
    if (whole * KBIT_PER_MBIT !== kbps)
      report({ settingId: id, reason: 'bandwidthRounded', band: null, instead: whole });
    return whole;
  };
  return { 'ingress-rate': megabits(clientUpKbps), 'egress-rate': megabits(clientDownKbps) };
}

const PLACEHOLDER = 'secret:';

/** Stands for a secret in a stored document. */
export function placeholder({ digest }: StoredSecret): string {
  return `${PLACEHOLDER}${digest}`;
}

export function digestIn(text: string): string | null {
  return text.startsWith(PLACEHOLDER) ? text.slice(PLACEHOLDER.length) : null;
}

/** Access points of a network hand over clients among each other by this number. */
function mobilityDomain(networkId: string): string {
  return createHash('sha256').update(networkId).digest('hex').slice(0, 4);
}
