import { OK } from '@airloom/contract/errors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '../../../../testing/builders.ts';
import { newNetwork } from '../../../../testing/configuration-builders.ts';
import { buildMemberWith } from '../../../../testing/role-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { ChangeStage, edits, keyOf } from '../testing/change-stage.ts';
import { WITHIN } from '../testing/rollout-stage.ts';

const GRANTS = [
  'network_config',
  'network_config:operate',
  'network',
  'network:operate',
  'all_device',
  'ap_device',
] as const;

let server: TestServer;
let stage: ChangeStage;
/** May edit networks, and not the management VLAN of devices. */
let member: Person;
let deviceId: string;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
});
beforeEach(async () => {
  stage = await ChangeStage.open(server);
  deviceId = await stage.buildAp(stage.harbour, 'desk');
  member = await buildMemberWith(server, stage.owner, GRANTS, [stage.harbour]);
});
afterAll(() => server.stop());

const pending = () => ({ kind: 'pending' as const, siteUUID: stage.harbour });

/** Stores a management VLAN that no device has yet. */
async function cancelledVlan(): Promise<void> {
  const source = edits({
    kind: 'managementVlan',
    settingUUID: null,
    baseVersion: null,
    place: { level: 'device', uuid: deviceId },
    value: { managementVlan: 40 },
  });
  await cancel(await stage.apply(source));
}

async function cancel(changeUUID: string): Promise<void> {
  await server.call('changeRollout', { changeUUID, action: 'cancel' }, stage.as());
  const endedAt = async () => (await server.call('viewChange', { changeUUID }, stage.as())).data.endedAt;
  await expect.poll(endedAt, WITHIN).not.toBeNull();
}

async function apply(source: Parameters<ChangeStage['review']>[0]) {
  const { data } = await stage.review(source, member);
  return server.send('applyChange', { source, digest: data.digest, reason: '' }, stage.as(member));
}

test('a person without device_manage:operate does not apply a pending management VLAN', async () => {
  await cancelledVlan();
  expect(keyOf(await apply(pending()))).toBe('permissionDenied');
});

test('nor with an edit of a network, whose delivery would contain it', async () => {
  await cancelledVlan();
  expect(keyOf(await apply(edits(newNetwork(stage.ofSite()))))).toBe('permissionDenied');
});

test('pending settings without a management VLAN need no such permission', async () => {
  await cancel(await stage.apply(edits(newNetwork(stage.ofSite()))));
  expect((await apply(pending())).code).toBe(OK);
});

test('a change that delivers a management VLAN is controlled with device_manage:operate only', async () => {
  await cancelledVlan();
  const changeUUID = await stage.apply(pending());
  const view = async (person: Person) =>
    (await server.call('viewChange', { changeUUID }, stage.as(person))).data;
  await expect.poll(async () => (await view(stage.owner)).counts, WITHIN).toMatchObject({ offline: 1 });
  expect([(await view(stage.owner)).controllable, (await view(member)).controllable]).toEqual([true, false]);
  const control = { changeUUID, action: 'cancel' as const };
  expect(keyOf(await server.send('changeRollout', control, stage.as(member)))).toBe('permissionDenied');
  expect((await server.send('changeRollout', control, stage.as())).code).toBe(OK);
});
