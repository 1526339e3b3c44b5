import type { SettingEdit } from '@airloom/contract/configuration/edits';
import type { SwitchBase } from '@airloom/contract/switches/switch.rules';
import { ABILITIES } from '@airloom/device-protocol/testing/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmed, reviewed, type Source } from '../../../testing/configuration-builders.ts';
import { buildMemberWith } from '../../../testing/role-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { expectFailure } from '../../people/identity/testing/expectations.ts';
import { releaseSettings } from '../devices/index.ts';
import { resolveSettings } from '../settings/index.ts';
import { visibleSettingKinds } from './places/place-access.ts';
import { ChangeStage, edits, keyOf } from './testing/change-stage.ts';
import { buildSwitch, MODEL, portsEdit, profileEdit, vlansEdit } from './testing/switch-stage.ts';

let server: TestServer;
let stage: ChangeStage;
let rack: string;
beforeAll(async () => {
  server = await startTestServer({}, { scheduled: false });
});
afterAll(() => server.stop());
beforeEach(async () => {
  stage = await ChangeStage.open(server);
  rack = await buildSwitch(stage);
});

const review = (...some: SettingEdit[]) => stage.review(edits(...some));

/** The stored setting of a kind as an edit of itself. */
async function stored(kind: SettingEdit['kind']): Promise<SettingEdit> {
  const [row] = await stage.settings(kind);
  if (row === undefined) throw new Error(`No ${kind}`);
  return { ...row.edit, settingUUID: row.settingUUID, baseVersion: row.version };
}

test('the review of a port shows its old and new settings, and stores nothing', async () => {
  const { data } = await review(
    portsEdit(rack, [{ port: 'Ethernet1', label: 'Desk', vlan: 30, poe: false, speed: 100 }]),
  );
  expect(data.edits[0]).toMatchObject({ kind: 'switchPorts', name: 'Rack', action: 'create' });
  const changed = new Map(data.devices[0]?.differences.map(({ path, after }) => [path, after]));
  expect(changed.get('ethernet.Ethernet1.name')).toBe('Desk');
  expect(changed.get('ethernet.Ethernet1.speed')).toBe(100);
  expect(changed.get('ethernet.Ethernet1.poe.admin-mode')).toBe(false);
  expect(changed.get('interfaces.VLAN1.untagged-ports')).toBe('Ethernet0, Ethernet2, Ethernet3, SFP1');
  expect([...changed.keys()].filter((path) => path.startsWith('ethernet.Ethernet2'))).toEqual([]);
  expect(await stage.settings('switchPorts')).toEqual([]);
});

const cutsOf = async (...some: SettingEdit[]) =>
  (await review(...some)).data.cuts.map(({ port, fields }) => ({ port, fields }));

test.each([
  ['disabled', { enabled: false }, ['enabled']],
  ['moved to another VLAN', { vlan: 30 }, ['vlan']],
  [
    'made a trunk without the management VLAN',
    { mode: 'trunk' as const, vlan: 30, allowedVlans: [40] },
    ['vlan'],
  ],
  ['isolated', { isolation: 'strict' } as const, ['isolation']],
  ['limited to few broadcasts', { broadcastLimitPps: 1 }, ['broadcastLimitPps']],
])('an uplink is not %s without a confirmation of the port and field', async (_, value, fields) => {
  const source = edits(portsEdit(rack, [{ port: 'Ethernet0', ...value }]));
  const { data } = await stage.review(source);
  expect(data.cuts).toEqual([{ deviceUUID: rack, deviceName: 'Rack', port: 'Ethernet0', fields }]);
  const input = await reviewed(server, stage.owner, source);
  const wrong = [
    { deviceUUID: rack, port: 'Ethernet1', fields: data.cuts[0]?.fields ?? [] },
    { deviceUUID: rack, port: 'Ethernet0', fields: ['poe' as const] },
    { deviceUUID: stage.harbour, port: 'Ethernet0', fields: data.cuts[0]?.fields ?? [] },
  ];
  for (const confirmedCuts of [[], ...wrong.map((one) => [one])]) {
    const refused = await server.call('applyChange', { ...input, confirmedCuts }, stage.as());
    expectFailure(refused, 'uplinkNotConfirmed');
    expect(refused.msg).toContain('Ethernet0');
  }
  expect(await stage.settings('switchPorts')).toEqual([]);
  await stage.apply(source, stage.owner, confirmed);
  expect(await stage.settings('switchPorts')).toHaveLength(1);
  const { data: log } = await server.call('listOperations', { call: 'applyChange' }, stage.as());
  expect(JSON.stringify(log.rows)).toContain('Rack Ethernet0');
});

