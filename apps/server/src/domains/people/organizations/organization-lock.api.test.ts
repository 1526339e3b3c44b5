import { errorKeyOf, OK } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { buildAccount, buildOrganization, type Person } from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { insertSite, type SiteFields } from './sites.repository.ts';

let server: TestServer;
let owner: Person;
let contested: string;
let elsewhere: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await buildAccount(server);
  contested = await buildOrganization(server, owner, 'Contested');
  elsewhere = await buildOrganization(server, owner, 'Elsewhere');
});

const CODE = 'BUSY';

function site(enterpriseUUID: string, name: string): SiteFields {
  return {
    enterpriseUUID,
    name,
    code: CODE,
    countryCode: 'PL',
    address: '',
    coordinates: null,
    timeZone: 'UTC+01:00',
    ntpServer: '',
    observeOnly: false,
    contactName: '',
    remark: '',
  };
}

/** Holds the site code in an open transaction, so that another transaction that needs it blocks. */
async function holdCode(): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const rolledBack = server.platform.database
    .withTenant(owner, async (tx) => {
      await insertSite(tx, owner, newId(), site(elsewhere, 'Holder'));
      held.resolve();
      await release.promise;
      throw new Error('let go');
    })
    .catch((error: Error) => expect(error.message).toBe('let go'));
  await held.promise;
  return async () => {
    release.resolve();
    await rolledBack;
  };
}

/** Until `count` statements wait for a lock, or the request was answered without waiting. */
async function untilWaiting(count: number, request: Promise<unknown>): Promise<void> {
  const answered = request.then(() => true);
  let done = false;
  while (!done) done = await Promise.race([answered, areWaiting(count)]);
}

async function areWaiting(count: number): Promise<boolean> {
  const row = await server.platform.database.asSystem((tx) =>
    tx.first<{ waiting: number }>(
      sql`select count(distinct pid)::int as waiting from pg_locks
          where not granted and pid in (
            select pid from pg_stat_activity where datname = current_database())`,
    ),
  );
  return (row?.waiting ?? 0) >= count;
}

test('an organization is not deleted while a site is created in it', async () => {
  const letGo = await holdCode();
  const creation = server.call('createSite', site(contested, 'New'), { as: owner.token });
  await untilWaiting(1, creation);
  const deletion = server.call('deleteEnterprise', { enterpriseUUID: contested }, { as: owner.token });
  await untilWaiting(2, deletion);
  await letGo();
  expect((await creation).code).toBe(OK);
  expect(errorKeyOf((await deletion).code)).toBe('organizationHasSites');
});

test('an organization is not deleted while a site is moved into it', async () => {
  const other = await buildOrganization(server, owner, 'Other');
  const made = await server.call('createSite', { ...site(other, 'Mover'), code: '' }, { as: owner.token });
  const letGo = await holdCode();
  const move = server.call(
    'updateSite',
    { ...site(contested, 'Mover'), siteUUID: made.data.siteUUID },
    { as: owner.token },
  );
  await untilWaiting(1, move);
  const deletion = server.call('deleteEnterprise', { enterpriseUUID: contested }, { as: owner.token });
  await untilWaiting(2, deletion);
  await letGo();
  expect((await move).code).toBe(OK);
  expect(errorKeyOf((await deletion).code)).toBe('organizationHasSites');
});

test('an organization is not deleted while a site is restored into it', async () => {
  const made = await server.call('createSite', site(contested, 'Back'), { as: owner.token });
  await server.call('deleteSite', { siteUUID: made.data.siteUUID }, { as: owner.token });
  const letGo = await holdCode();
  const back = server.call('restore', { kind: 'site', id: made.data.siteUUID }, { as: owner.token });
  await untilWaiting(1, back);
  const deletion = server.call('deleteEnterprise', { enterpriseUUID: contested }, { as: owner.token });
  await untilWaiting(2, deletion);
  await letGo();
  expect((await back).code).toBe(OK);
  expect(errorKeyOf((await deletion).code)).toBe('organizationHasSites');
});
