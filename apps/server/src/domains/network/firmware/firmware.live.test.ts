import { once } from 'node:events';
import { devicesChanged } from '@airloom/contract/devices/devices.live';
import { campaignsChanged } from '@airloom/contract/firmware/firmware.live';
import { type LiveFrame, liveFrame } from '@airloom/contract/live';
import { DAY } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { buildMember, buildOrganization, buildSite } from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { upload } from '../../../testing/upload.ts';
import { forgetLooseImages, forgetUpgrades } from './firmware.jobs.ts';
import { awaitUpgradeCommand, Fleet, upgradeTo, WITHIN } from './testing/fleet.ts';

let server: TestServer;
let fleet: Fleet;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
});
beforeEach(async () => {
  fleet = await Fleet.open(server);
});
afterEach(async () => {
  await fleet.end();
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(() => server.stop());

async function browserOf(token: string): Promise<LiveFrame[]> {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/live`, {
    headers: { authorization: `Bearer ${token}` },
  });
  sockets.push(socket);
  const messages: LiveFrame[] = [];
  socket.on('message', (data: Buffer) => messages.push(liveFrame.parse(JSON.parse(data.toString()))));
  await once(socket, 'open');
  return messages;
}

function statusesIn(messages: readonly LiveFrame[]): unknown[] {
  return messages.flatMap(({ name, payload }) =>
    name === 'deviceStatusChanged' ? [Object(payload)['upgradeStatus']] : [],
  );
}

test('notifies browsers of the account of progress, and no others', async () => {
  const { id, device } = await fleet.online();
  const stranger = await Fleet.open(server);
  // Earlier messages have been delivered.
  await server.settled();
  const [own, others] = [await browserOf(fleet.owner.token), await browserOf(stranger.owner.token)];
  const firmwareUUID = await fleet.image('two');
  const target = { kind: 'devices' as const, deviceUUIDs: [id] };
  const campaignUUID = await fleet.campaign({ firmwareUUID, target });
  await awaitUpgradeCommand(device);
  await expect.poll(() => statusesIn(own), WITHIN).toContain('upgrading');
  await upgradeTo(device, 'two');
  await expect.poll(() => statusesIn(own), WITHIN).toContain('upgradeSuccessful');
  await expect.poll(async () => (await fleet.view(campaignUUID)).state, WITHIN).toBe('finished');
  const campaignMessages = () => own.filter(({ name }) => name === campaignsChanged.name);
  await expect.poll(() => campaignMessages().length, WITHIN).toBeGreaterThan(0);
  for (const { payload } of campaignMessages()) expect(payload).toEqual({ campaignUUIDs: [campaignUUID] });
  expect(others).toEqual([]);
});

test('does not notify a person who sees none of the sites of a campaign', async () => {
  const { id } = await fleet.online();
  const quay = await buildSite(
    server,
    fleet.owner,
    await buildOrganization(server, fleet.owner, 'South'),
    'Quay',
  );
  const near = await buildMember(server, fleet.owner, 'siteObserver', { siteIds: [quay, fleet.siteId] });
  const far = await buildMember(server, fleet.owner, 'siteObserver', { siteIds: [quay] });
  await server.settled();
  const [close, away] = [await browserOf(near.token), await browserOf(far.token)];
  const firmwareUUID = await fleet.image('two');
  const target = { kind: 'devices' as const, deviceUUIDs: [id] };
  const campaignUUID = await fleet.campaign({ firmwareUUID, target });
  await expect
    .poll(() => close.find(({ name }) => name === campaignsChanged.name)?.payload, WITHIN)
    .toEqual({ campaignUUIDs: [campaignUUID] });
  // Earlier messages have arrived before this one.
  server.platform.live.push(devicesChanged, {}, { tenant: fleet.owner.tenant });
  const names = () => away.map(({ name }) => name);
  await expect.poll(names, WITHIN).toContain(devicesChanged.name);
  expect(names()).not.toContain(campaignsChanged.name);
});

test('notifies browsers of a failure', async () => {
  const { id, device } = await fleet.online();
  await server.settled();
  const messages = await browserOf(fleet.owner.token);
  const firmwareUUID = await fleet.image('two');
  const target = { kind: 'devices' as const, deviceUUIDs: [id] };
  const campaignUUID = await fleet.campaign({ firmwareUUID, target, retries: 0 });
  device.answer((await awaitUpgradeCommand(device)).id, { error: 2, text: 'no' });
  await expect.poll(() => statusesIn(messages).slice(-2), WITHIN).toEqual(['upgrading', 'upgradeFailed']);
  await expect
    .poll(() => messages.filter(({ name }) => name === campaignsChanged.name).at(-1)?.payload, WITHIN)
    .toEqual({ campaignUUIDs: [campaignUUID] });
});

test('keeps the log for 400 days, and a campaign as long as its log', async () => {
  const { id } = await fleet.offline('a');
  const firmwareUUID = await fleet.image('two');
  const startAt = new Date(server.platform.now().getTime() + 600_000).toISOString();
  const target = { kind: 'devices' as const, deviceUUIDs: [id] };
  const [old, young] = [
    await fleet.campaign({ firmwareUUID, target, startAt }),
    await fleet.campaign({ firmwareUUID, target, startAt }),
  ];
  for (const [campaignUUID, days] of [
    [old, 401],
    [young, 399],
  ] as const) {
    await server.call('changeCampaign', { campaignUUID, change: 'stop' }, fleet.as);
    await expect.poll(async () => (await fleet.view(campaignUUID)).endedAt, WITHIN).not.toBeNull();
    const ended = new Date(server.platform.now().getTime() - days * DAY);
    await server.platform.database.asSystem(async (tx) => {
      await tx.run(sql`update upgrade set ended_at = ${ended} where campaign_id = ${campaignUUID}`);
      await tx.run(sql`update upgrade_campaign set ended_at = ${ended} where id = ${campaignUUID}`);
    });
  }
  await forgetUpgrades(server.platform).run();
  const listed = await server.call('listCampaigns', {}, fleet.as);
  expect(listed.data.rows.map(({ campaignUUID }) => campaignUUID)).toEqual([young]);
  expect(await fleet.upgrades(young)).toHaveLength(1);
});

test('deletes an uploaded image that is not registered', async () => {
  const kept = await fleet.image('two');
  const loose = await upload(server, fleet.owner.token, 'firmware', Buffer.from('left behind'));
  const fresh = await upload(server, fleet.owner.token, 'firmware', Buffer.from('just come'));
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update stored_file set created_at = created_at - interval '25 hours'
      where tenant_id = ${fleet.owner.tenant} and id <> ${fresh}`),
  );
  await forgetLooseImages(server.platform).run();
  const left = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ id: string }>`select stored_file.id from stored_file
      where tenant_id = ${fleet.owner.tenant} order by created_at`),
  );
  expect(left.map(({ id }) => id)).toEqual([expect.not.stringMatching(loose), fresh]);
  expect((await server.call('listFirmware', {}, fleet.as)).data.rows[0]?.firmwareUUID).toBe(kept);
});
