import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { errorKeyOf, OK, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import { newNetwork, reviewed } from '../../../../testing/configuration-builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { buildMemberWith } from '../../../../testing/role-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let owner: Person;
let siteUUID: string;
beforeEach(async () => {
  owner = await buildAccount(server);
  const enterpriseUUID = await buildOrganization(server, owner, 'North');
  siteUUID = await buildSite(server, owner, enterpriseUUID, 'Harbour');
});

const as = (person: Person = owner) => ({ as: person.token });
const place = () => ({ level: 'site', uuid: siteUUID }) as const;
const keyOf = ({ code }: { readonly code: number }) => errorKeyOf(code);
const source = () => ({ kind: 'draft' as const, place: place() });

async function draft(person = owner) {
  return (await server.call('listDraft', { level: 'site', placeUUID: siteUUID }, as(person))).data;
}

function add(edit: SettingEdit, replaces: readonly string[], person = owner) {
  const input = { place: place(), edits: [edit], replaces: [...replaces] };
  return server.call('addToDraft', input, as(person));
}

const radios = (powerDbm: number, at: SettingEdit['place'] = place()): SettingEdit => ({
  kind: 'radios',
  settingUUID: null,
  baseVersion: null,
  place: at,
  value: { bands: { '5G': { powerDbm } } },
});

test('a second edit of a place without stored settings replaces the first one, and can be applied', async () => {
  expect((await add(radios(10), [])).code).toBe(OK);
  const [first] = await draft();
  expect((await add(radios(11), [first?.draftUUID ?? ''])).code).toBe(OK);
  const drafted = await draft();
  expect(drafted.map(({ edit }) => edit.value)).toEqual([{ bands: { '5G': { powerDbm: 11 } } }]);
  expect(drafted[0]?.review.settingUUID).toBe(first?.review.settingUUID);
  const input = await reviewed(server, owner, source());
  expect((await server.call('applyChange', input, as())).code).toBe(OK);
});

test('the second of two people who draft the same setting gets a conflict and replaces nothing', async () => {
  const other = await buildMember(server, owner, 'siteOperator', { siteIds: [siteUUID] });
  expect((await add(radios(10), [])).code).toBe(OK);
  expect(keyOf(await add(radios(11), [], other))).toBe('settingConflict');
  const [seen] = await draft(other);
  expect((await add(radios(12), [seen?.draftUUID ?? ''], other)).code).toBe(OK);
  // Seen before the other person replaced it.
  expect(keyOf(await add(radios(13), [seen?.draftUUID ?? '']))).toBe('settingConflict');
  expect((await draft()).map(({ edit, editedBy }) => [edit.value, editedBy])).toEqual([
    [{ bands: { '5G': { powerDbm: 12 } } }, other.userName],
  ]);
});

/** A gateway authentication in the draft, which needs a permission of its own. */
async function addGatewayAuth(): Promise<void> {
  const { id } = await buildDevice(server, owner, { siteId: siteUUID, kind: 'gateway', managed: true });
  const edit: SettingEdit = {
    kind: 'gatewayAuth',
    settingUUID: null,
    baseVersion: null,
    place: { level: 'device', uuid: id },
    value: { enabled: true, interface: 'lan1', serverAddress: '10.0.0.5', serverPort: 1812, sharedKey: 'k' },
  };
  expect((await add(edit, [])).code).toBe(OK);
}

const NETWORKS = [
  'network_config',
  'network_config:operate',
  'network',
  'network:operate',
  'all_device',
  'dcme_device',
] as const;

test('edits of a kind that a person may not see do not block adding to the draft, its review and its applying', async () => {
  await addGatewayAuth();
  const member = await buildMemberWith(server, owner, NETWORKS, [siteUUID]);
  expect((await add(newNetwork(place()), [], member)).code).toBe(OK);
  expect((await draft(member)).map(({ edit }) => edit.kind)).toEqual(['wirelessNetwork']);
  const input = await reviewed(server, member, source());
  expect((await server.call('applyChange', input, as(member))).code).toBe(OK);
  expect((await draft()).map(({ edit }) => edit.kind)).toEqual(['gatewayAuth']);
});

test('discarding all keeps the edits that the person does not see or may not edit', async () => {
  await addGatewayAuth();
  await add(newNetwork(place()), []);
  const hidden = (await draft()).find(({ edit }) => edit.kind === 'gatewayAuth')?.draftUUID ?? '';
  const member = await buildMemberWith(server, owner, NETWORKS, [siteUUID]);
  const named = { place: place(), draftUUIDs: [hidden] };
  expect(keyOf(await server.send('discardDraft', named, as(member)))).toBe('notFound');
  const viewer = await buildMemberWith(
    server,
    owner,
    ['network_config', 'network_config:operate', 'network'],
    [siteUUID],
  );
  const all = { place: place(), draftUUIDs: [] };
  expect((await server.call('discardDraft', all, as(viewer))).code).toBe(OK_NOTHING_CHANGED);
  expect(await draft()).toHaveLength(2);
  expect((await server.call('discardDraft', all, as(member))).code).toBe(OK);
  expect((await draft()).map(({ edit }) => edit.kind)).toEqual(['gatewayAuth']);
});

test('applying a draft keeps the edits that the person does not reach', async () => {
  const { id } = await buildDevice(server, owner, { siteId: siteUUID, managed: true });
  await add(radios(10, { level: 'device', uuid: id }), []);
  await add(newNetwork(place()), []);
  const grants = ['network_config', 'network_config:operate', 'network', 'network:operate'] as const;
  const member = await buildMemberWith(server, owner, grants, [siteUUID]);
  const input = await reviewed(server, member, source());
  expect((await server.call('applyChange', input, as(member))).code).toBe(OK);
  expect((await draft()).map(({ edit }) => edit.kind)).toEqual(['radios']);
});
