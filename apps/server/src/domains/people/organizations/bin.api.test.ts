import { errorKeyOf, OK } from '@airloom/contract/errors';
import { BIN_LIMITS } from '@airloom/contract/organizations/organizations.limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  PASSWORD,
  type Person,
} from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { emptyBin } from './organizations.jobs.ts';
import { insertSite } from './sites.repository.ts';

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await buildAccount(server);
});

const place = { countryCode: 'PL', timeZone: 'UTC+01:00' };
const restore = (kind: 'organization' | 'site', id: string) =>
  server.call('restore', { kind, id }, { as: owner.token });
const deleteSite = (siteUUID: string) => server.call('deleteSite', { siteUUID }, { as: owner.token });
const deleteEnterprise = (enterpriseUUID: string) =>
  server.call('deleteEnterprise', { enterpriseUUID }, { as: owner.token });

async function bin(input: { search?: string; sort?: string } = {}) {
  const { data } = await server.call('listBin', input, { as: owner.token });
  return data.rows.map((row) => [row.kind, row.name, row.enterpriseName, row.deletedBy]);
}

describe('the bin', () => {
  test('lists what was deleted, newest first, and restores it', async () => {
    const org = await buildOrganization(server, owner, 'Hotels');
    const site = await buildSite(server, owner, org, 'Lobby');
    await deleteSite(site);
    await deleteEnterprise(org);
    expect(await bin()).toEqual([
      ['organization', 'Hotels', '', owner.userName],
      ['site', 'Lobby', 'Hotels', owner.userName],
    ]);
    expect((await bin({ sort: 'deletedAt' }))[0]?.[1]).toBe('Lobby');
    expect(await bin({ search: 'LOB' })).toHaveLength(1);

    expect(errorKeyOf((await restore('site', site)).code)).toBe('siteOrganizationInBin');
    expect((await restore('organization', org)).code).toBe(OK);
    expect((await restore('site', site)).code).toBe(OK);
    expect(await bin()).toEqual([]);
    const { data } = await server.call('listSites', {}, { as: owner.token });
    expect(data.rows).toMatchObject([{ siteUUID: site, name: 'Lobby', enterpriseName: 'Hotels' }]);
    expect(errorKeyOf((await restore('site', site)).code)).toBe('notFound');
  });

  test('refuses to restore over a name or code used since', async () => {
    const org = await buildOrganization(server, owner, 'Hotels');
    await deleteEnterprise(org);
    const successor = await buildOrganization(server, owner, 'hotels');
    expect(errorKeyOf((await restore('organization', org)).code)).toBe('organizationNameTaken');
    const make = (name: string, code: string) =>
      server.call('createSite', { ...place, enterpriseUUID: successor, name, code }, { as: owner.token });
    const byName = await make('Lobby', '');
    const byCode = await make('Bar', 'B1');
    await deleteSite(byName.data.siteUUID);
    await deleteSite(byCode.data.siteUUID);
    await make('LOBBY', '');
    await make('Pool', 'B1');
    expect(errorKeyOf((await restore('site', byName.data.siteUUID)).code)).toBe('siteNameTaken');
    expect(errorKeyOf((await restore('site', byCode.data.siteUUID)).code)).toBe('siteCodeTaken');
  });

  test('shows organizations only to those who may see the page of organizations', async () => {
    const org = await buildOrganization(server, owner, 'Hotels');
    const role = await server.call(
      'createRole',
      { name: 'Sites only', permissions: ['site_manage', 'site_manage:operate'] },
      { as: owner.token },
    );
    const [withPage, without] = [
      await buildMember(server, owner, 'organizationAdministrator', { enterpriseIds: [org] }),
      await buildMember(server, owner, 'organizationAdministrator', { enterpriseIds: [org] }),
    ];
    const narrowed = await server.call(
      'updateSubAccount',
      {
        subAccountUUID: without.membershipId,
        roleUUID: role.data.roleUUID,
        reach: { enterpriseUUIDs: [org] },
      },
      { as: owner.token },
    );
    expect(narrowed.code).toBe(OK);
    await deleteEnterprise(org);
    expect((await server.call('listBin', {}, { as: withPage.token })).data.total).toBe(1);
    const seen = await server.call('listBin', {}, { as: without.token });
    expect(seen).toMatchObject({ code: OK, data: { total: 0 } });
  });

  test('deletes permanently after the retention, sites before organizations', async () => {
    const org = await buildOrganization(server, owner, 'Hotels');
    const site = await buildSite(server, owner, org, 'Lobby');
    const kept = await buildOrganization(server, owner, 'Kept');
    await buildMember(server, owner, 'siteAdministrator', { siteIds: [site] });
    await buildMember(server, owner, 'organizationAdministrator', { enterpriseIds: [org] });
    await deleteSite(site);
    await deleteEnterprise(org);
    const job = emptyBin(server.platform);

    server.advance(BIN_LIMITS.keptMs - 60_000);
    await job.run();
    owner = { ...owner, token: await signInAgain() };
    expect(await bin()).toHaveLength(2);

    server.advance(120_000);
    expect(await bin()).toEqual([]);
    expect(errorKeyOf((await restore('organization', org)).code)).toBe('notFound');
    await job.run();
    await job.run();
    expect(await rowsLeft('enterprise')).toEqual([kept]);
    expect(await rowsLeft('site')).toEqual([]);
  });

  test('is emptied in as many batches as needed', async () => {
    const org = await buildOrganization(server, owner, 'Chain');
    const old = new Date(server.platform.now().getTime() - BIN_LIMITS.keptMs - 1000);
    await server.platform.database.asSystem(async (tx) => {
      for (let n = 0; n < 1100; n += 1) {
        await insertSite(tx, owner, newId(), {
          ...place,
          enterpriseUUID: org,
          observeOnly: false,
          name: `Site ${n}`,
          code: '',
          address: '',
          coordinates: null,
          ntpServer: '',
          contactName: '',
          remark: '',
        });
      }
      await tx.run(sql`update site set deleted_at = ${old} where tenant_id = ${owner.tenant}`);
      await tx.run(sql`update enterprise set deleted_at = ${old} where tenant_id = ${owner.tenant}`);
    });
    await emptyBin(server.platform).run();
    expect(await rowsLeft('site')).toEqual([]);
    expect(await rowsLeft('enterprise')).toEqual([]);
  });
});

async function signInAgain(): Promise<string> {
  const answer = await server.call('login', { username: owner.userName, password: PASSWORD });
  return answer.data.access_token;
}

async function rowsLeft(table: 'enterprise' | 'site'): Promise<string[]> {
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all<{ id: string }>(sql`select id from ${sql.table(table)} where tenant_id = ${owner.tenant}`),
  );
  return rows.map((row) => row.id);
}