const trunk = (...allowedVlans: number[]) => ({
  port: 'Ethernet0',
  mode: 'trunk' as const,
  vlan: 1,
  allowedVlans,
});

test('a removed tagged VLAN of an uplink has to be confirmed', async () => {
  await stage.apply(edits(portsEdit(rack, [trunk(30, 77)])));
  await release(rack);
  const before = await stored('switchPorts');
  if (before.kind !== 'switchPorts') expect.fail();
  expect(await cutsOf({ ...before, value: { ports: [trunk(30)] } })).toEqual([
    { port: 'Ethernet0', fields: ['allowedVlans'] },
  ]);
  expect(await cutsOf({ ...before, value: { ports: [trunk(30, 77, 78)] } })).toEqual([]);
});

/** The settings of a switch are released, as after a rollout. */
async function release(deviceId: string): Promise<void> {
  await server.platform.database.asSystem(async (tx) => {
    const scope = { tenant: stage.owner.tenant };
    const settings = (await resolveSettings(tx, scope, [deviceId])).get(deviceId) ?? null;
    await releaseSettings(tx, scope, [{ id: deviceId, released_settings: settings }]);
  });
}

test('an uplink keeps its connection as a trunk with the management VLAN untagged, and can be renamed', async () => {
  const edit = portsEdit(rack, [
    { port: 'Ethernet0', label: 'To core', mode: 'trunk', vlan: 1, allowedVlans: [30] },
  ]);
  expect(await cutsOf(edit)).toEqual([]);
});

test('a draft is asked about the uplink when it is reviewed, and not applied without', async () => {
  const place = { level: 'site', uuid: stage.harbour } as const;
  const edit = portsEdit(rack, [{ port: 'Ethernet0', enabled: false }]);
  expect((await server.call('addToDraft', { place, edits: [edit] }, stage.as())).code).toBe(0);
  const source: Source = { kind: 'draft', place };
  const { data } = await stage.review(source);
  expect(data.cuts).toMatchObject([{ port: 'Ethernet0', fields: ['enabled'] }]);
  const input = await reviewed(server, stage.owner, source);
  expectFailure(await server.call('applyChange', input, stage.as()), 'uplinkNotConfirmed');
  await stage.apply(source, stage.owner, confirmed);
});

test('a change whose revert cuts off the uplink again asks once more', async () => {
  await stage.apply(edits(portsEdit(rack, [{ port: 'Ethernet0', enabled: false }])), stage.owner, confirmed);
  const before = await stored('switchPorts');
  const enabled = { ports: [{ port: 'Ethernet0', enabled: true }] };
  if (before.kind !== 'switchPorts') expect.fail();
  const change = await stage.apply(edits({ ...before, value: enabled }));
  const revert: Source = { kind: 'revert', changeUUID: change };
  expect((await stage.review(revert)).data.cuts).toMatchObject([{ port: 'Ethernet0', fields: ['enabled'] }]);
  const input = await reviewed(server, stage.owner, revert);
  expectFailure(await server.call('applyChange', input, stage.as()), 'uplinkNotConfirmed');
});

test('without a named uplink every linked port counts as one, also one that powers a device', async () => {
  const unknown = await buildSwitch(stage, { name: 'Unknown', namesUplink: false });
  const disable = (port: string) => cutsOf(portsEdit(unknown, [{ port, enabled: false }]));
  expect(await disable('Ethernet0')).toHaveLength(1);
  expect(await disable('SFP1')).toHaveLength(1);
  expect(await disable('Ethernet1')).toHaveLength(1);
  // Has no link.
  expect(await disable('Ethernet3')).toEqual([]);
});

