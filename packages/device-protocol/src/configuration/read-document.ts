import type { Band } from '@airloom/contract/configuration/effective';
import { minimumRatesOf, type Radios, type RadioValue } from '@airloom/contract/wireless/radio.rules';
import { WIRELESS_LIMITS } from '@airloom/contract/wireless/wireless.limits';
import type { Encryption, WirelessNetwork } from '@airloom/contract/wireless/wireless-network.rules';
import { z } from 'zod';

type ReadNetwork = Omit<WirelessNetwork, 'targets'>;

/** Wireless networks and radios in the configuration document of a device. */
export interface ReadDocument {
  readonly networks: readonly ReadNetwork[];
  readonly radios: Radios['bands'];
  /** Paths of parts that become no setting. */
  readonly ignored: readonly string[];
}

const server = z.looseObject({ host: z.string(), port: z.number(), secret: z.string() });
const ssid = z.looseObject({
  name: z.string(),
  'wifi-bands': z.array(z.string()).default([]),
  'bss-mode': z.string().default('ap'),
  'hidden-ssid': z.boolean().default(false),
  'isolate-clients': z.boolean().default(false),
  encryption: z.looseObject({ proto: z.string(), key: z.string().optional() }).default({ proto: 'none' }),
  'multi-psk': z
    .array(z.looseObject({ key: z.string(), mac: z.string().optional(), 'vlan-id': z.number().optional() }))
    .default([]),
  radius: z.looseObject({ authentication: server, accounting: server.optional() }).optional(),
  roaming: z.unknown().optional(),
  'rate-limit': z
    .looseObject({ 'ingress-rate': z.number().default(0), 'egress-rate': z.number().default(0) })
    .optional(),
});
type Ssid = z.infer<typeof ssid>;

const networkInterface = z.looseObject({
  name: z.string().default(''),
  vlan: z.looseObject({ id: z.number().optional() }).optional(),
  ssids: z.array(z.unknown()).default([]),
});

const radio = z.looseObject({
  band: z.string(),
  channel: z.union([z.literal('auto'), z.number()]).optional(),
  'valid-channels': z.array(z.number()).optional(),
  'channel-width': z.number().optional(),
  enable: z.boolean().optional(),
  'tx-power': z.number().optional(),
  'maximum-clients': z.number().optional(),
  rates: z.looseObject({ beacon: z.number().optional() }).optional(),
});
type Radio = z.infer<typeof radio>;

const document = z.looseObject({
  interfaces: z.array(networkInterface).optional(),
  radios: z.array(radio).optional(),
});

const READ_PARTS = ['uuid', 'interfaces', 'radios'];
const READ_OF_INTERFACE = ['name', 'vlan', 'ssids'];

/** Null: neither interfaces nor radios can be read. */
export function readDocument(given: unknown): ReadDocument | null {
  const { data } = document.safeParse(given);
  if (data === undefined || (data.interfaces === undefined && data.radios === undefined)) return null;
  const ignored: string[] = othersIn(data, READ_PARTS, '');
  const networks = (data.interfaces ?? []).flatMap((one, nth) => {
    const path = `interfaces.${one.name === '' ? nth : one.name}`;
    ignored.push(...othersIn(one, READ_OF_INTERFACE, `${path}.`));
    return networksOf(one, path, ignored);
  });
  return { networks: merged(networks, ignored), radios: radiosOf(data.radios ?? [], ignored), ignored };
}

function othersIn(part: object, known: readonly string[], path: string): string[] {
  return Object.keys(part)
    .filter((name) => !known.includes(name))
    .map((name) => `${path}${name}`);
}

interface Found extends ReadNetwork {
  readonly path: string;
}

function networksOf(
  { vlan, ssids }: z.infer<typeof networkInterface>,
  path: string,
  ignored: string[],
): Found[] {
  return ssids.flatMap((given, nth): Found[] => {
    const { data } = ssid.safeParse(given);
    const at = `${path}.ssids.${data?.name ?? nth}`;
    const network = data === undefined ? null : networkOf(data, vlan?.id ?? null, at, ignored);
    if (network === null) ignored.push(at);
    return network === null ? [] : [{ ...network, path: at }];
  });
}

const ENCRYPTION_OF: Readonly<Record<string, Encryption>> = {
  none: 'open',
  owe: 'enhancedOpen',
  psk2: 'wpa2',
  sae: 'wpa3',
  'sae-mixed': 'wpa2wpa3',
  wpa2: 'enterprise',
  'wpa-mixed': 'enterprise',
  wpa3: 'enterprise',
  'wpa3-mixed': 'enterprise',
};

