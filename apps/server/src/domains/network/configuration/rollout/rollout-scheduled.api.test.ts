import type { SettingEdit, SettingPlace } from '@airloom/contract/configuration/edits';
import { MINUTE } from '@airloom/contract/time';
import { expect, test } from 'vitest';
import { newNetwork, reviewed, type Source } from '../../../../testing/configuration-builders.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { openStageForEachTest, type RolloutStage } from '../testing/rollout-stage.ts';

let server: TestServer;
let stage: RolloutStage;
openStageForEachTest((opened) => {
  stage = opened;
  server = opened.server;
});

const ofSite = (): SettingPlace => ({ level: 'site', uuid: stage.siteId });
const edits = (...some: SettingEdit[]): Source => ({ kind: 'edits', edits: some });

async function apply(source: Source, startAt: Date | null = null): Promise<string> {
  const input = await reviewed(server, stage.owner, source);
  const answer = await server.call(
    'applyChange',
    { ...input, startAt: startAt?.toISOString() ?? null },
    stage.as,
  );
  expectSuccess(answer);
  return answer.data.changeUUID;
}

const schedule = (source: Source) => apply(source, new Date(server.platform.now().getTime() + MINUTE));

/** Why a change was cancelled at its start. */
async function cancelReasonOf(changeUUID: string) {
  server.advance(MINUTE);
  await stage.becomes(changeUUID, 'cancelled');
  const { data } = await server.call('viewChange', { changeUUID }, stage.as);
  const listed = await server.call('listChanges', { state: 'cancelled' }, stage.as);
  expect(listed.data.rows.map(({ cancelReason }) => cancelReason)).toEqual([data.cancelReason]);
  return data.cancelReason;
}

test('a scheduled change is cancelled because its setting was changed since', async () => {
  await apply(edits(newNetwork(ofSite(), { ssid: 'Guests' })));
  const [stored] = (await server.call('listSettings', { kind: 'wirelessNetwork' }, stage.as)).data.rows;
  const edit = stored?.edit;
  if (edit?.kind !== 'wirelessNetwork' || edit.value === null) throw new Error('no network');
  const { value } = edit;
  const source = edits({ ...edit, value: { ...value, hidden: true } });
  const change = await schedule(source);
  await apply(edits({ ...edit, value: { ...value, clientIsolation: true } }));
  expect(await cancelReasonOf(change)).toBe('settingChanged');
});

test('a scheduled change is cancelled because its device group was deleted', async () => {
  const group = await server.call('createGroup', { siteUUID: stage.siteId, name: 'Lobby' }, stage.as);
  const { groupUUID } = group.data;
  const radios: SettingEdit = {
    kind: 'radios',
    settingUUID: null,
    baseVersion: null,
    place: { level: 'group', uuid: groupUUID },
    value: { bands: { '5G': { powerDbm: 10 } } },
  };
  const change = await schedule(edits(radios));
  expectSuccess(await server.call('deleteGroup', { groupUUID }, stage.as));
  expect(await cancelReasonOf(change)).toBe('placeGone');
});

test('a scheduled change is cancelled because it does not fit the settings any more', async () => {
  const source = edits(newNetwork(ofSite(), { ssid: 'Guests' }));
  const change = await schedule(source);
  await apply(source);
  expect(await cancelReasonOf(change)).toBe('notValid');
});

test('a change that a person cancels has no such reason', async () => {
  const source = edits(newNetwork(ofSite(), { ssid: 'Guests' }));
  const change = await schedule(source);
  expectSuccess(await stage.control(change, 'cancel'));
  expect((await server.call('viewChange', { changeUUID: change }, stage.as)).data.cancelReason).toBeNull();
});
