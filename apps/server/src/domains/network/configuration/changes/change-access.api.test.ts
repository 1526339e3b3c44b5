import { once } from 'node:events';
import { changesChanged } from '@airloom/contract/configuration/configuration.live';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { errorKeyOf, OK } from '@airloom/contract/errors';
import { type LiveFrame, liveFrame } from '@airloom/contract/live';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import {
  buildScheduledChange,
  newNetwork,
  reviewed,
  type Source,
} from '../../../../testing/configuration-builders.ts';
import { buildMemberWith } from '../../../../testing/role-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';

let server: TestServer;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(() => server.stop());

let owner: Person;
let enterpriseUUID: string;
let harbour: string;
let east: string;
beforeEach(async () => {
  owner = await buildAccount(server);
  enterpriseUUID = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, enterpriseUUID, 'Harbour');
  east = await buildSite(server, owner, enterpriseUUID, 'East');
});

const as = (person: Person = owner) => ({ as: person.token });
const ofOrganization = () => ({ level: 'organization', uuid: enterpriseUUID }) as const;
const edits = (...some: SettingEdit[]): Source => ({ kind: 'edits', edits: some });
const keyOf = ({ code }: { readonly code: number }) => errorKeyOf(code);
const cancel = (changeUUID: string, person: Person) =>
  server.call('changeRollout', { changeUUID, action: 'cancel' }, as(person));
const controllable = async (changeUUID: string, person: Person) =>
  (await server.call('viewChange', { changeUUID }, as(person))).data.controllable;
const administrator = () =>
  buildMember(server, owner, 'organizationAdministrator', { enterpriseIds: [enterpriseUUID] });

test('returns 403 for a site member who cancels a change of the organization', async () => {
  const change = await buildScheduledChange(server, owner, edits(newNetwork(ofOrganization())));
  const member = await buildMember(server, owner, 'siteAdministrator', { siteIds: [harbour, east] });
  expect(await controllable(change, member)).toBe(false);
  expect(keyOf(await cancel(change, member))).toBe('permissionDenied');
});

test('returns 403 for a person without the permission for the edited settings', async () => {
  const place = { level: 'site', uuid: harbour } as const;
  const change = await buildScheduledChange(server, owner, edits(newNetwork(place)));
  const grants = ['network_config', 'network_config:operate'] as const;
  const member = await buildMemberWith(server, owner, grants, [harbour]);
  expect(await controllable(change, member)).toBe(false);
  expect(keyOf(await cancel(change, member))).toBe('permissionDenied');
});

test('an organization administrator cancels a change one of whose sites was deleted', async () => {
  const change = await buildScheduledChange(server, owner, edits(newNetwork(ofOrganization())));
  const person = await administrator();
  expect((await server.call('deleteSite', { siteUUID: east }, as())).code).toBe(OK);
  expect(await controllable(change, person)).toBe(true);
  expect((await cancel(change, person)).code).toBe(OK);
});

test('an organization administrator cancels a change without sites and is notified of it', async () => {
  for (const siteUUID of [harbour, east]) await server.call('deleteSite', { siteUUID }, as());
  const person = await administrator();
  const stranger = await buildMember(server, owner, 'organizationAdministrator', {
    enterpriseIds: [await buildOrganization(server, owner, 'South')],
  });
  await server.settled();
  const [seen, unseen] = [await changesSeenBy(person), await changesSeenBy(stranger)];
  const change = await buildScheduledChange(server, owner, edits(newNetwork(ofOrganization())));
  await expect.poll(seen, WITHIN).toEqual([{ changeUUIDs: [change] }]);
  expect(await controllable(change, person)).toBe(true);
  expect((await cancel(change, person)).code).toBe(OK);
  await expect.poll(() => seen().length, WITHIN).toBe(2);
  expect(unseen()).toEqual([]);
});

const only = (siteUUID: string) => ({ targets: { kind: 'sites' as const, siteUUIDs: [siteUUID] } });

test('hides edits of organization networks that apply to no site of the person', async () => {
  const source = edits(
    newNetwork(ofOrganization(), { ssid: 'Far', ...only(harbour) }),
    newNetwork(ofOrganization(), { ssid: 'Near', ...only(east) }),
  );
  const applied = await server.call('applyChange', await reviewed(server, owner, source), as());
  const member = await buildMember(server, owner, 'siteOperator', { siteIds: [east] });
  const { rows } = (await server.call('listChanges', {}, as(member))).data;
  expect(rows.map(({ names }) => names)).toEqual([['Near']]);
  const { data } = await server.call('viewChange', { changeUUID: applied.data.changeUUID }, as(member));
  expect(data.edits.map(({ name }) => name)).toEqual(['Near']);
  expect(JSON.stringify(data)).not.toContain('Far');
});

async function changesSeenBy({ token }: Person): Promise<() => unknown[]> {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/live`, {
    headers: { authorization: `Bearer ${token}` },
  });
  sockets.push(socket);
  const messages: LiveFrame[] = [];
  socket.on('message', (data: Buffer) => messages.push(liveFrame.parse(JSON.parse(data.toString()))));
  await once(socket, 'open');
  return () => messages.filter(({ name }) => name === changesChanged.name).map(({ payload }) => payload);
}
