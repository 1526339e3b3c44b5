import { ERRORS } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildMember } from '../../../../testing/builders.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { startFrozenServer, ZoneStage } from '../../firmware/testing/zone-stage.ts';

const NIGHT = { date: '2026-11-19', time: '03:00', until: '04:00', nights: 2 };

let server: TestServer;
let stage: ZoneStage;
let sites: { readonly kathmandu: string; readonly warsaw: string };
let devices: string[];
beforeEach(async () => {
  server = await startFrozenServer('2026-11-18T12:00:00Z');
  stage = await ZoneStage.open(server);
  sites = {
    kathmandu: await stage.site('Kathmandu', 'Asia/Kathmandu'),
    warsaw: await stage.site('Warsaw', 'Europe/Warsaw'),
  };
  devices = [await stage.device(sites.kathmandu, 'kathmandu'), await stage.device(sites.warsaw, 'warsaw')];
});
afterEach(() => server.stop());

const chosen = () => ({ kind: 'devices' as const, deviceUUIDs: devices });

async function schedule(more: object = {}): Promise<string> {
  const input = { command: 'reboot' as const, target: chosen(), localStart: NIGHT, ...more };
  const made = await server.call('createCommandSchedule', input, stage.as);
  expect([made.code, made.msg]).toEqual([0, '']);
  return made.data.scheduleUUID;
}

async function view(scheduleUUID: string) {
  return (await server.call('viewCommandSchedule', { scheduleUUID }, stage.as)).data;
}

async function states(scheduleUUID: string) {
  const listed = await server.call('listScheduledDevices', { scheduleUUID, size: 100 }, stage.as);
  return Object.fromEntries(listed.data.rows.map(({ device, state }) => [device.name, state]));
}

/** Commands in the database by device, however often. */
async function sent(): Promise<string[]> {
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all(
      sql<{ name: string }>`select device_name as name from command where command = 'reboot' order by 1`,
    ),
  );
  return rows.map(({ name }) => name);
}

test('a command is sent at the local time of each site, once', async () => {
  const id = await schedule();
  expect(await view(id)).toMatchObject({
    state: 'scheduled',
    waiting: 2,
    startAt: '2026-11-18T21:15:00.000Z',
    starts: [{ siteNames: ['Kathmandu'] }, { siteNames: ['Warsaw'], startsAt: '2026-11-19T02:00:00.000Z' }],
  });
  await stage.moveTo('2026-11-18T21:15:00Z');
  await expect.poll(() => states(id)).toEqual({ kathmandu: 'sent', warsaw: 'waiting' });
  expect(await sent()).toEqual(['kathmandu']);
  await stage.moveTo('2026-11-19T02:00:00Z');
  await expect.poll(() => states(id)).toEqual({ kathmandu: 'sent', warsaw: 'sent' });
  expect(await view(id)).toMatchObject({ state: 'finished', sent: 2 });
  expect(await sent()).toEqual(['kathmandu', 'warsaw']);
  const batch = await server.call('viewNoticeLog', { cfgUUID: id }, stage.as);
  expect(batch.data).toMatchObject({ command: 'reboot', total: 2 });
});

test('an offline device waits for the next night, and is left out after the last', async () => {
  const away = await stage.device(sites.warsaw, 'away', 'offline');
  const id = await schedule({ target: { kind: 'devices', deviceUUIDs: [away] } });
  await stage.moveTo('2026-11-19T02:00:00Z');
  await expect.poll(async () => (await view(id)).state).toBe('running');
  await stage.moveTo('2026-11-19T03:00:00Z');
  await expect.poll(async () => (await view(id)).postponed).toBe(1);
  const listed = await server.call('listScheduledDevices', { scheduleUUID: id }, stage.as);
  expect(listed.data.rows).toMatchObject([{ nextStart: { at: '2026-11-20T02:00:00.000Z', night: 2 } }]);
  await stage.moveTo('2026-11-20T03:00:00Z');
  await expect.poll(() => states(id)).toEqual({ away: 'leftOut' });
  expect(await view(id)).toMatchObject({ state: 'finished', leftOut: 1 });
  expect(await sent()).toEqual([]);
});

