import { expect, test } from 'vitest';
import { PORT_SPEEDS, portProfileInput, speedsOf, switchPortsInput } from './port.rules.ts';
import { editPorts } from './port-edit.ts';
import { portSelection } from './port-names.ts';
import { isPortRange, portsInRange } from './port-range.ts';
import { portValues } from './port-values.ts';
import { switchBaseInput, switchRoutesInput, switchVlansInput } from './switch.rules.ts';
import { cuttingFields, possibleUplinks } from './uplink.ts';

interface Schema {
  safeParse(value: unknown): {
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
  };
}

function problem(schema: Schema, value: unknown): string | null {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue === undefined ? null : `${issue.path.join('.')} ${issue.message}`.trim();
}

const port = (more: object) => ({ ports: [{ port: 'Ethernet1', ...more }] });

test.each([
  [{ ports: [] }, 'ports switches.rule.selectPort'],
  [port({}), null],
  [port({ mode: 'trunk' }), 'ports.0.vlan switches.rule.trunkVlan'],
  [port({ mode: 'trunk', vlan: 1, allowedVlans: [10, 20] }), null],
  [
    port({ mode: 'trunk', vlan: 10, allowedVlans: [10] }),
    'ports.0.allowedVlans switches.rule.allowedVlansNative',
  ],
  [port({ mode: 'access', allowedVlans: [10] }), 'ports.0.allowedVlans switches.rule.allowedVlansTrunk'],
  [port({ vlan: 0 }), 'ports.0.vlan validation.range'],
  [port({ vlan: 4095 }), 'ports.0.vlan validation.range'],
  [port({ duplex: 'half', speed: 1000 }), 'ports.0.duplex switches.rule.halfDuplex'],
  [port({ duplex: 'half', speed: 100 }), null],
  [port({ poeLimitWatts: 91 }), 'ports.0.poeLimitWatts validation.range'],
  [{ ports: [{ port: 'Ethernet1' }, { port: 'Ethernet1' }] }, 'ports validation.duplicate'],
])('ports %j: %s', (value, expected) => {
  expect(problem(switchPortsInput, value)).toBe(expected);
});

test.each([
  [[], null],
  [
    [
      { id: 30, name: 'Voice' },
      { id: 30, name: '' },
    ],
    'vlans switches.rule.vlanTwice',
  ],
  [[{ id: 4095, name: '' }], 'vlans.0.id validation.range'],
])('VLANs %j: %s', (vlans, expected) => {
  expect(problem(switchVlansInput, { vlans })).toBe(expected);
});

const route = { destination: '10.20.0.0', mask: '255.255.0.0', nextHop: '192.0.2.1', metric: 10 };

test.each([
  [{}, null],
  [{ metric: 0 }, 'routes.0.metric validation.range'],
  [{ metric: 256 }, 'routes.0.metric validation.range'],
  [{ metric: 1.5 }, 'routes.0.metric validation.integer'],
  [{ mask: '255.0.255.0' }, 'routes.0.mask switches.rule.subnetMask'],
  [{ mask: '' }, 'routes.0.mask switches.rule.subnetMask'],
  [{ destination: '10.20.1.1' }, 'routes.0.destination switches.rule.networkAddress'],
  [{ destination: '10.20.0' }, 'routes.0.destination validation.ipAddress'],
  [{ nextHop: '127.0.0.1' }, 'routes.0.nextHop switches.rule.hostAddress'],
])('a route with %j: %s', (more, expected) => {
  expect(problem(switchRoutesInput, { routes: [{ ...route, ...more }] })).toBe(expected);
});

