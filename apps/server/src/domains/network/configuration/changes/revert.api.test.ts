import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { errorKeyOf, OK } from '@airloom/contract/errors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import {
  networkValue,
  newNetwork,
  reviewed,
  type Source,
} from '../../../../testing/configuration-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let owner: Person;
let harbour: string;
let east: string;
beforeEach(async () => {
  owner = await buildAccount(server);
  const enterpriseUUID = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, enterpriseUUID, 'Harbour');
  east = await buildSite(server, owner, enterpriseUUID, 'East');
});

const as = (person: Person = owner) => ({ as: person.token });
const ofSite = (uuid = harbour) => ({ level: 'site', uuid }) as const;
const edits = (...some: SettingEdit[]): Source => ({ kind: 'edits', edits: some });
const revert = (changeUUID: string): Source => ({ kind: 'revert', changeUUID });
const review = (source: Source, person = owner) => server.call('reviewChange', { source }, as(person));
const keyOf = ({ code }: { readonly code: number }) => errorKeyOf(code);

async function apply(source: Source): Promise<string> {
  const answer = await server.call('applyChange', await reviewed(server, owner, source), as());
  expect(answer.code).toBe(OK);
  return answer.data.changeUUID;
}

async function stored() {
  const { rows } = (await server.call('listSettings', { kind: 'wirelessNetwork' }, as())).data;
  return rows;
}

async function onlyNetwork(): Promise<SettingEdit> {
  const [first] = await stored();
  if (first === undefined) throw new Error('No network');
  return first.edit;
}

const withVlan = (edit: SettingEdit, vlan: number) =>
  ({ ...edit, value: networkValue({ vlan }) }) as SettingEdit;

test('a network that was deleted and restored continues with the versions it had', async () => {
  await apply(edits(newNetwork(ofSite())));
  const first = await onlyNetwork();
  await apply(edits(withVlan(first, 5)));
  const deleting = await apply(edits({ ...(await onlyNetwork()), value: null }));
  const restoring = await apply(revert(deleting));
  expect((await stored()).map(({ version }) => version)).toEqual([3]);
  // An edit from before the deletion is one of an older version.
  const [stale] = (await review(edits(withVlan(first, 6)))).data.edits;
  expect(stale?.conflict).not.toBeNull();
  await apply(revert(restoring));
  expect(await stored()).toEqual([]);
});

test('returns 403 for the revert of a change that the person reaches only in part', async () => {
  const change = await apply(
    edits(newNetwork(ofSite(harbour), { ssid: 'Quay' }), newNetwork(ofSite(east), { ssid: 'Hill' })),
  );
  const member = await buildMember(server, owner, 'siteOperator', { siteIds: [east] });
  expect(keyOf(await review(revert(change), member))).toBe('permissionDenied');
  expect((await review(revert(change))).data.edits).toHaveLength(2);
});

test('refuses the revert of an edit whose setting was deleted since', async () => {
  await apply(edits(newNetwork(ofSite())));
  const change = await apply(edits(withVlan(await onlyNetwork(), 5)));
  await apply(edits({ ...(await onlyNetwork()), value: null }));
  expect(keyOf(await review(revert(change)))).toBe('settingConflict');
});
