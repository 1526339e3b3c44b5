import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildMember } from '../../../../testing/builders.ts';
import { networkValue, newNetwork } from '../../../../testing/configuration-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { ChangeStage, edits, keyOf, revertOf } from '../testing/change-stage.ts';

let server: TestServer;
let stage: ChangeStage;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  stage = await ChangeStage.open(server);
});
afterAll(() => server.stop());

const withVlan = (edit: SettingEdit, vlan: number) =>
  ({ ...edit, value: networkValue({ vlan }) }) as SettingEdit;

test('a network that was deleted and restored continues with the versions it had', async () => {
  await stage.apply(edits(newNetwork(stage.ofSite())));
  const first = await stage.onlySetting();
  await stage.apply(edits(withVlan(first, 5)));
  const deleting = await stage.apply(edits({ ...(await stage.onlySetting()), value: null }));
  const restoring = await stage.apply(revertOf(deleting));
  expect((await stage.settings()).map(({ version }) => version)).toEqual([3]);
  // An edit from before the deletion is one of an older version.
  const [stale] = (await stage.review(edits(withVlan(first, 6)))).data.edits;
  expect(stale?.conflict).not.toBeNull();
  await stage.apply(revertOf(restoring));
  expect(await stage.settings()).toEqual([]);
});

test('returns 403 for the revert of a change that the person reaches only in part', async () => {
  const change = await stage.apply(
    edits(
      newNetwork(stage.ofSite(stage.harbour), { ssid: 'Quay' }),
      newNetwork(stage.ofSite(stage.east), { ssid: 'Hill' }),
    ),
  );
  const member = await buildMember(server, stage.owner, 'siteOperator', { siteIds: [stage.east] });
  expect(keyOf(await stage.review(revertOf(change), member))).toBe('permissionDenied');
  expect((await stage.review(revertOf(change))).data.edits).toHaveLength(2);
});

test('refuses the revert of an edit whose setting was deleted since', async () => {
  await stage.apply(edits(newNetwork(stage.ofSite())));
  const change = await stage.apply(edits(withVlan(await stage.onlySetting(), 5)));
  await stage.apply(edits({ ...(await stage.onlySetting()), value: null }));
  expect(keyOf(await stage.review(revertOf(change)))).toBe('settingConflict');
});

test('the revert of a change gives the inverse edits, also of overrides deleted with their network', async () => {
  await stage.apply(edits(newNetwork(stage.ofOrganization(), { vlan: 20 })));
  const network = await stage.onlySetting();
  const { settingUUID } = network;
  await stage.apply(
    edits({
      kind: 'wirelessOverride',
      settingUUID: null,
      baseVersion: null,
      place: stage.ofSite(),
      networkUUID: settingUUID ?? '',
      value: { vlan: 30 },
    }),
  );
  const changeUUID = await stage.apply(edits({ ...network, value: null }));
  expect(await stage.settings()).toEqual([]);
  const { data } = await stage.review({ kind: 'revert', changeUUID });
  expect(data.edits.map(({ kind, action, name }) => [kind, action, name])).toEqual([
    ['wirelessNetwork', 'create', 'Guest'],
    ['wirelessOverride', 'create', 'Guest'],
  ]);
  const reverting = await stage.apply({ kind: 'revert', changeUUID });
  const restored = [...(await stage.settings()), ...(await stage.settings('wirelessOverride'))];
  expect(restored.map(({ edit }) => edit.value)).toEqual([
    expect.objectContaining({ vlan: 20 }),
    { vlan: 30 },
  ]);
  const viewed = (await server.call('viewChange', { changeUUID: reverting }, stage.as())).data;
  expect(viewed).toMatchObject({ number: 4, reverts: 3, controllable: true });
});

test('reverting a change shows a conflict when its settings moved on', async () => {
  await stage.apply(edits(newNetwork(stage.ofSite())));
  const changeUUID = await stage.apply(
    edits({ ...(await stage.onlySetting()), value: networkValue({ vlan: 5 }) } as SettingEdit),
  );
  await stage.apply(
    edits({ ...(await stage.onlySetting()), value: networkValue({ vlan: 6 }) } as SettingEdit),
  );
  const { data } = await stage.review({ kind: 'revert', changeUUID });
  expect(data.edits[0]?.conflict).not.toBeNull();
  const input = { source: { kind: 'revert' as const, changeUUID }, digest: data.digest, reason: '' };
  expect(keyOf(await server.call('applyChange', input, stage.as()))).toBe('settingConflict');
});
