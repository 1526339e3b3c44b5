import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { OK } from '@airloom/contract/errors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  buildAccount,
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

beforeEach(async () => {
  owner = await buildAccount(server);
  const enterpriseUUID = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, enterpriseUUID, 'Harbour');
});

const as = (person: Person = owner) => ({ as: person.token });
const ofSite = (uuid = harbour) => ({ level: 'site', uuid }) as const;
const edits = (...some: SettingEdit[]): Source => ({ kind: 'edits', edits: some });
const revert = (changeUUID: string): Source => ({ kind: 'revert', changeUUID });
const review = (source: Source) => server.call('reviewChange', { source }, as());

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

const withVlan = (edit: SettingEdit, vlan: number) => ({ ...edit, value: networkValue({ vlan }) }) as SettingEdit;

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