test.each([
  [{}, null],
  [{ ip: '192.0.2.2' }, 'mask switches.rule.addressAndMask'],
  [{ mask: '255.255.255.0' }, 'ip switches.rule.addressAndMask'],
  [{ ip: '192.0.2.2', mask: '255.255.255.0', gateway: '192.0.2.1' }, null],
  [{ ip: '192.0.2.2', mask: '255.255.255.0', gateway: '192.0.3.1' }, 'gateway switches.rule.gatewayNetwork'],
  [{ gateway: '192.0.2.1' }, 'gateway switches.rule.gatewayNetwork'],
  [{ ip: '192.0.2.0', mask: '255.255.255.0' }, 'ip switches.rule.hostOfNetwork'],
  [{ ip: '192.0.2.255', mask: '255.255.255.0' }, 'ip switches.rule.hostOfNetwork'],
  [{ ip: '192.0.2.2', mask: '0.0.0.0' }, 'mask switches.rule.subnetMask'],
  [{ ip: '192.0.2.2', mask: '255.255.255.255' }, 'mask switches.rule.subnetMask'],
  [{ ip: '192.0.2.2', mask: '255.0.255.0' }, 'mask switches.rule.subnetMask'],
  [{ ip: '192.0.2.2', mask: '255.255.255.0', gateway: '192.0.2.255' }, 'gateway switches.rule.hostOfNetwork'],
  [{ ip: '192.0.2.2', mask: '255.255.255.0', gateway: '192.0.2.2' }, 'gateway switches.rule.gatewayIsSwitch'],
  [{ ip: '192.0.2', mask: '255.255.255.0' }, 'ip validation.ipAddress'],
  [{ hostname: 'a'.repeat(65) }, 'hostname validation.tooLong'],
  [{ hostname: 'two words' }, 'hostname switches.rule.hostname'],
  [{ hostname: 'sw-1.lan' }, null],
])('base information %j: %s', (value, expected) => {
  expect(problem(switchBaseInput, value)).toBe(expected);
});

test.each([
  [{ name: 'Phones', vlan: 20, models: [{ model: 'SW-1200', ports: '1-8, 12' }] }, null],
  [{ name: '' }, 'name validation.required'],
  [{ name: 'Phones', mode: 'trunk' }, 'vlan switches.rule.trunkVlan'],
  [{ name: 'P', models: [{ model: 'SW-1200', ports: '8-1' }] }, 'models.0.ports switches.rule.portRange'],
])('profile %j: %s', (value, expected) => {
  expect(problem(portProfileInput, value)).toBe(expected);
});

test('ranges name ports by their position', () => {
  expect(portsInRange(['a', 'b', 'c', 'd'], '1, 3-9')).toEqual(['a', 'c', 'd']);
  expect(['', '0', '1-', 'x', '1,,2'].filter(isPortRange)).toEqual([]);
});

test('an action needs a port', () => {
  expect(problem(portSelection, [])).toBe('switches.rule.selectPort');
});

const known = { uplink: false, linked: true };

test('the uplink is the named one, or any linked port, also one that powers a device', () => {
  const ports = [
    { ...known, name: 'a' },
    { ...known, name: 'b' },
    { ...known, name: 'c', linked: false },
  ];
  expect(possibleUplinks(ports)).toEqual(['a', 'b']);
  expect(possibleUplinks([...ports, { ...known, name: 'e', uplink: true }])).toEqual(['e']);
});

const reported = { enabled: true, speedMbps: 1000, negotiated: true, poe: true };
const trunk = (vlan: number, ...allowedVlans: number[]) => ({ mode: 'trunk' as const, vlan, allowedVlans });

test.each([
  [{}, { enabled: true, ...trunk(1, 30) }, []],
  [{}, { speed: 'auto' as const }, []],
  [{}, { speed: 100 as const }, ['speed']],
  [{ speed: 100 as const }, { speed: 100 as const }, []],
  [{}, { speed: 100 as const, duplex: 'half' as const }, ['speed', 'duplex']],
  [{}, { enabled: false }, ['enabled']],
  [{ enabled: false }, { enabled: false }, []],
  [{}, { vlan: 30 }, ['vlan']],
  [{}, trunk(30, 1), ['vlan']],
  [trunk(30, 1), trunk(30, 1, 40), []],
  [trunk(30, 1), trunk(40, 1), []],
  [trunk(30, 1), trunk(30, 40), ['allowedVlans']],
  [trunk(30, 1), { vlan: 1 }, ['vlan', 'allowedVlans']],
  [trunk(1, 77), trunk(1), ['allowedVlans']],
  [{}, { poe: false }, ['poe']],
  [{}, { isolation: 'strict' as const, dhcpTrusted: false }, ['isolation', 'dhcpTrusted']],
  [{}, { broadcastLimitPps: 5 }, ['broadcastLimitPps']],
  [{}, { broadcastLimitPps: 1000 }, []],
  [{ broadcastLimitPps: 5 }, {}, []],
])('from %j to %j cuts an uplink by %j', (before, after, fields) => {
  expect(cuttingFields(before, after, reported)).toEqual(fields);
});

test('a reset field is as the switch reported it', () => {
  const disabled = { ...reported, enabled: false, negotiated: false };
  expect(cuttingFields({ enabled: true, speed: 'auto' }, {}, disabled)).toEqual(['enabled', 'speed']);
  expect(cuttingFields({ poe: true }, { poe: false }, { ...reported, poe: null })).toEqual([]);
});

