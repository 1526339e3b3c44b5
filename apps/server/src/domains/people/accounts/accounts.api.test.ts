import type { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import type { InputOf } from '@airloom/contract/call';
import { errorKeyOf, OK, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { ACCOUNT_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { Language } from '@airloom/contract/languages';
import { LIVE_CLOSE } from '@airloom/contract/live';
import { DAY } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keep } from '../../../platform/files/testing/bytes.ts';
import { newId } from '../../../platform/ids.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../testing/builders.ts';
import { firstChanges, operationLine } from '../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { clearDevices } from '../../network/devices/index.ts';
import { listen } from '../identity/testing/live.ts';
import { purgeClosedAccounts, trimOperationLog } from './accounts.jobs.ts';
import { closeAccount } from './accounts.repository.ts';

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startTestServer({ OPERATION_LOG_DAYS: '10' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await buildAccount(server);
});

describe('the company', () => {
  const company = {
    enterpriseName: 'Harbour Ltd',
    address: '1 Quay',
    contactName: 'Ola',
    phone: '+48 600100200',
  };

  test('is changed by the administrator and visible to everyone in the account', async () => {
    const member = await buildMember(server, owner, 'siteObserver');
    expect((await server.call('updateCompany', company, { as: owner.token })).code).toBe(OK);
    expect((await server.call('getCompany', {}, { as: member.token })).data).toEqual(company);
    const stranger = await buildAccount(server);
    expect((await server.call('getCompany', {}, { as: stranger.token })).data.enterpriseName).toBe('');
    const refused = await server.call('updateCompany', company, { as: member.token });
    expect(errorKeyOf(refused.code)).toBe('permissionDenied');
  });

  test('writes old and new value to the operation log, once', async () => {
    await server.call('updateCompany', company, { as: owner.token });
    const same = await server.call('updateCompany', company, { as: owner.token });
    expect(same.code).toBe(OK_NOTHING_CHANGED);
    const { data } = await server.call('listOperations', { call: 'updateCompany' }, { as: owner.token });
    expect(data.rows.map(operationLine)).toEqual(['updateCompany: account Harbour Ltd']);
    expect(firstChanges(data.rows[0])).toEqual({
      companyName: [null, 'Harbour Ltd'],
      address: [null, '1 Quay'],
      contactName: [null, 'Ola'],
      phone: [null, '+48 600100200'],
    });
  });
});

describe('setting up an account', () => {
  const setUp = {
    companyName: 'Harbour Hotels',
    organizationName: 'Harbour Hotels',
    siteName: 'Gdynia',
    countryCode: 'PL',
    timeZone: 'Europe/Warsaw',
  };

  test('names the company and the account, and creates an organization with a site', async () => {
    const as = { as: owner.token };
    const { code, data } = await server.call('setUpAccount', setUp, as);
    expect(code).toBe(OK);
    const tree = await server.call('getEnterprise', {}, as);
    expect(tree.data.trees).toMatchObject([
      {
        enterpriseuuid: data.enterpriseUUID,
        enterprisename: 'Harbour Hotels',
        sites: [{ siteuuid: data.siteUUID, sitename: 'Gdynia' }],
      },
    ]);
    expect((await server.call('getCompany', {}, as)).data.enterpriseName).toBe('Harbour Hotels');
    const page = await server.call('initPage', {}, as);
    expect(page.data.currentRole?.accountName).toBe('Harbour Hotels');
    const listed = await server.call('listOperations', { call: 'setUpAccount' }, as);
    expect(listed.data.rows.map(operationLine)).toEqual([
      'setUpAccount: account Harbour Hotels, organization Harbour Hotels, site Gdynia',
    ]);
  });

  test('changes nothing when one part is refused', async () => {
    const as = { as: owner.token };
    await buildOrganization(server, owner, 'Harbour Hotels');
    const refused = await server.call('setUpAccount', setUp, as);
    expect(errorKeyOf(refused.code)).toBe('organizationNameTaken');
    expect((await server.call('getCompany', {}, as)).data.enterpriseName).toBe('');
    expect((await server.call('listSites', {}, as)).data.total).toBe(0);
  });

  test('is refused without the whole account', async () => {
    const member = await buildMember(server, owner, 'organizationAdministrator');
    const refused = await server.call('setUpAccount', setUp, { as: member.token });
    expect(errorKeyOf(refused.code)).toBe('permissionDenied');
  });
});

describe('the operation log', () => {
  test('is filtered, searched, sorted and paged', async () => {
    const other = newId();
    await log([
      { userName: 'ann', target: 'site A_1', call: 'createSite', at: at(1) },
      { userName: 'ben', target: 'site AX1', call: 'deleteSite', at: at(2), managerId: other },
      { userName: 'Cleo', target: 'organization B', call: 'createEnterprise', at: at(3) },
    ]);
    expect(await targets({})).toEqual(['organization B', 'site AX1', 'site A_1']);
    expect(await targets({ sort: 'at' })).toEqual(['site A_1', 'site AX1', 'organization B']);
    expect(await targets({ call: 'deleteSite' })).toEqual(['site AX1']);
    expect(await targets({ managerUUID: other })).toEqual(['site AX1']);
    expect(await targets({ search: 'a_1' })).toEqual(['site A_1']);
    expect(await targets({ search: 'cleo' })).toEqual(['organization B']);
    const from = at(2).toISOString();
    expect(await targets({ from })).toEqual(['organization B', 'site AX1']);
    expect(await targets({ to: from })).toEqual(['site AX1', 'site A_1']);
    expect(await targets({ from, to: from })).toEqual(['site AX1']);
    const page = await server.call('listOperations', { page: 2, size: 2 }, { as: owner.token });
    expect(page.data).toMatchObject({
      total: 3,
      rows: [{ objects: [], earlier: { target: 'site A_1', before: null, after: null } }],
    });
  });

  test('accepts any valid time', async () => {
    for (const from of [
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999999Z',
      '2026-01-01T00:00:00.1234567891234Z',
    ]) {
      expect((await server.call('listOperations', { from, to: from }, { as: owner.token })).code).toBe(OK);
    }
  });

  test('shows entries of earlier releases to people who see the whole account, and to their author', async () => {
    const org = await buildOrganization(server, owner, 'Hotels');
    const admin = await buildMember(server, owner, 'organizationAdministrator', { enterpriseIds: [org] });
    await buildSite(server, admin, org, 'Lobby');
    expect(await targets({}, admin.token)).toEqual(['site Lobby', 'organization Hotels']);
    await log([{ userName: owner.userName, target: 'earlier', call: 'createSite', at: at(1) }]);
    expect(await targets({ search: 'earlier' }, admin.token)).toEqual([]);
    expect(await targets({ search: 'earlier' })).toEqual(['earlier']);
  });

  test('as a file: filtered, in the requested language, and without formulas in cells', async () => {
    await log([
      { userName: '@ann', target: '=1+1', call: 'createSite', at: at(1) },
      { userName: 'bob', target: 'site A', call: 'deleteSite', at: at(2) },
    ]);
    const lines = await exported({ call: 'createSite' }, owner, 'pl');
    expect(lines[0]).toBe('Czas,Osoba,Operacja,Dotyczy,Zmiany,Adres IP');
    expect(lines.slice(1)).toEqual([
      expect.stringContaining(`${at(1).toISOString()},'@ann,Utworzenie lokalizacji,'=1+1,`),
    ]);
    const admin = await buildMember(server, owner, 'organizationAdministrator');
    expect(await exported({}, admin)).toHaveLength(1);
  });

  test('as a file: contains all operations of the same time, once', async () => {
    await server.platform.database.asSystem((tx) =>
      tx.run(sql`
        insert into operation_log (tenant_id, id, at, user_name, address, call, request_id, target)
        select ${owner.tenant}, gen_random_uuid(), now() - interval '1 day', '', '', '', '', 'row ' || n
        from generate_series(1, 4500) n`),
    );
    const [, ...lines] = await exported({}, owner);
    expect(lines.length).toBe(4500);
    expect(new Set(lines).size).toBe(4500);
  });

  test('is not readable from another account', async () => {
    await buildOrganization(server, owner, 'Secret');
    expect(await targets({}, (await buildAccount(server)).token)).toEqual([]);
  });

  test('is deleted after the retention of the installation', async () => {
    const now = server.platform.now().getTime();
    const aged = (days: number, target: string) => ({
      userName: 'ann',
      target,
      call: 'createSite',
      at: new Date(now - days * DAY),
    });
    await log([aged(9.9, 'young'), aged(10.1, 'old'), aged(400, 'ancient')]);
    await trimOperationLog(server.platform).run();
    expect(await targets({})).toEqual(['young']);
  });

  test('is deleted in as many batches as needed', async () => {
    await server.platform.database.asSystem((tx) =>
      tx.run(sql`
        insert into operation_log (tenant_id, id, at, user_name, address, call, request_id, target)
        select ${owner.tenant}, gen_random_uuid(), now() - interval '20 days', '', '', '', '', ''
        from generate_series(1, 11000)`),
    );
    await trimOperationLog(server.platform).run();
    expect(await targets({})).toEqual([]);
  });
});

describe('a closed account', () => {
  test('is deleted with everything in it when it can no longer be restored', async () => {
    const neighbour = await buildAccount(server);
    for (const person of [owner, neighbour]) {
      const org = await buildOrganization(server, person, 'Hotels');
      const site = await buildSite(server, person, org, 'Lobby');
      const gone = await buildSite(server, person, org, 'Gone');
      await server.call('deleteSite', { siteUUID: gone }, { as: person.token });
      await buildMember(server, person, 'siteOperator', { siteIds: [site] });
      await buildMember(server, person, 'organizationAdministrator', { enterpriseIds: [org] });
      await addFile(person);
    }
    const tables = await tablesOfAccounts();
    const before = await countsOf(tables, neighbour.tenant);
    const { now } = server.platform;
    const listening = await listen(server, { authorization: `Bearer ${owner.token}` });
    await server.platform.database.asSystem((tx) => closeAccount(tx, owner.tenant, now()));
    const job = purgeClosedAccounts(server.platform, (tenant) => clearDevices(server.platform, tenant));

    await job.run();
    expect((await countsOf(tables, owner.tenant)).get('site')).toBe(2);

    server.advance(ACCOUNT_LIMITS.closedKeptMs + 1000);
    const files = await filesOf(owner.tenant);
    expect(files).toHaveLength(1);
    await job.run();
    expect(await listening.closed).toBe(LIVE_CLOSE.sessionEnded);
    expect([...(await countsOf(tables, owner.tenant))].filter(([, count]) => count > 0)).toEqual([]);
    for (const id of files) expect(await server.platform.files.read(id)).toBeNull();
    expect(await countsOf(tables, neighbour.tenant)).toEqual(before);
    expect(before.get('site')).toBe(2);
  });
});

async function addFile(person: Person): Promise<void> {
  const id = newId();
  await keep(server.platform.files, id, Buffer.from('bytes'));
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into stored_file (tenant_id, id, kind, content_type, size, sha256, shown_publicly, created_by)
      values (${person.tenant}, ${id}, 'image', 'image/png', 5, '', true, ${person.managerId})`),
  );
}

async function filesOf(tenant: string): Promise<string[]> {
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all<{ id: string }>(sql`select id from stored_file where tenant_id = ${tenant}`),
  );
  return rows.map((row) => row.id);
}

/** Every table whose rows belong to an account, of whichever migration. */
async function tablesOfAccounts(): Promise<string[]> {
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all<{ name: string }>(sql`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'tenant_id' and table_name <> 'outbox'`),
  );
  return rows.map((row) => row.name);
}

async function countsOf(tables: readonly string[], tenant: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of tables) {
    const row = await server.platform.database.asSystem((tx) =>
      tx.first<{ count: number }>(
        sql`select count(*)::int as count from ${sql.table(table)} where tenant_id = ${tenant}`,
      ),
    );
    counts.set(table, row?.count ?? 0);
  }
  return counts;
}

async function log(
  entries: { userName: string; target: string; call: string; at: Date; managerId?: string }[],
) {
  await server.platform.database.asSystem(async (tx) => {
    for (const entry of entries) {
      await tx.run(sql`
        insert into operation_log (tenant_id, id, at, manager_id, user_name, address, call, request_id, target)
        values (${owner.tenant}, ${newId()}, ${entry.at}, ${entry.managerId ?? owner.managerId},
                ${entry.userName}, '127.0.0.1', ${entry.call}, 'r', ${entry.target})`);
    }
  });
}
async function targets(input: object, as = owner.token): Promise<string[]> {
  const answer = await server.call('listOperations', input, { as });
  return answer.data.rows.map(
    ({ objects, earlier }) =>
      earlier?.target ?? objects.map(({ kind, name }) => `${kind} ${name}`).join(', '),
  );
}

function at(second: number): Date {
  return new Date(Date.UTC(2026, 0, 1, 12, 0, second));
}

async function exported(
  filters: Omit<InputOf<typeof accountCalls.exportOperations>, 'format'>,
  { token }: Person,
  language: Language = 'en',
): Promise<string[]> {
  const { data } = await server.call(
    'exportOperations',
    { ...filters, format: 'csv' },
    { as: token, language },
  );
  const file = await fetch(new URL(data.url, server.url), { headers: { authorization: `Bearer ${token}` } });
  return (await file.text()).trim().split('\r\n');
}
