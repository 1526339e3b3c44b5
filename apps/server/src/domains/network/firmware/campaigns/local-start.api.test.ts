import type { StartGroup } from '@airloom/contract/rollout/rollout-preview.model';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { TestServer } from '../../../../testing/test-server.ts';
import { startFrozenServer, ZoneStage } from '../testing/zone-stage.ts';

let server: TestServer;
let stage: ZoneStage;
async function at(now: string): Promise<void> {
  server = await startFrozenServer(now);
  stage = await ZoneStage.open(server);
}
afterEach(() => server.stop());

function shown(groups: readonly StartGroup[]) {
  return groups.map(({ startsAt, local, siteNames, devices }) => [
    startsAt.slice(0, 16),
    local,
    siteNames.join(', '),
    devices,
  ]);
}

const NIGHT = { time: '02:00', until: '05:00' };

describe('each site starts at its local time', () => {
  test('in zones with quarter hours, and when clocks are set forward in New York', async () => {
    await at('2027-03-13T12:00:00Z');
    const sites = {
      auckland: await stage.site('Auckland', 'Pacific/Auckland'),
      kathmandu: await stage.site('Kathmandu', 'Asia/Kathmandu'),
      york: await stage.site('New York', 'America/New_York'),
    };
    for (const [name, site] of Object.entries(sites)) await stage.device(site, name);
    await stage.device(null, 'loose');
    const localStart = { date: '2027-03-14', ...NIGHT };
    const firmwareUUID = await stage.image();
    const preview = await server.call(
      'previewCampaign',
      { firmwareUUID, target: { kind: 'all' }, localStart },
      stage.as,
    );
    expect(shown(preview.data.groups)).toEqual([
      ['2027-03-13T13:00', '2027-03-14T02:00', 'Auckland', 1],
      ['2027-03-13T20:15', '2027-03-14T02:00', 'Kathmandu', 1],
      ['2027-03-14T07:00', '2027-03-14T03:00', 'New York', 1],
    ]);
    expect(preview.data.groups.map(({ isShifted }) => isShifted)).toEqual([false, false, true]);
    const campaign = await stage.campaign(localStart, { firmwareUUID });
    expect(await stage.view(campaign)).toMatchObject({
      state: 'scheduled',
      startAt: '2027-03-13T13:00:00.000Z',
      waiting: 3,
    });
    const waiting = { auckland: 'waiting', kathmandu: 'waiting', york: 'waiting' } as const;
    await stage.moveTo('2027-03-13T12:59:59Z');
    expect(await stage.states(campaign)).toEqual(waiting);
    await stage.moveTo('2027-03-13T13:00:00Z');
    await stage.reaches(campaign, { ...waiting, auckland: 'upgrading' });
    await stage.moveTo('2027-03-13T20:14:59Z');
    await stage.looked(campaign);
    expect(await stage.states(campaign)).toMatchObject({ kathmandu: 'waiting', york: 'waiting' });
    await stage.moveTo('2027-03-13T20:15:00Z');
    await expect
      .poll(() => stage.states(campaign))
      .toMatchObject({ kathmandu: 'upgrading', york: 'waiting' });
    await stage.moveTo('2027-03-14T06:59:59Z');
    await stage.looked(campaign);
    expect(await stage.states(campaign)).toMatchObject({ york: 'waiting' });
    await stage.moveTo('2027-03-14T07:00:00Z');
    await expect.poll(() => stage.states(campaign)).toMatchObject({ york: 'upgrading' });
  });

  test('once when clocks are set back, although the time exists twice', async () => {
    await at('2027-11-06T12:00:00Z');
    await stage.device(await stage.site('New York', 'America/New_York'), 'york');
    const campaign = await stage.campaign({ date: '2027-11-07', time: '01:30' });
    expect((await stage.view(campaign)).starts).toMatchObject([
      { startsAt: '2027-11-07T05:30:00.000Z', local: '2027-11-07T01:30', offsetMinutes: -240 },
    ]);
    await stage.moveTo('2027-11-07T05:30:00Z');
    await stage.reaches(campaign, { york: 'upgrading' });
    await stage.moveTo('2027-11-07T06:30:00Z');
    await stage.looked(campaign);
    expect(await stage.upgrades(campaign)).toMatchObject([
      { attempts: 1, startedAt: '2027-11-07T05:30:00.000Z' },
    ]);
    const commands = await server.platform.database.asSystem((tx) =>
      tx.first(sql<{ count: number }>`select count(*)::int as count from command where command = 'upgrade'`),
    );
    expect(commands).toEqual({ count: 1 });
  });

  test('on the next day where the time has passed', async () => {
    await at('2026-11-18T10:00:00Z');
    const warsaw = await stage.site('Warsaw', 'Europe/Warsaw');
    const york = await stage.site('New York', 'America/New_York');
    await stage.device(warsaw, 'warsaw');
    await stage.device(york, 'york');
    const campaign = await stage.campaign({ date: '2026-11-18', time: '06:00' });
    const { starts } = await stage.view(campaign);
    expect(shown(starts)).toEqual([
      ['2026-11-18T11:00', '2026-11-18T06:00', 'New York', 1],
      ['2026-11-19T05:00', '2026-11-19T06:00', 'Warsaw', 1],
    ]);
    expect(starts.map(({ isNextDay }) => isNextDay)).toEqual([false, true]);
  });

  test('and follows the time zone of a site and the site of a device until they start', async () => {
    await at('2026-11-18T10:00:00Z');
    const moving = await stage.site('Moving', 'Europe/Warsaw');
    const york = await stage.site('New York', 'America/New_York');
    const early = await stage.site('Early', 'Asia/Kathmandu');
    await stage.device(moving, 'zone');
    const moved = await stage.device(early, 'moved');
    await stage.device(early, 'first');
    const campaign = await stage.campaign({ date: '2026-11-19', ...NIGHT });
    await server.platform.database.asSystem((tx) =>
      tx.run(sql`update site set time_zone = 'America/New_York' where id = ${moving}`),
    );
    await server.platform.database.asSystem((tx) =>
      tx.run(sql`update device set site_id = ${york} where id = ${moved}`),
    );
    await stage.moveTo('2026-11-19T01:00:00Z');
    await stage.reaches(campaign, { zone: 'waiting', moved: 'waiting', first: 'waiting' });
    await stage.looked(campaign);
    await stage.moveTo('2026-11-19T07:00:00Z');
    await expect.poll(() => stage.states(campaign)).toMatchObject({ zone: 'upgrading', moved: 'upgrading' });
  });
});

