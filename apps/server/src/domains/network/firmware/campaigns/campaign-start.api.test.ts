import { ERRORS } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildMember } from '../../../../testing/builders.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { startFrozenServer, ZoneStage } from '../testing/zone-stage.ts';

const NIGHT = { date: '2026-11-19', time: '02:00', until: '05:00' };

let server: TestServer;
let stage: ZoneStage;
let warsaw: string;
let firmwareUUID: string;
beforeEach(async () => {
  server = await startFrozenServer('2026-11-18T12:00:00Z');
  stage = await ZoneStage.open(server);
  warsaw = await stage.site('Warsaw', 'Europe/Warsaw');
  await stage.device(warsaw, 'warsaw');
  firmwareUUID = await stage.image();
});
afterEach(() => server.stop());

async function edit(campaignUUID: string, token: string): Promise<void> {
  const input = { name: 'Edited', firmwareUUID, target: { kind: 'kept' as const }, localStart: NIGHT };
  const done = await server.call('updateCampaign', { ...input, campaignUUID, revision: 1 }, { as: token });
  expect([done.code, done.msg]).toEqual([0, '']);
}

test('starts in the name of the person who edited it last', async () => {
  const campaign = await stage.campaign(NIGHT, { firmwareUUID });
  const editor = await buildMember(server, stage.owner, 'superAdministrator');
  await edit(campaign, editor.token);
  expect(await stage.view(campaign)).toMatchObject({
    createdBy: stage.owner.userName,
    editedBy: editor.userName,
  });
  await stage.moveTo('2026-11-19T01:00:00Z');
  await stage.reaches(campaign, { warsaw: 'upgrading' });
  const batch = await server.platform.database.asSystem((tx) =>
    tx.all(sql`select created_by_name as name from command_batch where id = ${campaign}`),
  );
  expect(batch).toEqual([{ name: editor.userName }]);
});

test('does not start in the name of a person who was disabled', async () => {
  const campaign = await stage.campaign(NIGHT, { firmwareUUID });
  const editor = await buildMember(server, stage.owner, 'superAdministrator');
  await edit(campaign, editor.token);
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update membership set disabled_at = now() where id = ${editor.membershipId}`),
  );
  await stage.moveTo('2026-11-19T01:00:00Z');
  await stage.reaches(campaign, { warsaw: 'cancelled' });
  expect(await stage.upgrades(campaign)).toMatchObject([{ reason: 'authorNotPermitted', attempts: 0 }]);
  expect(await stage.view(campaign)).toMatchObject({ state: 'finished' });
});

test('starts on the chosen date after its site moved to an earlier time zone', async () => {
  const moving = await stage.site('Moving', 'America/New_York');
  await stage.device(moving, 'moving');
  const target = { kind: 'site' as const, siteUUID: moving };
  const campaign = await stage.campaign(NIGHT, { firmwareUUID, target });
  const site = { siteUUID: moving, enterpriseUUID: stage.organization, name: 'Moving', countryCode: 'PL' };
  const changed = await server.call('updateSite', { ...site, timeZone: 'Europe/Warsaw' }, stage.as);
  expect([changed.code, changed.msg]).toEqual([0, '']);
  await expect
    .poll(async () => (await stage.view(campaign)).startAt, WITHIN)
    .toBe('2026-11-19T01:00:00.000Z');
  await stage.moveTo('2026-11-19T01:00:00Z');
  await stage.reaches(campaign, { moving: 'upgrading' });
});

test('without an end, a start that was missed for hours happens in the next night', async () => {
  const campaign = await stage.campaign({ date: '2026-11-19', time: '02:00' }, { firmwareUUID });
  await stage.moveTo('2026-11-19T11:00:00Z');
  await expect.poll(async () => (await stage.view(campaign)).state, WITHIN).toBe('running');
  expect(await stage.states(campaign)).toEqual({ warsaw: 'waiting' });
  await stage.moveTo('2026-11-20T01:00:00Z');
  await stage.reaches(campaign, { warsaw: 'upgrading' });
});

test('an error names that the devices have no site', async () => {
  const loose = [await stage.device(null, 'one'), await stage.device(null, 'two')];
  const made = await server.call(
    'createCampaign',
    { name: 'Loose', firmwareUUID, target: { kind: 'devices', deviceUUIDs: loose }, localStart: NIGHT },
    stage.as,
  );
  expect(made.code).toBe(ERRORS.devicesWithoutSite.code);
});
