import type { Band } from '@airloom/contract/configuration/effective';
import { BANDS } from '@airloom/contract/devices/devices.model';
import {
  minimumRatesOf,
  type Radios,
  type RadioValue,
  radiosInput,
} from '@airloom/contract/wireless/radio.rules';
import { channelsIn } from '@airloom/contract/wireless/regulatory';
import { WIRELESS_LIMITS } from '@airloom/contract/wireless/wireless.limits';
import {
  ENCRYPTIONS,
  WITH_PASSWORD,
  WITHOUT_FAST_ROAMING,
  wirelessNetworkInput,
} from '@airloom/contract/wireless/wireless-network.rules';
import fc from 'fast-check';
import type { DevicePlace, NetworkSetting, RadioSetting } from '../configuration/resolve.ts';
import type { Abilities } from '../model.ts';

export const PLACE: DevicePlace = {
  organizationId: 'organization',
  siteId: 'site',
  groupId: 'group',
  deviceId: 'device',
  kind: 'ap',
  model: 'CAP-620',
};

const digest = fc.nat().map((value) => ({ digest: value.toString(16).padStart(32, '0') }));
const kbps = fc.option(
  fc.integer({ min: WIRELESS_LIMITS.bandwidthMinKbps, max: WIRELESS_LIMITS.bandwidthMaxKbps }),
);
/** Access points reserve those above 4050. */
const vlan = fc.option(fc.oneof(fc.integer({ min: 1, max: 4094 }), fc.constantFrom(4050, 4051, 4094)));

const anyNetwork = fc.record({
  ssid: fc.stringMatching(/^[A-Za-z0-9 ąß漢]{1,10}$/),
  enabled: fc.boolean(),
  hidden: fc.boolean(),
  offTimes: fc.constant([{ start: '01:00', end: '02:00' }]),
  encryption: fc.constantFrom(...ENCRYPTIONS),
  password: digest,
  privateKeys: fc.uniqueArray(
    fc.record({
      name: fc.stringMatching(/^[a-z]{1,8}$/),
      key: digest,
      mac: fc.constantFrom('', '02-00-00-00-00-01'),
      vlan,
    }),
    { maxLength: 3, selector: ({ name }) => name },
  ),
  radius: fc.record({
    host: fc.constantFrom('192.0.2.10', 'radius.example.org'),
    port: fc.integer({ min: 1, max: 65_535 }),
    accountingPort: fc.option(fc.integer({ min: 1, max: 65_535 })),
    secret: digest,
  }),
  vlan,
  fastRoaming: fc.boolean(),
  clientIsolation: fc.boolean(),
  bands: fc.uniqueArray(fc.constantFrom(...BANDS), { minLength: 1, maxLength: 3 }),
  bandwidth: fc.record({ upKbps: kbps, downKbps: kbps, clientUpKbps: kbps, clientDownKbps: kbps }),
  targets: fc.constant({ kind: 'all' as const }),
});

/** Without the fields that its encryption excludes: most of the networks pass the rules. */
const network = anyNetwork.map((value) => {
  const { encryption, password, radius, privateKeys, bandwidth } = value;
  return {
    ...value,
    password: WITH_PASSWORD.includes(encryption) ? password : null,
    radius: encryption === 'enterprise' ? radius : null,
    privateKeys: encryption === 'wpa2' ? privateKeys : [],
    fastRoaming: value.fastRoaming && !WITHOUT_FAST_ROAMING.includes(encryption),
    bandwidth: {
      ...bandwidth,
      clientUpKbps: atMost(bandwidth.clientUpKbps, bandwidth.upKbps),
      clientDownKbps: atMost(bandwidth.clientDownKbps, bandwidth.downKbps),
    },
  };
});

function atMost(part: number | null, total: number | null): number | null {
  return part === null || total === null ? part : Math.min(part, total);
}

/** Networks that pass the rules of the contract. */
const networks: fc.Arbitrary<NetworkSetting[]> = fc.array(network, { maxLength: 12 }).map((values) =>
  values
    .filter((value) => wirelessNetworkInput.safeParse(value).success)
    .map((value, index) => ({
      kind: 'wirelessNetwork',
      id: `network-${index}`,
      level: index % 2 === 0 ? 'organization' : 'site',
      placeId: index % 2 === 0 ? PLACE.organizationId : PLACE.siteId,
      value,
    })),
);

function radio(band: Band): fc.Arbitrary<RadioValue> {
  const channel = fc.constantFrom(...channelsIn(null, band));
  return fc
    .record(
      {
        enabled: fc.boolean(),
        channel: fc.oneof(fc.constant('auto' as const), channel),
        allowedChannels: fc.uniqueArray(channel, { minLength: 1, maxLength: 8 }),
        widthMhz: fc.constantFrom(...WIRELESS_LIMITS.channelWidthsMhz),
        powerDbm: fc.option(fc.integer({ min: 0, max: 30 })),
        minimumRateKbps: fc.option(fc.constantFrom(...minimumRatesOf(band))),
        clientsMax: fc.option(fc.integer({ min: 1, max: 512 })),
      },
      { requiredKeys: [] },
    )
    .filter((value) => radiosInput.safeParse({ bands: { [band]: value } }).success);
}

const radios: fc.Arbitrary<Radios> = fc.record(
  {
    bands: fc.record({ '2G': radio('2G'), '5G': radio('5G'), '6G': radio('6G') }, { requiredKeys: [] }),
    bandSteering: fc.boolean(),
  },
  { requiredKeys: ['bands'] },
);

const LEVELS = [
  ['site', PLACE.siteId],
  ['group', PLACE.groupId],
  ['device', PLACE.deviceId],
] as const;

const radioSettings: fc.Arbitrary<RadioSetting[]> = fc.tuple(radios, radios, radios).map((values) =>
  values.map((value, index) => {
    const [level, placeId] = LEVELS[index] ?? LEVELS[0];
    return { kind: 'radios', id: `radios-${level}`, level, placeId: placeId ?? '', value };
  }),
);

export const anySettings = fc.tuple(networks, radioSettings).map(([some, others]) => [...some, ...others]);

export const anyAbilities: fc.Arbitrary<Abilities> = fc.record({
  compressedCommands: fc.boolean(),
  acknowledgedReports: fc.boolean(),
  remoteShell: fc.boolean(),
  webProxy: fc.boolean(),
  tcpTunnels: fc.boolean(),
  country: fc.constantFrom(null, 'PL', 'US', 'CN', 'BR'),
  radios: fc.array(
    fc.record({
      bands: fc.uniqueArray(fc.constantFrom(...BANDS), { minLength: 1, maxLength: 2 }),
      channels: fc.uniqueArray(fc.integer({ min: 1, max: 233 }), { maxLength: 10 }),
      modes: fc.array(
        fc.record({
          mode: fc.constantFrom('HT' as const, 'VHT' as const, 'HE' as const, 'EHT' as const),
          maxWidthMhz: fc.constantFrom(20, 40, 80, 160, 320),
        }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 3 },
  ),
  ports: fc.constant([]),
});