const READ_OF_SSID = [
  'name',
  'wifi-bands',
  'bss-mode',
  'hidden-ssid',
  'isolate-clients',
  'encryption',
  'multi-psk',
  'radius',
  'roaming',
  'rate-limit',
];

function networkOf(read: Ssid, vlan: number | null, path: string, ignored: string[]): ReadNetwork | null {
  const encryption = ENCRYPTION_OF[read.encryption.proto];
  const bands = [...new Set(read['wifi-bands'].flatMap((name) => bandNamed(name) ?? []))];
  if (encryption === undefined || read['bss-mode'] !== 'ap' || bands.length === 0) return null;
  ignored.push(...othersIn(read, READ_OF_SSID, `${path}.`));
  const { radius, 'rate-limit': limit } = read;
  return {
    ssid: read.name,
    enabled: true,
    hidden: read['hidden-ssid'],
    offTimes: [],
    encryption,
    password: encryption.startsWith('wpa') ? (read.encryption.key ?? null) : null,
    privateKeys: read['multi-psk'].map(({ key, mac = '', 'vlan-id': own = null }, nth) => ({
      name: `Key ${nth + 1}`,
      key,
      mac: mac.replaceAll(':', '-').toUpperCase(),
      vlan: own,
    })),
    radius:
      radius === undefined || encryption !== 'enterprise'
        ? null
        : {
            host: radius.authentication.host,
            port: radius.authentication.port,
            accountingPort: radius.accounting?.port ?? null,
            secret: radius.authentication.secret,
          },
    vlan,
    fastRoaming: read.roaming !== undefined && read.roaming !== false && !WITHOUT_KEYS.includes(encryption),
    clientIsolation: read['isolate-clients'],
    bands,
    bandwidth: {
      upKbps: null,
      downKbps: null,
      clientUpKbps: kbps(limit?.['ingress-rate']),
      clientDownKbps: kbps(limit?.['egress-rate']),
    },
  };
}

/** Devices limit in Mbit/s; 0: unlimited. */
function kbps(mbps: number | undefined): number | null {
  return mbps === undefined || mbps === 0 ? null : mbps * 1_000;
}

const WITHOUT_KEYS: readonly Encryption[] = ['open', 'enhancedOpen'];

/** A second entry of a name is the same network at 6 GHz, where encryptions differ; any other is ignored. */
function merged(networks: readonly Found[], ignored: string[]): ReadNetwork[] {
  const byName = new Map<string, ReadNetwork>();
  for (const { path, ...network } of networks) {
    const first = byName.get(network.ssid);
    if (first === undefined) byName.set(network.ssid, network);
    else if (first.vlan === network.vlan && network.bands.every((band) => !first.bands.includes(band)))
      byName.set(network.ssid, { ...first, bands: [...first.bands, ...network.bands] });
    else ignored.push(path);
  }
  return [...byName.values()];
}

function bandNamed(name: string): Band | null {
  if (name === '2G' || name === '6G') return name;
  return name.startsWith('5G') ? '5G' : null;
}

const READ_OF_RADIO = [
  'band',
  'channel',
  'valid-channels',
  'channel-width',
  'enable',
  'tx-power',
  'maximum-clients',
  'rates',
];

function radiosOf(given: readonly Radio[], ignored: string[]): Radios['bands'] {
  const found: Partial<Record<Band, RadioValue>> = {};
  for (const one of given) {
    const band = bandNamed(one.band);
    if (band === null || found[band] !== undefined) {
      ignored.push(`radios.${one.band}`);
      continue;
    }
    ignored.push(...othersIn(one, READ_OF_RADIO, `radios.${one.band}.`));
    found[band] = radioValue(band, one);
  }
  return found;
}

function radioValue(band: Band, one: Radio): RadioValue {
  const width = WIRELESS_LIMITS.channelWidthsMhz.find((mhz) => mhz === one['channel-width']);
  const rate = minimumRatesOf(band).find((known) => known === one.rates?.beacon);
  const allowed = one['valid-channels'] ?? [];
  return {
    ...(one.enable === undefined ? {} : { enabled: one.enable }),
    ...(one.channel === undefined ? {} : { channel: one.channel }),
    ...(allowed.length === 0 ? {} : { allowedChannels: allowed }),
    ...(width === undefined ? {} : { widthMhz: width }),
    ...(one['tx-power'] === undefined ? {} : { powerDbm: one['tx-power'] }),
    ...(rate === undefined ? {} : { minimumRateKbps: rate }),
    ...(one['maximum-clients'] === undefined ? {} : { clientsMax: one['maximum-clients'] }),
  };
}