test('a confirmed cut is used up: another field of the port asks again, and other ports do not', async () => {
  await stage.apply(edits(portsEdit(rack, [{ port: 'Ethernet0', vlan: 30 }])), stage.owner, confirmed);
  await release(rack);
  const before = await stored('switchPorts');
  if (before.kind !== 'switchPorts' || before.value === null) expect.fail();
  const [uplink] = before.value.ports;
  if (uplink === undefined) expect.fail();
  const other = { port: 'Ethernet2', enabled: false };
  expect(await cutsOf({ ...before, value: { ports: [uplink, other] } })).toEqual([]);
  expect(await cutsOf({ ...before, value: { ports: [{ ...uplink, enabled: false }] } })).toEqual([
    { port: 'Ethernet0', fields: ['enabled'] },
  ]);
});

const baseEdit = (value: Partial<SwitchBase>): SettingEdit => ({
  kind: 'switchBase',
  settingUUID: null,
  baseVersion: null,
  place: { level: 'device', uuid: rack },
  value: { hostname: '', ip: '', mask: '', gateway: '', ...value },
});
const STATIC = { ip: '192.0.2.2', mask: '255.255.255.0', gateway: '192.0.2.1' };

test('another management address, gateway or default route has to be confirmed', async () => {
  expect(await cutsOf(baseEdit({ hostname: 'rack-1' }))).toEqual([]);
  expect(await cutsOf(baseEdit(STATIC))).toEqual([{ port: null, fields: ['ip', 'gateway'] }]);
  const route = { destination: '0.0.0.0', mask: '0.0.0.0', nextHop: '192.0.2.1', metric: 1 };
  const routes = (value: object): SettingEdit => ({
    kind: 'switchRoutes',
    settingUUID: null,
    baseVersion: null,
    place: { level: 'device', uuid: rack },
    value: { routes: [{ ...route, ...value }] },
  });
  expect(await cutsOf(routes({}))).toEqual([{ port: null, fields: ['defaultRoute'] }]);
  expect(await cutsOf(routes({ destination: '10.0.0.0', mask: '255.0.0.0' }))).toEqual([]);
  const source = edits(baseEdit(STATIC));
  const input = await reviewed(server, stage.owner, source);
  expectFailure(await server.call('applyChange', input, stage.as()), 'uplinkNotConfirmed');
  await stage.apply(source, stage.owner, confirmed);
});

test.each([
  [{ ...STATIC, ip: '192.0.2.0' }, 'switches.rule.hostOfNetwork'],
  [{ ...STATIC, ip: '192.0.2.255' }, 'switches.rule.hostOfNetwork'],
  [{ ...STATIC, gateway: '192.0.2.255' }, 'switches.rule.hostOfNetwork'],
  [{ ...STATIC, gateway: '198.51.100.1' }, 'switches.rule.gatewayNetwork'],
  [{ ...STATIC, gateway: STATIC.ip }, 'switches.rule.gatewayIsSwitch'],
  [{ ...STATIC, mask: '0.0.0.0' }, 'switches.rule.subnetMask'],
])('a wrong management address %j is refused', async (value, message) => {
  const answer = await review(baseEdit(value));
  expectFailure(answer, 'invalidInput');
  expect(JSON.stringify(answer)).toContain(message);
});

test('a profile does not cut off an uplink, and the review lists it as protected', async () => {
  const { data } = await review(
    profileEdit(stage.ofOrganization(), {
      name: 'Phones',
      vlan: 30,
      models: [{ model: MODEL, ports: '1-2' }],
    }),
  );
  expect(data.devices[0]?.unsupported).toEqual([
    { name: 'Phones', reason: 'uplinkProtected', band: null, port: 'Ethernet0', instead: null },
  ]);
  const vlans = data.devices[0]?.differences.find(({ path }) => path === 'interfaces.VLAN30.untagged-ports');
  expect(
    vlans ?? data.devices[0]?.differences.find(({ path }) => path === 'interfaces.VLAN30'),
  ).toBeDefined();
});