test('without the end of a window an offline device gets its result at the start', async () => {
  const away = await stage.device(sites.warsaw, 'away', 'offline');
  const target = { kind: 'devices', deviceUUIDs: [away] };
  const id = await schedule({ target, localStart: null, startAt: '2026-11-18T13:00:00.000Z' });
  await stage.moveTo('2026-11-18T13:00:00Z');
  await expect.poll(() => states(id)).toEqual({ away: 'sent' });
  const results = await server.call('getDeviceCftLogDetail', { cfgUUID: id }, stage.as);
  expect(results.data.rows).toMatchObject([{ state: 'deviceOffline' }]);
});

test('continues after a restart without executing anything twice', async () => {
  const premises = { databaseUrl: server.databaseUrl, dataDir: server.platform.settings.dataDir };
  const id = await schedule();
  await stage.moveTo('2026-11-18T21:15:00Z');
  await expect.poll(() => states(id)).toEqual({ kathmandu: 'sent', warsaw: 'waiting' });
  const first = server;
  server = await startFrozenServer('2026-11-19T02:30:00Z', premises);
  stage = stage.on(server);
  await stage.moveTo('2026-11-19T02:30:00Z');
  await expect.poll(() => states(id)).toEqual({ kathmandu: 'sent', warsaw: 'sent' });
  expect(await sent()).toEqual(['kathmandu', 'warsaw']);
  await server.stop();
  server = first;
});

test('the preview names devices that are left out', async () => {
  devices.push(await stage.device(null, 'loose'));
  const preview = await server.call(
    'previewCommandSchedule',
    { command: 'reboot', target: chosen(), localStart: NIGHT },
    stage.as,
  );
  expect(preview.data).toMatchObject({
    devices: 2,
    groups: [{ local: '2026-11-19T03:00', devices: 1 }, { devices: 1 }],
    leftOut: [{ reason: 'noSite', names: ['loose'] }],
  });
});

test('is edited until it starts, by one person at a time, and cancelled for the rest afterwards', async () => {
  const id = await schedule();
  const edit = (revision: number, more: object = {}) =>
    server.call(
      'updateCommandSchedule',
      {
        scheduleUUID: id,
        revision,
        command: 'reonline',
        target: { kind: 'kept', scheduleUUID: id },
        localStart: { ...NIGHT, time: '02:00' },
        ...more,
      },
      stage.as,
    );
  expect((await edit(1)).code).toBe(0);
  expect((await edit(1)).code).toBe(ERRORS.scheduleEdited.code);
  expect(await view(id)).toMatchObject({ command: 'reonline', revision: 2, total: 2 });
  await stage.moveTo('2026-11-18T20:15:00Z');
  await expect.poll(() => states(id)).toEqual({ kathmandu: 'sent', warsaw: 'waiting' });
  expect((await edit(2)).code).toBe(ERRORS.scheduleStarted.code);
  const cancelled = await server.call('cancelCommandSchedule', { scheduleUUID: id }, stage.as);
  expect(cancelled.data).toEqual({ cancelled: 1 });
  expect(await view(id)).toMatchObject({ state: 'cancelled', sent: 1, leftOut: 1 });
  await stage.moveTo('2026-11-19T01:00:00Z');
  expect(await states(id)).toEqual({ kathmandu: 'sent', warsaw: 'leftOut' });
});

test('people see the devices of their sites only, and change only what they see entirely', async () => {
  const id = await schedule();
  const local = await buildMember(server, stage.owner, 'siteAdministrator', { siteIds: [sites.warsaw] });
  const as = { as: local.token };
  const seen = await server.call('viewCommandSchedule', { scheduleUUID: id }, as);
  expect(seen.data).toMatchObject({ total: 1, starts: [{ siteNames: ['Warsaw'] }] });
  const cancelled = await server.call('cancelCommandSchedule', { scheduleUUID: id }, as);
  expect(cancelled.code).toBe(ERRORS.permissionDenied.code);
  const target = { kind: 'devices' as const, deviceUUIDs: devices };
  const made = await server.call(
    'createCommandSchedule',
    { command: 'reboot', target, localStart: NIGHT },
    as,
  );
  expect(made.code).toBe(ERRORS.notFound.code);
});