describe('the window of a night', () => {
  test('moves to the next night for devices that have not started, at most as many nights as chosen', async () => {
    await at('2026-11-18T12:00:00Z');
    const site = await stage.site('Warsaw', 'Europe/Warsaw');
    await stage.device(site, 'away', 'offline');
    const campaign = await stage.campaign({ date: '2026-11-19', ...NIGHT, nights: 2 });
    await stage.moveTo('2026-11-19T03:59:00Z');
    await stage.looked(campaign);
    expect(await stage.view(campaign)).toMatchObject({ state: 'running', waiting: 1, postponed: 0 });
    await stage.moveTo('2026-11-19T04:00:00Z');
    await expect.poll(async () => (await stage.view(campaign)).postponed).toBe(1);
    expect(await stage.upgrades(campaign)).toMatchObject([
      { state: 'waiting', nextStart: { at: '2026-11-20T01:00:00.000Z', night: 2 } },
    ]);
    await stage.moveTo('2026-11-20T04:00:00Z');
    await stage.reaches(campaign, { away: 'cancelled' });
    expect(await stage.upgrades(campaign)).toMatchObject([{ reason: 'windowsMissed' }]);
    expect(await stage.view(campaign)).toMatchObject({ state: 'finished' });
  });

  test('a device that returns by day starts in the next night', async () => {
    await at('2026-11-18T12:00:00Z');
    const site = await stage.site('Warsaw', 'Europe/Warsaw');
    const away = await stage.device(site, 'away', 'offline');
    const campaign = await stage.campaign({ date: '2026-11-19', ...NIGHT });
    await stage.moveTo('2026-11-19T01:00:00Z');
    await expect.poll(async () => (await stage.view(campaign)).state).toBe('running');
    await stage.moveTo('2026-11-19T04:00:00Z');
    await expect.poll(async () => (await stage.view(campaign)).postponed).toBe(1);
    await stage.setStatus(away, 'online');
    await stage.moveTo('2026-11-19T12:00:00Z');
    await stage.looked(campaign);
    expect(await stage.states(campaign)).toEqual({ away: 'waiting' });
    await stage.moveTo('2026-11-20T01:00:00Z');
    await stage.reaches(campaign, { away: 'upgrading' });
  });

  test('nights are not counted while the campaign is paused', async () => {
    await at('2026-11-18T12:00:00Z');
    const site = await stage.site('Warsaw', 'Europe/Warsaw');
    await stage.device(site, 'away', 'offline');
    const campaign = await stage.campaign({ date: '2026-11-19', ...NIGHT, nights: 1 });
    await stage.moveTo('2026-11-19T01:00:00Z');
    await expect.poll(async () => (await stage.view(campaign)).state).toBe('running');
    await server.call('changeCampaign', { campaignUUID: campaign, change: 'pause' }, stage.as);
    await stage.moveTo('2026-11-19T12:00:00Z');
    await stage.looked(campaign);
    await server.call('changeCampaign', { campaignUUID: campaign, change: 'resume' }, stage.as);
    await stage.looked(campaign);
    expect(await stage.states(campaign)).toEqual({ away: 'waiting' });
  });
});