test('a port without PoE is named when power is set', async () => {
  const { data } = await review(
    portsEdit(rack, [
      { port: 'SFP1', poe: true, vlan: 7 },
      { port: 'Ethernet9', vlan: 7 },
    ]),
  );
  expect(data.devices[0]?.unsupported.map(({ reason, port }) => `${reason} ${port}`)).toEqual([
    'noSuchPort Ethernet9',
    'noPoe SFP1',
  ]);
});

test('a VLAN that ports use is not deleted', async () => {
  await stage.apply(
    edits(
      vlansEdit(rack, 30, 40),
      portsEdit(rack, [{ port: 'Ethernet1', mode: 'trunk', vlan: 1, allowedVlans: [30] }]),
    ),
  );
  const vlans = await stored('switchVlans');
  if (vlans.kind !== 'switchVlans') expect.fail();
  const keep = (...ids: number[]): SettingEdit => ({
    ...vlans,
    value: { vlans: ids.map((id) => ({ id, name: '' })) },
  });
  const refused = await review(keep(40));
  expect(keyOf(refused)).toBe('vlanInUse');
  expect(refused.msg).toContain('VLAN 30');
  expect(refused.msg).toContain('Ethernet1');
  expect(keyOf(await review({ ...vlans, value: null }))).toBe('vlanInUse');
  expect((await review(keep(30))).code).toBe(0);
  // Together with the port that used it.
  const ports = await stored('switchPorts');
  expect((await review(keep(40), { ...ports, value: null })).code).toBe(0);
});

test.each([
  [portsEdit('', []), 'value.ports', 'switches.rule.selectPort'],
  [portsEdit('', [{ port: 'Ethernet1', mode: 'trunk' }]), 'value.ports.0.vlan', 'switches.rule.trunkVlan'],
])('bad input is refused with the message of the form', async (edit, field, message) => {
  const answer = await review({ ...edit, place: { level: 'device', uuid: rack } });
  expectFailure(answer, 'invalidInput');
  expect(JSON.stringify(answer)).toContain(message);
  expect(JSON.stringify(answer)).toContain(field);
});

test('a profile that ports use is not deleted, and names are unique in a place', async () => {
  const place = stage.ofOrganization();
  await stage.apply(edits(profileEdit(place, { name: 'Phones', vlan: 30 })));
  const profile = await stored('portProfile');
  await stage.apply(
    edits(portsEdit(rack, [{ port: 'Ethernet1', profileUUID: profile.settingUUID, enabled: true }])),
  );
  const refused = await review({ ...profile, value: null });
  expect(keyOf(refused)).toBe('portProfileInUse');
  expect(refused.msg).toContain('Rack');
  expect(keyOf(await review(profileEdit(place, { name: 'Phones' })))).toBe('portProfileNameTaken');
  expect((await review(profileEdit(stage.ofSite(), { name: 'Phones' }))).code).toBe(0);
});

test('a port takes profiles of its own site and organization only', async () => {
  await stage.apply(edits(profileEdit(stage.ofSite(stage.east), { name: 'East', vlan: 30 })));
  const { settingUUID } = await stored('portProfile');
  const { code } = await review(portsEdit(rack, [{ port: 'Ethernet1', profileUUID: settingUUID }]));
  expect(keyOf({ code })).toBe('notFound');
});

test('the effective settings name each field of a port with its origin', async () => {
  await stage.apply(
    edits(profileEdit(stage.ofOrganization(), { name: 'Phones', vlan: 30, poePriority: 'high' })),
  );
  const { settingUUID } = await stored('portProfile');
  await stage.apply(
    edits(portsEdit(rack, [{ port: 'Ethernet1', profileUUID: settingUUID, vlan: 40 }]), vlansEdit(rack, 40)),
  );
  const { data } = await server.call('viewEffectiveSettings', { deviceUUID: rack }, stage.as());
  expect(data.values.map(({ path, value, origin }) => [path, value, origin.level])).toEqual(
    expect.arrayContaining([
      ['switch.ports.Ethernet1.vlan', 40, 'device'],
      ['switch.ports.Ethernet1.poePriority', 'high', 'organization'],
      ['switch.vlans.40', 'Net 40', 'device'],
    ]),
  );
});

