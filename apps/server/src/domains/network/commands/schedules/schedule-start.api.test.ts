import { ERRORS } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildMember } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { buildMemberWith } from '../../../../testing/role-builders.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { startFrozenServer, ZoneStage } from '../../firmware/testing/zone-stage.ts';

const NIGHT = { date: '2026-11-19', time: '03:00', until: '04:00', nights: 2 };
/** 03:10 in Warsaw. */
const IN_WARSAW_NIGHT = '2026-11-19T02:10:00Z';

let server: TestServer;
let stage: ZoneStage;
let warsaw: string;
beforeEach(async () => {
  server = await startFrozenServer('2026-11-18T12:00:00Z');
  stage = await ZoneStage.open(server);
  warsaw = await stage.site('Warsaw', 'Europe/Warsaw');
});
afterEach(() => server.stop());

const run = (statement: ReturnType<typeof sql>) =>
  server.platform.database.asSystem((tx) => tx.run(statement));

function create(deviceUUIDs: string[], more: object = {}, as = stage.as) {
  const target = { kind: 'devices' as const, deviceUUIDs };
  return server.call('createCommandSchedule', { command: 'reboot', target, localStart: NIGHT, ...more }, as);
}

async function schedule(deviceUUIDs: string[], more: object = {}, as = stage.as): Promise<string> {
  const made = await create(deviceUUIDs, more, as);
  expect([made.code, made.msg]).toEqual([0, '']);
  return made.data.scheduleUUID;
}

async function view(scheduleUUID: string) {
  return (await server.call('viewCommandSchedule', { scheduleUUID }, stage.as)).data;
}

async function devices(scheduleUUID: string) {
  const listed = await server.call('listScheduledDevices', { scheduleUUID, size: 100 }, stage.as);
  return Object.fromEntries(
    listed.data.rows.map(({ device, state, reason }) => [device.name, reason ?? state]),
  );
}

test('does not start in the name of a person who lost the permission', async () => {
  const grants = ['device_manage', 'device_manage:operate', 'all_device', 'all_device:operate'] as const;
  const author = await buildMemberWith(server, stage.owner, grants, [warsaw]);
  const id = await schedule([await stage.device(warsaw, 'warsaw')], {}, { as: author.token });
  await run(sql`
    update role set grants = array_remove(grants, 'all_device:operate')
    where tenant_id = ${author.tenant} and id = (select role_id from membership where id = ${author.membershipId})`);
  await stage.moveTo(IN_WARSAW_NIGHT);
  await expect.poll(() => devices(id), WITHIN).toEqual({ warsaw: 'authorNotPermitted' });
});

test('does not start in the name of a person who was disabled', async () => {
  const author = await buildMember(server, stage.owner, 'siteAdministrator', { siteIds: [warsaw] });
  const first = await schedule([await stage.device(warsaw, 'first')], {}, { as: author.token });
  await run(sql`update membership set disabled_at = now() where id = ${author.membershipId}`);
  await stage.moveTo(IN_WARSAW_NIGHT);
  await expect.poll(() => devices(first), WITHIN).toEqual({ first: 'authorNotPermitted' });
  expect(await view(first)).toMatchObject({ state: 'finished', sent: 0, leftOut: 1 });
});

test('leaves out a device that moved to a site that its author does not reach', async () => {
  const berlin = await stage.site('Berlin', 'Europe/Berlin');
  const mover = await stage.device(warsaw, 'mover');
  const author = await buildMember(server, stage.owner, 'siteAdministrator', { siteIds: [warsaw] });
  const stays = await stage.device(warsaw, 'stays');
  const id = await schedule([mover, stays], {}, { as: author.token });
  await run(sql`update device set site_id = ${berlin} where id = ${mover}`);
  await stage.moveTo('2026-11-19T01:59:00Z');
  await stage.moveTo(IN_WARSAW_NIGHT);
  await expect.poll(async () => (await devices(id)).stays, WITHIN).toBe('sent');
  // Moved after its site was due, so it waits for the night of the new one.
  await stage.moveTo('2026-11-20T02:10:00Z');
  await expect.poll(() => devices(id), WITHIN).toEqual({ stays: 'sent', mover: 'authorNotPermitted' });
});

test('starts in the name of the person who edited it last', async () => {
  const device = await stage.device(warsaw, 'warsaw');
  const id = await schedule([device], { command: 'reonline' });
  expect(await view(id)).toMatchObject({ createdBy: stage.owner.userName, editedBy: null });
  const editor = await buildMember(server, stage.owner, 'siteAdministrator', { siteIds: [warsaw] });
  const edited = await server.call(
    'updateCommandSchedule',
    {
      scheduleUUID: id,
      revision: 1,
      command: 'reboot',
      target: { kind: 'kept', scheduleUUID: id },
      localStart: NIGHT,
    },
    { as: editor.token },
  );
  expect([edited.code, edited.msg]).toEqual([0, '']);
  expect(await view(id)).toMatchObject({ createdBy: stage.owner.userName, editedBy: editor.userName });
  await stage.moveTo(IN_WARSAW_NIGHT);
  await expect.poll(() => devices(id), WITHIN).toEqual({ warsaw: 'sent' });
  const batch = await server.platform.database.asSystem((tx) =>
    tx.all(sql`select created_by as by, created_by_name as name from command_batch where id = ${id}`),
  );
  expect(batch).toEqual([{ by: editor.managerId, name: editor.userName }]);
});