const isOptical = (name: string) => name === 'SFP1';

test('optical ports are left out when several ports are disabled or powered', () => {
  const { value, skipped } = editPorts(
    null,
    ['Ethernet1', 'SFP1'],
    { set: { enabled: false, vlan: 30 } },
    isOptical,
  );
  expect(skipped).toEqual(['SFP1']);
  expect(value?.ports).toEqual([
    { port: 'Ethernet1', enabled: false, vlan: 30 },
    { port: 'SFP1', vlan: 30 },
  ]);
  expect(editPorts(null, ['Ethernet1', 'SFP1'], { set: { poe: true } }, isOptical).value?.ports).toEqual([
    { port: 'Ethernet1', poe: true },
  ]);
});

test('one optical port can be disabled, and several can be enabled', () => {
  expect(editPorts(null, ['SFP1'], { set: { enabled: false } }, isOptical)).toMatchObject({ skipped: [] });
  expect(editPorts(null, ['Ethernet1', 'SFP1'], { set: { enabled: true } }, isOptical).skipped).toEqual([]);
});

test('fields are reset, and a setting without fields is none', () => {
  const present = {
    ports: [{ port: 'Ethernet1', vlan: 30, enabled: false }],
  };
  const edited = editPorts(present, ['Ethernet1'], { set: {}, reset: ['vlan'] }, isOptical);
  expect(edited.value).toEqual({ ports: [{ port: 'Ethernet1', enabled: false }] });
  expect(
    editPorts(present, ['Ethernet1'], { set: {}, reset: ['vlan', 'enabled'] }, isOptical).value,
  ).toBeNull();
});

test('ports that become access ports or negotiate their speed keep no fields that this rules out', () => {
  const present = {
    ports: [
      { port: 'Ethernet1', mode: 'trunk' as const, vlan: 1, allowedVlans: [10] },
      { port: 'Ethernet2', speed: 100 as const, duplex: 'half' as const },
    ],
    confirmedUplinks: [],
  };
  const both = ['Ethernet1', 'Ethernet2'];
  const { value } = editPorts(present, both, { set: { mode: 'access', speed: 'auto' } }, isOptical);
  expect(value?.ports).toEqual([
    { port: 'Ethernet1', mode: 'access', vlan: 1, speed: 'auto' },
    { port: 'Ethernet2', mode: 'access', speed: 'auto' },
  ]);
  expect(problem(switchPortsInput, value)).toBeNull();
});

test.each([40_000, 50_000, 200_000])('the switch client refuses %i Mbit/s', (speed) => {
  expect(problem(switchPortsInput, port({ speed }))).toBe('ports.0.speed validation.identifier');
});

test('a port has the speeds of its medium', () => {
  expect(speedsOf(false)).toEqual([10, 100, 1_000, 2_500, 5_000, 10_000]);
  expect(speedsOf(true)).toEqual([1_000, 2_500, 5_000, 10_000, 25_000, 100_000]);
  expect(speedsOf(null)).toEqual([...PORT_SPEEDS]);
});

const profile = (id: string, value: object) => ({ id, value: { name: id, models: [], ...value } });

test('fields of a port come from the port, its profile or the profile of its model, in this order', () => {
  const applying = {
    model: 'SW-1200',
    ports: ['Ethernet0', 'Ethernet1', 'Ethernet2'],
    profiles: [
      profile('model', { vlan: 10, poe: true, models: [{ model: 'SW-1200', ports: '2' }] }),
      profile('other model', { vlan: 99, models: [{ model: 'SW-2400P', ports: '1-3' }] }),
      profile('chosen', { vlan: 20, isolation: 'strict' }),
    ],
  };
  const own = { port: 'Ethernet1', profileUUID: 'chosen', isolation: 'open' as const };
  const { value, profileOf, profile: shown } = portValues('Ethernet1', own, applying);
  expect(value).toEqual({ vlan: 20, poe: true, isolation: 'open' });
  expect([profileOf.vlan?.id, profileOf.poe?.id, profileOf.isolation]).toEqual([
    'chosen',
    'model',
    undefined,
  ]);
  expect(shown?.id).toBe('chosen');
  expect(portValues('Ethernet1', undefined, applying).profile?.id).toBe('model');
  expect(portValues('Ethernet2', undefined, applying)).toEqual({ value: {}, profileOf: {}, profile: null });
});
