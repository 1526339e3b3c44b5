import { expect, test } from 'vitest';
import {
  formOf,
  modelsIn,
  NO_PORT,
  oneForm,
  patchOf,
  portForm,
  profileForm,
  resetFields,
  vlansIn,
} from './port-form.ts';
import { usingPorts, vlanRows } from './vlan-rows.ts';

test.each([
  ['10, 20-22', [10, 20, 21, 22]],
  ['', []],
  ['22，20 20', [20, 22]],
  ['0', null],
  ['4095', null],
  ['20-10', null],
  ['x', null],
])('VLANs "%s": %j', (list, vlans) => {
  expect(vlansIn(list)).toEqual(vlans);
});

test('a form with the fields of a port gives the same port again', () => {
  const port = {
    port: 'Ethernet1',
    label: 'Desk',
    enabled: false,
    speed: 100 as const,
    duplex: 'half' as const,
    mode: 'trunk' as const,
    vlan: 1,
    allowedVlans: [10, 20],
    poe: true,
    poeLimitWatts: 15,
    poePriority: 'high' as const,
    isolation: 'strict' as const,
    broadcastLimitPps: 100,
    dhcpTrusted: false,
  };
  const form = formOf([port]);
  expect(portForm.safeParse(form).success).toBe(true);
  expect({ port: 'Ethernet1', ...patchOf(form) }).toEqual(port);
  expect(resetFields(form, ['Ethernet1'])).toEqual(['profileUUID']);
});

test('several ports show what they have in common, and an empty field changes nothing', () => {
  const form = formOf([
    { port: 'a', vlan: 30, enabled: true, label: 'A' },
    { port: 'b', vlan: 30, enabled: false, label: 'A' },
    { port: 'c', vlan: 30 },
  ]);
  expect(form).toEqual({ ...NO_PORT, vlan: 30 });
  expect(resetFields(form, ['a', 'b', 'c'])).toEqual([]);
});

test('a trunk without a VLAN is refused by the rule of the contract', () => {
  const issue = portForm.safeParse({ ...NO_PORT, mode: 'trunk' }).error?.issues[0];
  expect(issue).toMatchObject({ path: ['vlan'], message: 'switches.rule.trunkVlan' });
});

test('a profile needs a name and a place, and lists models with their ports', () => {
  const issues = profileForm.safeParse({ ...NO_PORT, models: 'SW-1200' }).error?.issues ?? [];
  expect(issues.map(({ path }) => path.join('.'))).toEqual(['name', 'place', 'models']);
  expect(modelsIn('SW-1200: 1-8\n\nSW-2400P：3')).toEqual([
    { model: 'SW-1200', ports: '1-8' },
    { model: 'SW-2400P', ports: '3' },
  ]);
});

const port = (name: string) => ({
  name,
  uplink: false,
  linked: true,
  speedMbps: null,
  fullDuplex: null,
  optical: null,
  traffic: { rxBytes: 0, txBytes: 0 },
  rxPackets: null,
  txPackets: null,
  rxErrors: null,
  txErrors: null,
  power: null,
});

test('VLANs are those of the settings and those that ports use', () => {
  const rows = vlanRows(
    { vlans: [{ id: 40, name: 'Spare' }] },
    (name) => (name === 'a' ? { vlan: 30 } : {}),
    {
      ports: [port('a'), port('b'), port('c')],
      portVlans: [{ port: 'b', untagged: 1, tagged: [20] }],
    },
  );
  expect(rows.map((row) => [row.id, row.name, row.isListed, usingPorts(row)])).toEqual([
    [1, '', false, ['b', 'c']],
    [20, '', false, ['b']],
    [30, '', false, ['a']],
    [40, 'Spare', true, []],
  ]);
});

test('a trunk that becomes an access port loses its allowed VLANs', () => {
  const form = { ...oneForm({ mode: 'trunk', vlan: 1, allowedVlans: [10, 20] }), mode: 'access' as const };
  expect(portForm.safeParse(form).success).toBe(true);
  expect(patchOf(form)).toEqual({ mode: 'access', vlan: 1 });
  expect(resetFields(form, ['Ethernet1'])).toContain('allowedVlans');
});
