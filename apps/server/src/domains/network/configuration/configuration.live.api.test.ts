import { once } from 'node:events';
import { changesChanged, settingsChanged } from '@airloom/contract/configuration/configuration.live';
import type { SettingPlace } from '@airloom/contract/configuration/edits';
import { type LiveFrame, liveFrame } from '@airloom/contract/live';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../testing/builders.ts';
import { newNetwork, reviewed } from '../../../testing/configuration-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import { expectSuccess } from '../../people/identity/testing/expectations.ts';

let server: TestServer;
let owner: Person;
let organizationId: string;
let harbour: string;
let quay: string;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await buildAccount(server);
  organizationId = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, organizationId, 'Harbour');
  quay = await buildSite(server, owner, organizationId, 'Quay');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(() => server.stop());

/** Names of the messages that a member of one site gets. */
async function viewerOf(siteId: string): Promise<string[]> {
  const { token } = await buildMember(server, owner, 'siteAdministrator', { siteIds: [siteId] });
  await server.settled();
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/live`, {
    headers: { authorization: `Bearer ${token}` },
  });
  sockets.push(socket);
  const names: LiveFrame['name'][] = [];
  socket.on('message', (data: Buffer) => names.push(liveFrame.parse(JSON.parse(data.toString())).name));
  await once(socket, 'open');
  return names;
}

async function create(place: SettingPlace, ssid: string): Promise<void> {
  const source = { kind: 'edits', edits: [newNetwork(place, { ssid })] } as const;
  const input = await reviewed(server, owner, { ...source, edits: [...source.edits] });
  expectSuccess(await server.call('applyChange', input, { as: owner.token }));
}

const ofSite = (uuid: string): SettingPlace => ({ level: 'site', uuid });
const ABOUT_SETTINGS: readonly string[] = [settingsChanged.name, changesChanged.name];

test('a second viewer of the site gets changed settings and changes live, a viewer of another site does not', async () => {
  const [near, far] = [await viewerOf(harbour), await viewerOf(quay)];
  await create(ofSite(harbour), 'Guests');
  for (const name of ABOUT_SETTINGS) await expect.poll(() => near, WITHIN).toContain(name);
  expect(far.filter((name) => ABOUT_SETTINGS.includes(name))).toEqual([]);
  await create(ofSite(quay), 'Staff');
  for (const name of ABOUT_SETTINGS) await expect.poll(() => far, WITHIN).toContain(name);
});

test('viewers of all sites get changed settings of their organization live', async () => {
  const viewers = [await viewerOf(harbour), await viewerOf(quay)];
  await create({ level: 'organization', uuid: organizationId }, 'Guests');
  for (const names of viewers) await expect.poll(() => names, WITHIN).toContain(settingsChanged.name);
});

test('a viewer of another site does not get the draft of a site live', async () => {
  const [near, far] = [await viewerOf(harbour), await viewerOf(quay)];
  const input = { place: { level: 'site' as const, uuid: harbour }, edits: [newNetwork(ofSite(harbour))] };
  expectSuccess(await server.call('addToDraft', input, { as: owner.token }));
  await expect.poll(() => near, WITHIN).toContain(settingsChanged.name);
  expect(far).not.toContain(settingsChanged.name);
});
