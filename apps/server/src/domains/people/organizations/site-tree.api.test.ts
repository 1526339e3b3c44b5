import { once } from 'node:events';
import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { BUILT_IN_ROLES, type BuiltInRoleName } from '@airloom/contract/roles';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  PASSWORD,
  type Person,
} from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addMembership } from '../access/index.ts';

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await buildAccount(server);
});

const treeOf = async (as: string) => (await server.call('getEnterprise', {}, { as })).data;

const shares = async () => (await treeOf(owner.token)).trees.at(-1);

test('is sorted by name; the default is the first organization with a site', async () => {
  const zoo = await buildOrganization(server, owner, 'Zoo');
  const mall = await buildOrganization(server, owner, 'mall');
  const arts = await buildOrganization(server, owner, 'Arts');
  const lions = await buildSite(server, owner, zoo, 'Lions');
  const bears = await buildSite(server, owner, zoo, 'bears');
  const shop = await buildSite(server, owner, mall, 'Shop');
  const inMall = {
    enterpriseuuid: mall,
    enterprisename: 'mall',
    sites: [{ siteuuid: shop, sitename: 'Shop' }],
  };
  expect(await treeOf(owner.token)).toEqual({
    trees: [
      { enterpriseuuid: arts, enterprisename: 'Arts', sites: [] },
      inMall,
      {
        enterpriseuuid: zoo,
        enterprisename: 'Zoo',
        sites: [
          { siteuuid: bears, sitename: 'bears' },
          { siteuuid: lions, sitename: 'Lions' },
        ],
      },
    ],
    defaultTree: inMall,
  });
});

test('is empty and without default where there is nothing', async () => {
  expect(await treeOf(owner.token)).toEqual({ trees: [], defaultTree: null });
});

test('contains 10,000 sites of 500 organizations, each under its own', async () => {
  await server.platform.database.asSystem(async (tx) => {
    await tx.run(sql`
      insert into enterprise (tenant_id, id, name)
      select ${owner.tenant}, gen_random_uuid(), 'Organization ' || lpad(n::text, 4, '0')
      from generate_series(1, 500) n`);
    await tx.run(sql`
      insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone)
      select ${owner.tenant}, gen_random_uuid(), id, name || ' site ' || lpad(n::text, 2, '0'), 'PL', 'Etc/GMT-1'
      from enterprise cross join generate_series(1, 20) n
      where tenant_id = ${owner.tenant}`);
  });
  const { trees, defaultTree } = await treeOf(owner.token);
  expect(trees).toHaveLength(500);
  expect(trees.every((tree) => tree.sites.length === 20)).toBe(true);
  for (const tree of trees) {
    expect(tree.sites.map((site) => site.sitename)).toEqual(
      Array.from({ length: 20 }, (_, n) => `${tree.enterprisename} site ${String(n + 1).padStart(2, '0')}`),
    );
  }
  expect(defaultTree?.enterprisename).toBe('Organization 0001');
});