test('switch settings are those of switches, and need permission for switches', async () => {
  const ap = await stage.buildAp(stage.harbour, 'AP');
  expect(keyOf(await review(vlansEdit(ap, 30)))).toBe('settingNotOfDevice');
  const seen = visibleSettingKinds({ grants: new Set(['network_config:operate', 'network:operate']) });
  expect(seen).not.toContain('switchVlans');
  expect(seen).not.toContain('portProfile');
});

test('a person of another account sees no switch and no profile', async () => {
  const other = await ChangeStage.open(server);
  await stage.apply(edits(profileEdit(stage.ofOrganization(), { name: 'Phones' })));
  expect(await other.settings('portProfile')).toEqual([]);
  expect(keyOf(await other.review(edits(vlansEdit(rack, 30))))).toBe('notFound');
});

test('routes and a static address are in the document of the management interface', async () => {
  const place = { level: 'device', uuid: rack } as const;
  const { data } = await review(
    {
      kind: 'switchRoutes',
      settingUUID: null,
      baseVersion: null,
      place,
      value: {
        routes: [{ destination: '10.20.0.0', mask: '255.255.0.0', nextHop: '192.0.2.254', metric: 9 }],
      },
    },
    {
      kind: 'switchBase',
      settingUUID: null,
      baseVersion: null,
      place,
      value: { hostname: 'rack-1', ip: '192.0.2.2', mask: '255.255.255.0', gateway: '192.0.2.1' },
    },
  );
  const changed = new Map(data.devices[0]?.differences.map(({ path, after }) => [path, after]));
  expect(changed.get('unit.hostname')).toBe('rack-1');
  expect(changed.get('interfaces.VLAN1.ipv4.subnet')).toBe('192.0.2.2/24');
  expect(changed.get('interfaces.VLAN1.ipv4.gateway')).toBe(
    '0.0.0.0/0 → 192.0.2.1 (1), 10.20.0.0/16 → 192.0.2.254 (9)',
  );
});

test('the operation log has the ports of an applied change', async () => {
  await stage.apply(edits(portsEdit(rack, [{ port: 'Ethernet1', vlan: 30 }])));
  const { data } = await server.call('listOperations', { search: 'Rack' }, stage.as());
  expect(JSON.stringify(data.rows)).toContain('Ethernet1');
});

