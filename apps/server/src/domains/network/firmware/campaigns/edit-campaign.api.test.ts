import { ERRORS } from '@airloom/contract/errors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildMember } from '../../../../testing/builders.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { startFrozenServer, ZoneStage } from '../testing/zone-stage.ts';

const NIGHT = { date: '2026-11-19', time: '02:00', until: '05:00' };

let server: TestServer;
let stage: ZoneStage;
let sites: { readonly kathmandu: string; readonly warsaw: string };
let firmwareUUID: string;
beforeEach(async () => {
  server = await startFrozenServer('2026-11-18T12:00:00Z');
  stage = await ZoneStage.open(server);
  sites = {
    kathmandu: await stage.site('Kathmandu', 'Asia/Kathmandu'),
    warsaw: await stage.site('Warsaw', 'Europe/Warsaw'),
  };
  await stage.device(sites.kathmandu, 'kathmandu');
  await stage.device(sites.warsaw, 'warsaw');
  firmwareUUID = await stage.image('two');
});
afterEach(() => server.stop());

function edit(campaignUUID: string, revision: number, more: object = {}) {
  const input = { name: 'Edited', firmwareUUID, target: { kind: 'kept' as const }, localStart: NIGHT };
  return server.call('updateCampaign', { ...input, campaignUUID, revision, ...more }, stage.as);
}

test('edits name, start, devices and version until it starts', async () => {
  const campaign = await stage.campaign(NIGHT, { firmwareUUID });
  const three = await stage.image('three');
  const target = { kind: 'site' as const, siteUUID: sites.warsaw };
  const localStart = { date: '2026-11-20', time: '03:00' };
  const done = await edit(campaign, 1, { firmwareUUID: three, target, localStart });
  expect([done.code, done.data]).toEqual([0, { devices: 1, skipped: 0 }]);
  expect(await stage.view(campaign)).toMatchObject({
    name: 'Edited',
    version: 'three',
    state: 'scheduled',
    startAt: '2026-11-20T02:00:00.000Z',
    localStart: { ...localStart, until: null },
    revision: 2,
    total: 1,
  });
  expect(await stage.upgrades(campaign)).toMatchObject([{ toVersion: 'three', device: { name: 'warsaw' } }]);
  const log = await server.call('listOperations', {}, stage.as);
  const [entry] = log.data.rows;
  expect(entry).toMatchObject({ call: 'updateCampaign', objects: [{ kind: 'campaign' }] });
  expect(entry?.objects[0]?.changes.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['name', 'firmware', 'startAt', 'localStart']),
  );
});

test('may start at one moment or now instead', async () => {
  const campaign = await stage.campaign(NIGHT, { firmwareUUID });
  const startAt = '2026-11-18T13:00:00.000Z';
  expect((await edit(campaign, 1, { localStart: null, startAt })).code).toBe(0);
  expect(await stage.view(campaign)).toMatchObject({ localStart: null, startAt, starts: [] });
  expect((await edit(campaign, 2, { localStart: null })).code).toBe(0);
  await stage.reaches(campaign, { kathmandu: 'upgrading', warsaw: 'upgrading' });
});

test('refuses an edit of a campaign that somebody else changed, and changes nothing', async () => {
  const campaign = await stage.campaign(NIGHT, { firmwareUUID });
  const other = await buildMember(server, stage.owner, 'superAdministrator');
  const input = { name: 'First', firmwareUUID, target: { kind: 'kept' as const }, localStart: NIGHT };
  const first = { ...input, campaignUUID: campaign, revision: 1 };
  const both = await Promise.all([
    server.call('updateCampaign', first, { as: other.token }),
    edit(campaign, 1, { name: 'Second' }),
  ]);
  expect(both.map(({ code }) => code).toSorted((low, high) => low - high)).toEqual([
    0,
    ERRORS.campaignEdited.code,
  ]);
  const { name, revision, total } = await stage.view(campaign);
  expect([name, revision, total]).toEqual([both[0].code === 0 ? 'First' : 'Second', 2, 2]);
});

