import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newNetwork, reviewed, type Source } from '../../../../testing/configuration-builders.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { takeOver } from '../../devices/testing/take-over.ts';
import { openStageForEachTest, type RolloutStage } from '../testing/rollout-stage.ts';

let server: TestServer;
let stage: RolloutStage;
openStageForEachTest((opened) => {
  stage = opened;
  server = opened.server;
});

const guests = (): Source => ({
  kind: 'edits',
  edits: [newNetwork({ level: 'site', uuid: stage.siteId }, { ssid: 'Guests', bands: ['5G'] })],
});

const setSite = (fields: { readonly observeOnly?: boolean; readonly country?: string }) =>
  stage.rows(sql`
    update site set observe_only = coalesce(${fields.observeOnly ?? null}, observe_only),
      country_code = coalesce(${fields.country ?? null}, country_code)
    where id = ${stage.siteId} returning id`);

test('refuses to apply a review after other devices take part, or the country of the site changed', async () => {
  const device = await stage.unmanaged();
  const outdatedAfter = async (happens: () => Promise<unknown>) => {
    const input = await reviewed(server, stage.owner, guests());
    await happens();
    expectFailure(await server.call('applyChange', input, stage.as), 'reviewOutdated');
  };
  await outdatedAfter(() => takeOver(server, stage.as, device.id));
  await outdatedAfter(() => setSite({ observeOnly: true }));
  await outdatedAfter(() => setSite({ country: 'DE' }));
});

async function schedule(source: Source): Promise<string> {
  const startAt = new Date(server.platform.now().getTime() + MINUTE).toISOString();
  const input = { ...(await reviewed(server, stage.owner, source)), startAt };
  const answer = await server.call('applyChange', input, stage.as);
  expectSuccess(answer);
  return answer.data.changeUUID;
}

test('leaves out a device that was taken over after the review of a scheduled change', async () => {
  const [managed, foreign] = [await stage.online(), await stage.unmanaged()];
  const change = await schedule(guests());
  expect((await takeOver(server, stage.as, foreign.id)).data.changed).toBe(1);
  server.advance(MINUTE);
  await stage.becomes(change, 'done');
  expect(await stage.rowOf(change, managed)).toMatchObject({ state: 'verified' });
  expect(await stage.rowOf(change, foreign)).toBeUndefined();
  expect(foreign.networks).toEqual([[]]);
  const { data } = await server.call('viewEffectiveSettings', { deviceUUID: foreign.id }, stage.as);
  expect(data.pending).toBe(true);
});

test('leaves out devices whose site was only observed at the review of a scheduled change', async () => {
  const device = await stage.online();
  await setSite({ observeOnly: true });
  const change = await schedule(guests());
  await setSite({ observeOnly: false });
  server.advance(MINUTE);
  await stage.becomes(change, 'done');
  expect(await stage.rowOf(change, device)).toBeUndefined();
  expect(device.networks).toEqual([[]]);
});

test('leaves out a device whose move or new group was stored after the review, though it began before', async () => {
  const [moved, regrouped] = [await stage.online(await stage.site('Quay')), await stage.online()];
  const created = await server.call('createGroup', { siteUUID: stage.siteId, name: 'Lobby' }, stage.as);
  const change = await schedule(guests());
  await stage.rows(sql`
    update device set site_id = ${stage.siteId} where id = ${moved.id} returning id`);
  await stage.rows(sql`
    update device set group_id = ${created.data.groupUUID} where id = ${regrouped.id} returning id`);
  server.advance(MINUTE);
  await stage.becomes(change, 'done');
  for (const device of [moved, regrouped]) {
    expect(await stage.rowOf(change, device)).toBeUndefined();
    expect(device.networks).toEqual([[]]);
  }
});

test('keeps no list of devices after they were determined', async () => {
  await stage.online();
  const change = await schedule(guests());
  server.advance(MINUTE);
  await stage.becomes(change, 'done');
  const rows = await stage.rows(sql<{ ids: string[] }>`
    select reviewed_placements as ids from configuration_change where id = ${change}`);
  expect(rows).toEqual([{ ids: [] }]);
});