describe('my shares', () => {
  let neighbour: Person;
  let lobby: string;
  let hotels: string;
  beforeEach(async () => {
    neighbour = await buildAccount(server);
    hotels = await buildOrganization(server, neighbour, 'Hotels');
    lobby = await buildSite(server, neighbour, hotels, 'Lobby');
    await buildSite(server, neighbour, hotels, 'Bar');
  });

  async function share(
    role: BuiltInRoleName,
    given: { enterpriseIds?: string[]; siteIds?: string[] },
  ): Promise<{ roleId: string; membershipId: string }> {
    return server.platform.database.asSystem(async (tx) => {
      const row = await tx.first<{ id: string }>(
        sql`select id from role where tenant_id = ${neighbour.tenant} and key = ${BUILT_IN_ROLES[role].key}`,
      );
      if (!row) throw new Error(`No role ${role}`);
      const membershipId = await addMembership(tx, {
        tenant: neighbour.tenant,
        managerId: owner.managerId,
        roleId: row.id,
        alias: owner.userName,
        ...given,
      });
      return { roleId: row.id, membershipId };
    });
  }

  test('are not listed for an API key', async () => {
    await buildOrganization(server, owner, 'Zoo');
    await share('siteObserver', { siteIds: [lobby] });
    const input = { name: 'key', grants: ['org_manage' as const], expiresAt: null, password: PASSWORD };
    const key = await server.call('createApiKey', input, { as: owner.token });
    const { trees } = await treeOf(key.data.secret);
    expect(trees.map((tree) => tree.enterprisename)).toEqual(['Zoo']);
  });

  test('are listed last, with the role to switch to, and are never the default', async () => {
    await buildOrganization(server, owner, 'Zoo');
    const { roleId } = await share('siteObserver', { siteIds: [lobby] });
    const { trees, defaultTree } = await treeOf(owner.token);
    expect(trees.map((tree) => tree.enterprisename)).toEqual(['Zoo', 'My shares']);
    expect(trees[1]).toEqual({
      enterpriseuuid: MY_SHARES_UUID,
      enterprisename: 'My shares',
      sites: [{ siteuuid: lobby, sitename: 'Lobby', accountUUID: neighbour.tenant, roleUUID: roleId }],
    });
    expect(defaultTree).toBeNull();
    expect((await server.call('getAllSiteName', {}, { as: owner.token })).data).toEqual([]);
  });

  test('contain all sites of a given organization, each once, under the first role with access to it', async () => {
    const { roleId } = await share('organizationAdministrator', { enterpriseIds: [hotels] });
    await share('siteOperator', { siteIds: [lobby] });
    expect((await shares())?.sites.map((site) => [site.sitename, site.roleUUID])).toEqual([
      ['Bar', roleId],
      ['Lobby', roleId],
    ]);
  });

  test('contain the whole account for a super administrator', async () => {
    await share('superAdministrator', {});
    expect((await shares())?.sites.map((site) => site.sitename)).toEqual(['Bar', 'Lobby']);
  });

  test.each([
    [
      'the membership is disabled',
      sql`update membership set disabled_at = now() where not owner and tenant_id`,
    ],
    ['the other account is closed', sql`update account set closed_at = now() where id`],
    ['the other account is the demo', sql`update account set demo = true where id`],
  ])('are missing when %s', async (_when, update) => {
    await share('siteObserver', { siteIds: [lobby] });
    expect((await shares())?.enterpriseuuid).toBe(MY_SHARES_UUID);
    await server.platform.database.asSystem((tx) => tx.run(sql`${update} = ${neighbour.tenant}`));
    expect(await shares()).toBeUndefined();
  });

  test('do not show what is in the recycle bin', async () => {
    await share('siteObserver', { siteIds: [lobby] });
    await server.call('deleteSite', { siteUUID: lobby }, { as: neighbour.token });
    expect(await shares()).toBeUndefined();
  });
});

test('a change is sent at once to the browsers of the account, and to no others', async () => {
  const member = await buildMember(server, owner, 'siteOperator');
  const stranger = await buildAccount(server);
  const [ours, theirs] = await Promise.all([listen(member), listen(stranger)]);
  const first = once(ours, 'message');
  const foreign: unknown[] = [];
  theirs.on('message', (frame) => foreign.push(frame));

  await buildOrganization(server, owner, 'New');
  const [frame] = await first;
  expect(JSON.parse(String(frame))).toEqual({ name: 'siteTreeChanged', payload: {} });

  // Frames keep their order: had the first change reached the other account, it would be here before this one.
  const second = once(theirs, 'message');
  await buildOrganization(server, stranger, 'Theirs');
  await second;
  expect(foreign).toHaveLength(1);
  ours.close();
  theirs.close();
});

async function listen(person: Person): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/live`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  await once(socket, 'open');
  return socket;
}
