import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { DAY } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  buildScheduledChange,
  networkValue,
  newNetwork,
  reviewed,
} from '../../../../testing/configuration-builders.ts';
import { buildMemberWith } from '../../../../testing/role-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { ChangeStage, edits } from '../testing/change-stage.ts';
import { startChange } from './start-change.ts';

let server: TestServer;
let stage: ChangeStage;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  stage = await ChangeStage.open(server);
});
afterAll(() => server.stop());

function start(id: string, author = stage.owner) {
  const change = {
    tenant: author.tenant,
    id,
    siteIds: [stage.harbour],
    createdBy: author.managerId,
    createdByName: author.userName,
  };
  return server.platform.database.withTenant(author, (tx) => startChange(tx, change, server.platform.now()));
}

test('a scheduled change does not start after its author lost the permission or the site', async () => {
  const grants = [
    'network_config',
    'network_config:operate',
    'network',
    'network:operate',
    'all_device',
    'ap_device',
  ] as const;
  const member = await buildMemberWith(server, stage.owner, grants, [stage.harbour]);
  const id = await buildScheduledChange(server, member, edits(newNetwork(stage.ofSite())));
  const { tenant } = stage.owner;
  const run = (statement: ReturnType<typeof sql>) =>
    server.platform.database.asSystem((tx) => tx.run(statement));
  await run(sql`
    update role set grants = array_remove(grants, 'network:operate')
    where tenant_id = ${tenant} and id = (
      select role_id from membership where tenant_id = ${tenant} and manager_id = ${member.managerId})`);
  expect(await start(id, member)).toBe('authorNotPermitted');
  expect(await stage.settings()).toEqual([]);
  await run(sql`
    update role set grants = grants || array['network:operate']
    where tenant_id = ${tenant} and id = (
      select role_id from membership where tenant_id = ${tenant} and manager_id = ${member.managerId})`);
  await run(
    sql`update membership set disabled_at = now() where tenant_id = ${tenant} and manager_id = ${member.managerId}`,
  );
  expect(await start(id, member)).toBe('authorNotPermitted');
  await run(
    sql`update membership set disabled_at = null where tenant_id = ${tenant} and manager_id = ${member.managerId}`,
  );
  expect(await start(id, member)).toBe('started');
});

test('a scheduled change writes its settings when it starts, or conflicts', async () => {
  const id = await buildScheduledChange(
    server,
    stage.owner,
    edits(newNetwork(stage.ofSite(), { ssid: 'Later' })),
  );
  expect(await stage.settings()).toEqual([]);
  expect(await start(id)).toBe('started');
  const stored = await stage.onlySetting();
  const next = await buildScheduledChange(
    server,
    stage.owner,
    edits({ ...stored, value: networkValue({ vlan: 7 }) } as SettingEdit),
  );
  await stage.apply(edits({ ...stored, value: networkValue({ vlan: 8 }) } as SettingEdit));
  expect(await start(next)).toBe('settingChanged');
  expect((await stage.onlySetting()).value).toMatchObject({ vlan: 8 });
});

test('a start time that has passed starts the change now', async () => {
  const startAt = new Date(server.platform.now().getTime() - DAY).toISOString();
  const input = await reviewed(server, stage.owner, edits(newNetwork(stage.ofSite())));
  const { data } = await server.call('applyChange', { ...input, startAt }, stage.as());
  const viewed = await server.call('viewChange', { changeUUID: data.changeUUID }, stage.as());
  expect(viewed.data).toMatchObject({ state: 'preparing', startAt: null });
});
