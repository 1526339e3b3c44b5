import { devicesChanged } from '@airloom/contract/devices/devices.live';
import type { Grant } from '@airloom/contract/permissions';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { publishEvent } from '../../../platform/events/outbox.ts';
import { buildAlarm } from '../../../testing/alarm-builders.ts';
import { buildMember } from '../../../testing/builders.ts';
import { buildDevices } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import { listen } from '../../people/identity/testing/live.ts';
import { clearDevices } from './devices.jobs.ts';
import { ListChanges } from './devices.live.ts';
import { buildEstate } from './testing/estate.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(() => {
  vi.useRealTimers();
});

test('announces a status change to people who see the site, and of unclaimed devices to those who see all', async () => {
  const estate = await buildEstate(server);
  const { owner } = estate;
  const [inLobby, waiting] = await buildDevices(server, owner, [
    { siteId: estate.lobby, status: 'online' },
    { siteId: null, status: 'online' },
  ]);
  const [near, far] = await Promise.all([
    buildMember(server, owner, 'siteOperator', { siteIds: [estate.lobby] }),
    buildMember(server, owner, 'siteOperator', { siteIds: [estate.bar] }),
  ]);
  await server.settled();
  const sockets = await Promise.all(
    [owner, near, far].map(({ token }) => listen(server, { authorization: `Bearer ${token}` })),
  );
  await server.platform.database.withTenant(owner, async (tx) => {
    await publishEvent(tx, owner.tenant, 'DevicesOnline', {
      deviceIds: [inLobby?.id ?? '', waiting?.id ?? ''],
    });
    await publishEvent(tx, owner.tenant, 'DevicesChanged', {});
  });
  await server.settled();
  for (const { heard } of sockets) await expect.poll(() => heard, WITHIN).toContain('devicesChanged');
  const announced = sockets.map(({ heard }) => heard.filter((name) => name === 'deviceStatusChanged').length);
  expect(announced).toEqual([2, 1, 0]);
  for (const { socket } of sockets) socket.terminate();
});

test('announces changed lists at once, then at most once a second', () => {
  vi.useFakeTimers();
  const announced: string[] = [];
  const changes = new ListChanges({
    push: (message, _payload, { tenant }) => {
      if (message.name === devicesChanged.name) announced.push(tenant);
    },
  });
  for (let change = 0; change < 5; change += 1) changes.tell('one');
  changes.tell('other');
  expect(announced).toEqual(['one', 'other']);
  vi.advanceTimersByTime(1_000);
  expect(announced).toEqual(['one', 'other', 'one']);
  vi.advanceTimersByTime(5_000);
  expect(announced).toHaveLength(3);
});

test('removes the devices of a deleted account, and no others', async () => {
  const [gone, stays] = [await buildEstate(server), await buildEstate(server)];
  for (const { owner, lobby } of [gone, stays]) {
    await buildDevices(server, owner, [{ siteId: lobby }, { siteId: null }]);
  }
  await clearDevices(server.platform, gone.owner.tenant);
  const left = async (tenant: string) =>
    server.platform.database.asSystem((tx) => tx.all(sql`select 1 from device where tenant_id = ${tenant}`));
  expect(await left(gone.owner.tenant)).toHaveLength(0);
  expect(await left(stays.owner.tenant)).toHaveLength(2);
});

function ofClass({ heard }: { readonly heard: readonly string[] }): string[] {
  return heard.filter((name) => name === 'deviceStatusChanged' || name === 'alarmsChanged').toSorted();
}

test('announces a change of a device or its alarms to people who see the device class', async () => {
  const { owner, lobby } = await buildEstate(server);
  const [ap] = await buildDevices(server, owner, [{ siteId: lobby, kind: 'ap', status: 'online' }]);
  const alarm = await buildAlarm(server, owner, {
    siteId: lobby,
    deviceId: ap?.id ?? null,
    deviceKind: 'ap',
  });
  const listenWith = async (name: string, key: Grant) => {
    const as = { as: owner.token };
    const permissions: Grant[] = ['device_manage', 'current_alarm', key];
    const { data } = await server.call('createRole', { name, permissions }, as);
    const { token, membershipId } = await buildMember(server, owner, 'siteObserver', { siteIds: [lobby] });
    const reach = { siteUUIDs: [lobby] };
    await server.call(
      'updateSubAccount',
      { subAccountUUID: membershipId, roleUUID: data.roleUUID, reach },
      as,
    );
    await server.settled();
    return listen(server, { authorization: `Bearer ${token}` });
  };
  const sockets = [await listenWith('Radio', 'ap_device'), await listenWith('Wire', 'switch_device')];
  await server.platform.database.withTenant(owner, async (tx) => {
    await publishEvent(tx, owner.tenant, 'AlarmsChanged', { alarmIds: [alarm] });
    await publishEvent(tx, owner.tenant, 'DevicesOnline', { deviceIds: [ap?.id ?? ''] });
    await publishEvent(tx, owner.tenant, 'DevicesChanged', {});
  });
  await server.settled();
  for (const { heard } of sockets) await expect.poll(() => heard, WITHIN).toContain('devicesChanged');
  await expect.poll(() => sockets[0]?.heard, WITHIN).toContain('alarmsChanged');
  expect(sockets.map(ofClass)).toEqual([['alarmsChanged', 'deviceStatusChanged'], []]);
  for (const { socket } of sockets) socket.terminate();
});