test('continues after a restart: sites whose start has passed begin, none twice', async () => {
  await at('2026-11-18T12:00:00Z');
  const first = server;
  const premises = { databaseUrl: server.databaseUrl, dataDir: server.platform.settings.dataDir };
  await stage.device(await stage.site('Kathmandu', 'Asia/Kathmandu'), 'kathmandu');
  await stage.device(await stage.site('Warsaw', 'Europe/Warsaw'), 'warsaw');
  const campaign = await stage.campaign({ date: '2026-11-19', ...NIGHT });
  await stage.moveTo('2026-11-18T20:15:00Z');
  await stage.reaches(campaign, { kathmandu: 'upgrading', warsaw: 'waiting' });
  server = await startFrozenServer('2026-11-19T01:30:00Z', premises);
  const again = stage.on(server);
  await again.moveTo('2026-11-19T01:30:00Z');
  await expect.poll(() => again.states(campaign)).toMatchObject({ warsaw: 'upgrading' });
  expect((await again.upgrades(campaign)).map(({ attempts }) => attempts)).toEqual([1, 1]);
  await server.stop();
  server = first;
});

test('devices without a site are left out and listed with the reason', async () => {
  await at('2026-11-18T12:00:00Z');
  const loose = await stage.device(null, 'loose');
  const placed = await stage.device(await stage.site('Warsaw', 'Europe/Warsaw'), 'placed');
  const firmwareUUID = await stage.image();
  const target = { kind: 'devices' as const, deviceUUIDs: [loose, placed] };
  const localStart = { date: '2026-11-19', ...NIGHT };
  const preview = await server.call('previewCampaign', { firmwareUUID, target, localStart }, stage.as);
  expect(preview.data).toMatchObject({
    devices: 1,
    leftOut: [{ reason: 'noSite', devices: 1, names: ['loose'] }],
  });
  const now = await server.call('previewCampaign', { firmwareUUID, target }, stage.as);
  expect(now.data).toMatchObject({ devices: 2, leftOut: [] });
});

test('refuses a date that has passed everywhere, two starts, and a window without length', async () => {
  await at('2026-11-18T12:00:00Z');
  await stage.device(await stage.site('Warsaw', 'Europe/Warsaw'), 'placed');
  const firmwareUUID = await stage.image();
  const input = { name: 'Night', firmwareUUID, target: { kind: 'all' as const } };
  const fieldsOf = async (more: object) => {
    const made = await server.call('createCampaign', { ...input, ...more }, stage.as);
    return Object.entries(made.failure.fields ?? {}).map(([field, { key }]) => [field, key]);
  };
  expect(await fieldsOf({ localStart: { date: '2026-11-16', time: '02:00' } })).toEqual([
    ['localStart', 'validation.dateAhead'],
  ]);
  const night = { date: '2026-11-19', time: '02:00' };
  expect(await fieldsOf({ localStart: night, startAt: '2026-11-20T00:00:00Z' })).toEqual([
    ['startAt', 'validation.oneStart'],
  ]);
  expect(await fieldsOf({ localStart: { ...night, until: '02:00' } })).toEqual([
    ['localStart.until', 'validation.windowEmpty'],
  ]);
  expect(await fieldsOf({ localStart: { ...night, time: '25:00' } })).toEqual([
    ['localStart.time', 'validation.time'],
  ]);
});
