import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { DAY } from '@airloom/contract/time';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  buildScheduledChange,
  networkValue,
  newNetwork,
  reviewed,
} from '../../../../testing/configuration-builders.ts';
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

test('a scheduled change writes its settings when it starts, or conflicts', async () => {
  const id = await buildScheduledChange(
    server,
    stage.owner,
    edits(newNetwork(stage.ofSite(), { ssid: 'Later' })),
  );
  expect(await stage.settings()).toEqual([]);
  const start = (changeId: string) =>
    server.platform.database.withTenant(stage.owner, (tx) =>
      startChange(
        tx,
        { tenant: stage.owner.tenant, id: changeId, createdByName: stage.owner.userName },
        server.platform.now(),
      ),
    );
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