test('profiles of a model apply to the switches of this model, by the position of the ports', async () => {
  await stage.apply(
    edits(profileEdit(stage.ofSite(), { name: 'Desk', vlan: 30, models: [{ model: MODEL, ports: '2-3' }] })),
  );
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set abilities = ${JSON.stringify(ABILITIES)}::jsonb where id = ${rack}`),
  );
  const { data } = await stage.review({ kind: 'pending', siteUUID: stage.harbour });
  const added = data.devices[0]?.differences.find(({ path }) => path.startsWith('interfaces.VLAN30'));
  expect(JSON.stringify(added)).toContain('Ethernet1, Ethernet2');
});

const off = (...ports: string[]) => ports.map((port) => ({ port, enabled: false }));

test('of several ports optical ones are not disabled or powered, whoever sends the edit', async () => {
  const edit = portsEdit(rack, [...off('Ethernet1', 'Ethernet2'), { port: 'SFP1', enabled: false, vlan: 7 }]);
  const { data } = await review(edit);
  expect(data.edits[0]?.skippedPorts).toEqual(['SFP1']);
  const paths = data.devices[0]?.differences.map(({ path }) => path) ?? [];
  expect(paths).toContain('ethernet.Ethernet1.enabled');
  expect(paths).not.toContain('ethernet.SFP1.enabled');
  await stage.apply(edits(edit));
  const setting = await stored('switchPorts');
  expect(setting.value).toMatchObject({
    ports: [...off('Ethernet1', 'Ethernet2'), { port: 'SFP1', vlan: 7 }],
  });
  // One optical port can be disabled by itself, and stays so while others are edited.
  const one = { ports: [...off('Ethernet1', 'Ethernet2', 'SFP1')] };
  if (setting.kind !== 'switchPorts') expect.fail();
  await stage.apply(edits({ ...setting, value: one }));
  expect((await stored('switchPorts')).value).toMatchObject({ ports: one.ports });
});

test('an edit of which only optical ports are left changes nothing', async () => {
  const second = portsEdit(rack, off('SFP1', 'Ethernet1'));
  const { data } = await review(second);
  expect(data.edits[0]?.skippedPorts).toEqual(['SFP1']);
  await stage.apply(edits(second));
  expect((await stored('switchPorts')).value).toMatchObject({ ports: off('Ethernet1') });
});

test('a profile does not disable an optical port, chosen or by model, and the review says so', async () => {
  const models = [{ model: MODEL, ports: '4-5' }];
  await stage.apply(edits(profileEdit(stage.ofSite(), { name: 'Unused', enabled: false, models })));
  const skippedOf = (answer: Awaited<ReturnType<typeof review>>) =>
    answer.data.devices[0]?.unsupported.map(({ reason, port }) => `${reason} ${port}`);
  expect(skippedOf(await stage.review({ kind: 'pending', siteUUID: stage.harbour }))).toEqual([
    'opticalSkipped SFP1',
  ]);
  const { settingUUID } = await stored('portProfile');
  const chosen = await review(portsEdit(rack, [{ port: 'SFP1', profileUUID: settingUUID, label: 'Spare' }]));
  expect(skippedOf(chosen)).toEqual(['opticalSkipped SFP1']);
});

const SWITCH_GRANTS = ['network_config:operate', 'switch_device:operate', 'device_manage:operate'] as const;
const WIRELESS_GRANTS = ['network_config:operate', 'network:operate', 'all_device', 'switch_device'] as const;

test('pending settings of a switch are delivered with the permissions for switches, not those for networks', async () => {
  await stage.apply(
    edits(profileEdit(stage.ofSite(), { name: 'Desk', vlan: 30, models: [{ model: MODEL, ports: '2-3' }] })),
  );
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set abilities = ${JSON.stringify(ABILITIES)}::jsonb where id = ${rack}`),
  );
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sql`update configuration_change set state = 'cancelled', ended_at = now() where tenant_id = ${stage.owner.tenant}`,
    ),
  );
  const source = { kind: 'pending' as const, siteUUID: stage.harbour };
  const deliver = async (grants: readonly (typeof SWITCH_GRANTS | typeof WIRELESS_GRANTS)[number][]) => {
    const member = await buildMemberWith(server, stage.owner, grants, [stage.harbour]);
    const { data } = await stage.review(source, member);
    const input = { source, digest: data.digest, reason: '' };
    return server.send('applyChange', input, stage.as(member));
  };
  expect(keyOf(await deliver(WIRELESS_GRANTS))).toBe('permissionDenied');
  expect(keyOf(await deliver(['network_config:operate', 'switch_device:operate']))).toBe('permissionDenied');
  expect((await deliver(SWITCH_GRANTS)).code).toBe(0);
});

test('effective settings of a switch need no permission for networks, and say what no report shows', async () => {
  await stage.apply(
    edits(
      portsEdit(rack, [{ port: 'Ethernet1', enabled: true, broadcastLimitPps: 100, isolation: 'strict' }]),
    ),
  );
  const member = await buildMemberWith(
    server,
    stage.owner,
    ['network_config', 'switch_device'],
    [stage.harbour],
  );
  const { data } = await server.call('viewEffectiveSettings', { deviceUUID: rack }, stage.as(member));
  expect(data.values.map(({ path, byVersion }) => [path.split('.').at(-1), byVersion])).toEqual(
    expect.arrayContaining([
      ['enabled', false],
      ['broadcastLimitPps', true],
      // This switch does not report isolated ports.
      ['isolation', true],
    ]),
  );
});
