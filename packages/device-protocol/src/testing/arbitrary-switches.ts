import {
  ISOLATIONS,
  POE_PRIORITIES,
  PORT_MODES,
  PORT_SPEEDS,
  type PortValue,
  portProblem,
} from '@airloom/contract/switches/port.rules';
import { switchBaseInput, switchRoutesInput } from '@airloom/contract/switches/switch.rules';
import fc from 'fast-check';
import type { SwitchPort } from '../configuration/base-settings.ts';
import type { DevicePlace } from '../configuration/resolve.ts';
import type { Setting } from '../configuration/stored-settings.ts';
import { PLACE } from './arbitrary-settings.ts';

const MODEL = 'SW-2400P';
export const SWITCH_PLACE: DevicePlace = { ...PLACE, kind: 'switch', model: MODEL };

/** The first is the uplink, the last two are optical. */
export const SWITCH_PORTS: readonly SwitchPort[] = Array.from({ length: 10 }, (_, index) => ({
  name: `Ethernet${index}`,
  speedMbps: 1000,
  fullDuplex: true,
  poe: index === 0 || index > 7 ? null : index % 2 === 0,
  enabled: true,
  negotiated: true,
  optical: index === 0 || index > 7,
  uplink: index === 0,
}));

const vlan = fc.oneof(fc.constantFrom(1, 30, 4094), fc.integer({ min: 1, max: 4094 }));

const portValue: fc.Arbitrary<PortValue> = fc
  .record(
    {
      enabled: fc.boolean(),
      speed: fc.constantFrom('auto' as const, ...PORT_SPEEDS),
      duplex: fc.constantFrom('full' as const, 'half' as const),
      mode: fc.constantFrom(...PORT_MODES),
      vlan,
      allowedVlans: fc.uniqueArray(vlan, { maxLength: 4 }),
      poe: fc.boolean(),
      poeLimitWatts: fc.option(fc.integer({ min: 1, max: 90 })),
      poePriority: fc.constantFrom(...POE_PRIORITIES),
      isolation: fc.constantFrom(...ISOLATIONS),
      broadcastLimitPps: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
      dhcpTrusted: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((value) => {
    const { allowedVlans, duplex, ...rest } = value;
    const kept = {
      ...rest,
      ...(value.mode === 'trunk' && allowedVlans
        ? { allowedVlans: allowedVlans.filter((id) => id !== value.vlan) }
        : {}),
      ...(duplex === 'half' && value.speed !== 10 && value.speed !== 100 ? {} : duplex && { duplex }),
    };
    return kept.mode === 'trunk' && kept.vlan === undefined ? { ...kept, vlan: 20 } : kept;
  })
  .filter((value) => portProblem(value) === null);

const profile = fc.record({
  value: portValue,
  models: fc.array(
    fc.record({
      model: fc.constantFrom(MODEL, 'SW-1200'),
      ports: fc.constantFrom('1', '1-4', '2, 5-10', '9-10', '1-300', '3,3,3'),
    }),
    { maxLength: 2 },
  ),
});

const profiles: fc.Arbitrary<Setting[]> = fc.array(profile, { maxLength: 3 }).map((some) =>
  some.map(({ value, models }, index) => ({
    kind: 'portProfile',
    id: `profile-${index}`,
    level: index % 2 === 0 ? 'organization' : 'site',
    placeId: index % 2 === 0 ? PLACE.organizationId : PLACE.siteId,
    value: {
      ...value,
      name: `Profile ${index}`,
      models,
    },
  })),
);

const ofDevice = { level: 'device' as const, placeId: PLACE.deviceId };

/** Ports of the switch, its uplink included, and one that it does not have. */
const ports: fc.Arbitrary<Setting[]> = fc
  .uniqueArray(
    fc.record({
      port: fc.constantFrom(...SWITCH_PORTS.map(({ name }) => name), 'Ethernet99'),
      label: fc.constantFrom('', 'Lobby', '前台', 'x'.repeat(64)),
      profileUUID: fc.constantFrom(null, 'profile-0', 'profile-1', 'profile-2', 'gone'),
      value: portValue,
    }),
    { minLength: 1, maxLength: SWITCH_PORTS.length + 1, selector: ({ port }) => port },
  )
  .map((some) => [
    {
      kind: 'switchPorts',
      id: 'ports',
      ...ofDevice,
      value: { ports: some.map(({ value, ...rest }) => ({ ...value, ...rest })) },
    },
  ]);

const vlans: fc.Arbitrary<Setting[]> = fc
  .uniqueArray(fc.record({ id: vlan, name: fc.constantFrom('', 'Voice', 'VLAN30', '办公') }), {
    maxLength: 6,
    selector: ({ id }) => id,
  })
  .map((some) => [{ kind: 'switchVlans', id: 'vlans', ...ofDevice, value: { vlans: some } }]);

const routes: fc.Arbitrary<Setting[]> = fc
  .uniqueArray(
    fc.record({
      destination: fc.constantFrom('10.20.0.0', '10.21.0.0', '0.0.0.0'),
      mask: fc.constantFrom('255.255.0.0', '255.255.255.0', '0.0.0.0'),
      nextHop: fc.constantFrom('192.0.2.1', '192.0.2.254'),
      metric: fc.integer({ min: 1, max: 255 }),
    }),
    { maxLength: 3, selector: (route) => JSON.stringify(route) },
  )
  .map((some) => some.filter((route) => switchRoutesInput.safeParse({ routes: [route] }).success))
  .map((some) => [{ kind: 'switchRoutes', id: 'routes', ...ofDevice, value: { routes: some } }]);

const base: fc.Arbitrary<Setting[]> = fc
  .record({
    hostname: fc.constantFrom('', 'sw-1', `${'a'.repeat(60)}.lan`),
    ip: fc.constantFrom('', '192.0.2.2'),
    gateway: fc.constantFrom('', '192.0.2.1'),
  })
  .map((value) => ({ ...value, mask: value.ip === '' ? '' : '255.255.255.0' }))
  .filter((value) => switchBaseInput.safeParse(value).success)
  .map((value) => [{ kind: 'switchBase', id: 'base', ...ofDevice, value }]);

/** The same ports with whatever a switch may have reported about them; the uplink is known. */
export const anyReportedPorts: fc.Arbitrary<SwitchPort[]> = fc
  .array(
    fc.record({
      speedMbps: fc.constantFrom(null, 10, 100, 1000, 2500, 40_000, 50_000, 200_000, 7),
      fullDuplex: fc.constantFrom(null, true, false),
      poe: fc.constantFrom(null, true, false),
      enabled: fc.constantFrom(null, true, false),
      negotiated: fc.constantFrom(null, true, false),
      optical: fc.boolean(),
      uplink: fc.constantFrom(null, false),
    }),
    { minLength: SWITCH_PORTS.length, maxLength: SWITCH_PORTS.length },
  )
  .map((reported) =>
    reported.map((port, index) => ({
      ...port,
      name: `Ethernet${index}`,
      ...(index === 0 ? { uplink: true, enabled: true } : {}),
    })),
  );

const some = (settings: fc.Arbitrary<Setting[]>): fc.Arbitrary<Setting[]> =>
  fc.oneof(settings, fc.constant<Setting[]>([]));

/** Settings of a switch that pass the rules of the contract. */
export const anySwitchSettings: fc.Arbitrary<Setting[]> = fc
  .tuple(profiles, some(ports), some(vlans), some(routes), some(base))
  .map((all) => all.flat());
