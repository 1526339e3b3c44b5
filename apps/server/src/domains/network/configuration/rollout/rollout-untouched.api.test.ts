import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { expect, test } from 'vitest';
import { newNetwork, reviewed, type Source } from '../../../../testing/configuration-builders.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { openStageForEachTest, type RolloutStage, WITHIN } from '../testing/rollout-stage.ts';

let server: TestServer;
let stage: RolloutStage;
openStageForEachTest((opened) => {
  stage = opened;
  server = opened.server;
});

const whitelist = (): SettingEdit => ({
  kind: 'whitelist',
  settingUUID: null,
  baseVersion: null,
  place: { level: 'site', uuid: stage.siteId },
  value: { addresses: ['10.0.0.1'], domains: [] },
});

async function apply(source: Source): Promise<string> {
  const answer = await server.call('applyChange', await reviewed(server, stage.owner, source), stage.as);
  expectSuccess(answer);
  return answer.data.changeUUID;
}

test('a change that touches no device leaves the waiting devices of another to that one', async () => {
  const devices = [await stage.online(), await stage.online()];
  for (const device of devices) device.behaviour = 'answersOnly';
  const place = { level: 'site' as const, uuid: stage.siteId };
  const rolling = await apply({ kind: 'edits', edits: [newNetwork(place, { bands: ['5G'] })] });
  await expect.poll(() => stage.states(rolling, devices), WITHIN).toEqual({ sent: 1, waiting: 1 });
  const source: Source = { kind: 'edits', edits: [whitelist()] };
  const { data } = await server.call('reviewChange', { source }, stage.as);
  expect(data.devices).toEqual([]);
  const other = await apply(source);
  await stage.becomes(other, 'done');
  expect(await stage.states(other, devices)).toEqual({});
  expect(await stage.states(rolling, devices)).toEqual({ sent: 1, waiting: 1 });
  const sent = () => devices.find(({ networks }) => networks.length === 2);
  await expect.poll(sent, WITHIN).toBeDefined();
  const first = sent();
  for (const device of devices) device.behaviour = 'applies';
  first?.show(['Guest']);
  await stage.becomes(rolling, 'done');
  expect(await stage.states(rolling, devices)).toEqual({ verified: 2 });
});
