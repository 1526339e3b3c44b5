import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { OK } from '@airloom/contract/errors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildMember } from '../../../testing/builders.ts';
import {
  networkValue,
  newNetwork,
  reviewed,
  WIFI_PASSWORD,
} from '../../../testing/configuration-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { ChangeStage, edits, keyOf } from './testing/change-stage.ts';

let server: TestServer;
let stage: ChangeStage;
let deviceUUID: string;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  stage = await ChangeStage.open(server);
  deviceUUID = await stage.buildAp(stage.harbour, 'AP 1');
});
afterAll(() => server.stop());

test('applies a network, overrides it at a site, and shows where each value comes from', async () => {
  await stage.apply(edits(newNetwork(stage.ofOrganization(), { vlan: 20 })));
  const { settingUUID } = await stage.onlySetting();
  const override: SettingEdit = {
    kind: 'wirelessOverride',
    settingUUID: null,
    baseVersion: null,
    place: stage.ofSite(),
    networkUUID: settingUUID ?? '',
    value: { vlan: 30 },
  };
  await stage.apply(edits(override));
  const { data } = await server.call('viewEffectiveSettings', { deviceUUID }, stage.as());
  const value = (path: string) => data.values.find((one) => one.path === path);
  expect(value('wireless.Guest.vlan')).toEqual({
    path: 'wireless.Guest.vlan',
    value: 30,
    origin: { level: 'site', name: 'Harbour' },
    verified: null,
    byVersion: false,
  });
  expect(value('wireless.Guest.password')).toMatchObject({
    value: '***',
    origin: { level: 'organization', name: 'North' },
  });
  expect(data).toMatchObject({ pending: true, skipped: null, rejected: [] });
  // The network needs a password.
  const { settingUUID: overrideUUID, baseVersion } = await stage.onlySetting('wirelessOverride');
  const bad = { ...override, settingUUID: overrideUUID, baseVersion, value: { password: null } };
  const refused = await stage.review(edits(bad));
  expect(keyOf(refused)).toBe('invalidInput');
  expect(refused.failure.fields).toEqual({
    'source.edits.0.value.password': { key: 'validation.required', values: {} },
  });
});

test('the second of two people who edit the same network gets a conflict and overwrites nothing', async () => {
  await stage.apply(edits(newNetwork(stage.ofOrganization())));
  const mine = { ...(await stage.onlySetting()), value: networkValue({ vlan: 10 }) } as SettingEdit;
  const theirs = { ...(await stage.onlySetting()), value: networkValue({ vlan: 11 }) } as SettingEdit;
  const second = await buildMember(server, stage.owner, 'organizationAdministrator', {
    enterpriseIds: [stage.enterpriseUUID],
  });
  const input = await reviewed(server, second, edits(theirs));
  await stage.apply(edits(mine));
  const refused = await server.call('applyChange', input, stage.as(second));
  expect(keyOf(refused)).toBe('settingConflict');
  const shown = (await stage.review(edits(theirs), second)).data.edits[0];
  expect(shown?.conflict).toMatchObject({
    by: stage.owner.userName,
    differences: [{ path: 'vlan', before: 10, after: 11 }],
  });
  expect((await stage.settings()).map(({ version, edit }) => [version, edit.value])).toEqual([
    [2, expect.objectContaining({ vlan: 10 })],
  ]);
  expect((await server.call('listChanges', {}, stage.as())).data.total).toBe(2);
});

test('refuses what was not reviewed: other settings of the same devices changed since', async () => {
  const input = await reviewed(
    server,
    stage.owner,
    edits(newNetwork(stage.ofOrganization(), { ssid: 'Late' })),
  );
  await stage.apply(edits(newNetwork(stage.ofSite(), { ssid: 'Earlier' })));
  expect(keyOf(await server.call('applyChange', input, stage.as()))).toBe('reviewOutdated');
  expect((await stage.settings()).map(({ edit }) => edit.value)).toEqual([
    expect.objectContaining({ ssid: 'Earlier' }),
  ]);
});

test('a change at one site does not outdate a review of another site', async () => {
  const input = await reviewed(
    server,
    stage.owner,
    edits(newNetwork(stage.ofSite(stage.east), { ssid: 'Late' })),
  );
  await stage.apply(edits(newNetwork(stage.ofSite(), { ssid: 'Earlier' })));
  expect((await server.call('applyChange', input, stage.as())).code).toBe(OK);
});

test('refuses a change that changes nothing', async () => {
  await stage.apply(edits(newNetwork(stage.ofSite())));
  const same = await stage.onlySetting();
  const input = await reviewed(server, stage.owner, edits(same));
  expect(keyOf(await server.call('applyChange', input, stage.as()))).toBe('changeEmpty');
});

const radios = (powerDbm: number): SettingEdit => ({
  kind: 'radios',
  settingUUID: null,
  baseVersion: null,
  place: stage.ofSite(),
  value: { bands: { '5G': { powerDbm } } },
});

test('two people who create radio settings of the same site at once: one gets a conflict', async () => {
  const inputs = [
    await reviewed(server, stage.owner, edits(radios(10))),
    await reviewed(server, stage.owner, edits(radios(11))),
  ];
  const answers = await Promise.all(inputs.map((input) => server.call('applyChange', input, stage.as())));
  expect(new Set(answers.map(keyOf))).toEqual(new Set([undefined, 'settingConflict']));
  expect(await stage.settings('radios')).toHaveLength(1);
});

test('devices that wait for settings of their site get them by a change without edits', async () => {
  const source = { kind: 'pending' as const, siteUUID: stage.harbour };
  const nothing = await reviewed(server, stage.owner, source);
  expect(keyOf(await server.call('applyChange', nothing, stage.as()))).toBe('changeEmpty');
  await stage.apply(edits(newNetwork(stage.ofSite())));
  expect((await stage.review(source)).data.devices.map(({ deviceName }) => deviceName)).toEqual(['AP 1']);
  await stage.apply(source);
});

test('logs old and new values, and never a secret', async () => {
  await stage.apply(edits(newNetwork(stage.ofSite(), { vlan: 5 })));
  const stored = await stage.onlySetting();
  await stage.apply(
    edits({ ...stored, value: networkValue({ vlan: 6, password: 'another-secret' }) } as SettingEdit),
  );
  const log = (await server.call('listOperations', {}, stage.as())).data;
  const [latest] = log.rows.filter(({ call }) => call === 'applyChange');
  const setting = latest?.objects.find(({ kind }) => kind === 'setting');
  expect(setting).toMatchObject({
    name: 'Guest',
    changes: [
      { field: 'vlan', from: 5, to: 6, secret: false },
      { field: 'password', from: null, to: null, secret: true },
    ],
  });
  const everything = JSON.stringify([
    log,
    await stage.settings(),
    (await server.call('listChanges', {}, stage.as())).data,
    (await server.call('viewEffectiveSettings', { deviceUUID }, stage.as())).data,
  ]);
  for (const secret of [WIFI_PASSWORD, 'another-secret']) expect(everything).not.toContain(secret);
});