test('sites that have begun are fixed; the others can be moved, and get or lose devices', async () => {
  const campaign = await stage.campaign(NIGHT, { firmwareUUID });
  await stage.moveTo('2026-11-18T20:15:00Z');
  await stage.reaches(campaign, { kathmandu: 'upgrading', warsaw: 'waiting' });
  const other = await edit(campaign, 1, { firmwareUUID: await stage.image('three') });
  expect(other.code).toBe(ERRORS.campaignBegun.code);
  expect((await edit(campaign, 1, { localStart: null })).code).toBe(ERRORS.campaignBegun.code);
  await stage.device(sites.warsaw, 'new');
  await stage.device(sites.kathmandu, 'late');
  const localStart = { ...NIGHT, date: '2026-11-21' };
  const preview = await server.call(
    'previewCampaign',
    { firmwareUUID, target: { kind: 'all' }, localStart, campaignUUID: campaign },
    stage.as,
  );
  expect(preview.data.groups).toMatchObject([{ siteNames: ['Warsaw'], devices: 2 }]);
  expect((await edit(campaign, 1, { target: { kind: 'all' }, localStart })).code).toBe(0);
  expect(await stage.states(campaign)).toEqual({ kathmandu: 'upgrading', warsaw: 'waiting', new: 'waiting' });
  expect((await stage.view(campaign)).starts).toMatchObject([
    { siteNames: ['Kathmandu'], startsAt: '2026-11-18T20:15:00.000Z', hasBegun: true },
    { siteNames: ['Warsaw'], startsAt: '2026-11-21T01:00:00.000Z', hasBegun: false },
  ]);
  await stage.moveTo('2026-11-19T02:00:00Z');
  await stage.looked(campaign);
  expect(await stage.states(campaign)).toMatchObject({ warsaw: 'waiting', new: 'waiting' });
  await stage.moveTo('2026-11-21T01:00:00Z');
  await expect.poll(() => stage.states(campaign)).toMatchObject({ warsaw: 'upgrading', new: 'upgrading' });
});

test('cancels the sites that have not begun; the others go on', async () => {
  const campaign = await stage.campaign(NIGHT, { firmwareUUID });
  const cancel = () =>
    server.call('changeCampaign', { campaignUUID: campaign, change: 'cancelLaterSites' }, stage.as);
  expect((await cancel()).code).toBe(ERRORS.campaignStateConflict.code);
  await stage.moveTo('2026-11-18T20:15:00Z');
  await stage.reaches(campaign, { kathmandu: 'upgrading', warsaw: 'waiting' });
  expect((await cancel()).code).toBe(0);
  expect(await stage.states(campaign)).toEqual({ kathmandu: 'upgrading', warsaw: 'cancelled' });
  expect(await stage.view(campaign)).toMatchObject({ state: 'running', upgrading: 1, cancelled: 1 });
  expect((await edit(campaign, 2)).code).toBe(ERRORS.campaignStateConflict.code);
  await stage.moveTo('2026-11-19T01:00:00Z');
  await stage.looked(campaign);
  expect(await stage.states(campaign)).toMatchObject({ warsaw: 'cancelled' });
});

test('a person who does not see all devices can neither edit nor preview the edit of all', async () => {
  const campaign = await stage.campaign(NIGHT, { firmwareUUID });
  const local = await buildMember(server, stage.owner, 'siteAdministrator', { siteIds: [sites.warsaw] });
  const input = { name: 'X', firmwareUUID, target: { kind: 'kept' as const }, localStart: NIGHT };
  const as = { as: local.token };
  const edited = await server.call('updateCampaign', { ...input, campaignUUID: campaign, revision: 1 }, as);
  expect(edited.code).toBe(ERRORS.permissionDenied.code);
  const preview = await server.call(
    'previewCampaign',
    { firmwareUUID, target: { kind: 'kept' }, localStart: NIGHT, campaignUUID: campaign },
    as,
  );
  expect(preview.data.groups).toMatchObject([{ siteNames: ['Warsaw'], devices: 1 }]);
  expect((await stage.view(campaign)).revision).toBe(1);
});