test('leaves out devices that never connected, as the preview shows', async () => {
  const pending = await buildDevice(server, stage.owner, {
    siteId: warsaw,
    name: 'pending',
    status: 'neverConnected',
  });
  const deviceUUIDs = [pending.id, await stage.device(warsaw, 'warsaw')];
  const preview = await server.call(
    'previewCommandSchedule',
    { command: 'reboot', target: { kind: 'devices', deviceUUIDs }, localStart: NIGHT },
    stage.as,
  );
  expect(preview.data).toMatchObject({
    devices: 1,
    leftOut: [{ reason: 'neverConnected', devices: 1, names: ['pending'] }],
  });
  const id = await schedule(deviceUUIDs);
  expect(await view(id)).toMatchObject({ waiting: 1, leftOut: 1 });
  await stage.moveTo(IN_WARSAW_NIGHT);
  await expect.poll(() => devices(id), WITHIN).toEqual({ pending: 'neverConnected', warsaw: 'sent' });
});

test('a device that has not connected yet when its night begins is left out', async () => {
  const device = await stage.device(warsaw, 'warsaw');
  const id = await schedule([device]);
  await run(sql`update device set status = 'neverConnected' where id = ${device}`);
  await stage.moveTo(IN_WARSAW_NIGHT);
  await expect.poll(() => devices(id), WITHIN).toEqual({ warsaw: 'neverConnected' });
});

test('starts on the chosen date after its site moved to an earlier time zone', async () => {
  const moving = await stage.site('Moving', 'America/New_York');
  const id = await schedule([await stage.device(moving, 'moving')]);
  expect(await view(id)).toMatchObject({ startAt: '2026-11-19T08:00:00.000Z' });
  const changed = await server.call(
    'updateSite',
    {
      siteUUID: moving,
      enterpriseUUID: stage.organization,
      name: 'Moving',
      countryCode: 'PL',
      timeZone: 'Europe/Warsaw',
    },
    stage.as,
  );
  expect([changed.code, changed.msg]).toEqual([0, '']);
  await expect
    .poll(() => view(id), WITHIN)
    .toMatchObject({
      startAt: '2026-11-19T02:00:00.000Z',
      starts: [{ local: '2026-11-19T03:00', startsAt: '2026-11-19T02:00:00.000Z' }],
    });
  await stage.moveTo(IN_WARSAW_NIGHT);
  await expect.poll(() => devices(id), WITHIN).toEqual({ moving: 'sent' });
});

test('without an end, a start that was missed for hours happens in the next night', async () => {
  const id = await schedule([await stage.device(warsaw, 'warsaw')], {
    localStart: { date: '2026-11-19', time: '02:00', until: null },
  });
  await stage.moveTo('2026-11-19T11:00:00Z');
  await expect.poll(async () => (await view(id)).state, WITHIN).toBe('running');
  expect(await devices(id)).toEqual({ warsaw: 'waiting' });
  expect((await view(id)).starts).toMatchObject([
    { startsAt: '2026-11-20T01:00:00.000Z', hasBegun: false, night: 1 },
  ]);
  await stage.moveTo('2026-11-20T01:00:00Z');
  await expect.poll(() => devices(id), WITHIN).toEqual({ warsaw: 'sent' });
});

test('without an end, a start that is a little late happens at once', async () => {
  const id = await schedule([await stage.device(warsaw, 'warsaw')], {
    localStart: { date: '2026-11-19', time: '02:00', until: null },
  });
  await stage.moveTo('2026-11-19T02:59:00Z');
  await expect.poll(() => devices(id), WITHIN).toEqual({ warsaw: 'sent' });
});

test('an error names why no device takes part', async () => {
  const loose = await stage.device(null, 'loose');
  const pending = await buildDevice(server, stage.owner, { siteId: warsaw, status: 'neverConnected' });
  const wired = await buildDevice(server, stage.owner, {
    siteId: warsaw,
    kind: 'switch',
    status: 'online',
    radios: 0,
  });
  expect((await create([loose])).code).toBe(ERRORS.devicesWithoutSite.code);
  expect((await create([pending.id])).code).toBe(ERRORS.devicesNeverConnected.code);
  expect((await create([wired.id], { command: 'wifiScan' })).code).toBe(ERRORS.scheduleUnsupported.code);
  expect((await create([loose, pending.id])).code).toBe(ERRORS.scheduleEmpty.code);
});
