import { generateKeyPairSync } from 'node:crypto';
import { errorKeyOf, OK } from '@airloom/contract/errors';
import { LANGUAGES } from '@airloom/contract/languages';
import { QUOTA_NAMES } from '@airloom/contract/quotas';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrol } from '../../domains/network/devices/testing/virtual-device.ts';
import { expectFailure } from '../../domains/people/identity/testing/expectations.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../testing/builders.ts';
import { buildMemberWith } from '../../testing/role-builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const AT_ONCE = 50;
const ROOM = 3;

let server: TestServer;
let owner: Person;
let enterpriseUUID: string;
let siteUUID: string;
beforeAll(async () => {
  server = await startTestServer({ QUOTA_DEVICES: '10', QUOTA_SITES: '12', GATEWAY_PORT: '0' });
  owner = await buildAccount(server);
  enterpriseUUID = await buildOrganization(server, owner, 'North');
  siteUUID = await buildSite(server, owner, enterpriseUUID, 'Harbour');
});
afterAll(() => server.stop());

const as = () => ({ as: owner.token });

/** How many of fifty parallel calls succeed. */
async function succeeded(create: (nth: number) => Promise<boolean>): Promise<number> {
  const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => create(nth)));
  return outcomes.filter(Boolean).length;
}

const insert = (rows: ReturnType<typeof sql>) => server.platform.database.asSystem((tx) => tx.run(rows));

const report = (nth: number) => ({
  name: `Report ${nth}`,
  pages: ['property' as const],
  rhythm: 'daily' as const,
  hour: 6,
  timeZone: 'UTC',
  language: 'en' as const,
  emails: ['ann@example.org'],
});

async function createReport(nth: number): Promise<boolean> {
  return (await server.call('createReport', report(nth), as())).code === OK;
}

const newPem = () =>
  generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();

const deviceRow = (nth: number) => ({
  kind: 'ac' as const,
  mac: `02-00-00-00-00-${nth.toString(16).padStart(2, '0')}`,
  name: `Controller ${nth}`,
});

const createSite = async (nth: number) => {
  const input = { enterpriseUUID, name: `Site ${nth}`, countryCode: 'PL', timeZone: 'UTC+01:00' };
  return (await server.call('createSite', input, as())).code === OK;
};

const createKey = async (nth: number) =>
  (await server.call('addFirmwareKey', { name: `Key ${nth}`, pem: newPem() }, as())).code === OK;

const createDevice = async (nth: number) => {
  const { data } = await server.call(
    'addDevices',
    { siteUUID, groupUUID: null, rows: [deviceRow(nth)] },
    as(),
  );
  return data?.added === 1;
};

test('50 parallel reports at 17 of 20 add exactly 3', async () => {
  for (let nth = 0; nth < 20 - ROOM; nth += 1) expect(await createReport(nth)).toBe(true);
  expect(await succeeded(createReport)).toBe(ROOM);
});

test('50 parallel device groups at 197 of 200 of a site add exactly 3', async () => {
  await insert(sql`
    insert into device_group (tenant_id, id, site_id, name)
    select ${owner.tenant}, gen_random_uuid(), ${siteUUID}, 'Group ' || n from generate_series(1, ${200 - ROOM}::int) as n`);
  const create = async (nth: number) =>
    (await server.call('createGroup', { siteUUID, name: `New ${nth}` }, as())).code === OK;
  expect(await succeeded(create)).toBe(ROOM);
});

test('50 parallel firmware keys at 17 of 20 add exactly 3', async () => {
  for (let nth = 0; nth < 20 - ROOM; nth += 1) expect(await createKey(nth)).toBe(true);
  expect(await succeeded(createKey)).toBe(ROOM);
});

test('50 parallel registrations at 7 of 10 devices add exactly 3', async () => {
  for (let nth = 0; nth < 10 - ROOM; nth += 1) expect(await createDevice(100 + nth)).toBe(true);
  expect(await succeeded(createDevice)).toBe(ROOM);
});

test('50 parallel sites at 9 of 12 add exactly 3', async () => {
  for (let nth = 1; nth < 12 - ROOM; nth += 1) expect(await createSite(100 + nth)).toBe(true);
  expect(await succeeded(createSite)).toBe(ROOM);
});

const REFUSED = {
  en: 'Scheduled reports: 20 of 20 in use. No more can be added. Delete items',
  zh: '定期报表：已使用 20 / 20，无法继续添加。请删除',
  pl: 'Raporty cykliczne: w użyciu 20 z 20. Nie można dodać więcej. Usuń',
  es: 'Informes programados: en uso 20 de 20. No se puede añadir más. Elimine',
} as const;

test.each(LANGUAGES)('the refusal contains the quota, the limit and advice: %s', async (language) => {
  const refused = await server.call('createReport', report(0), { ...as(), language });
  expect(errorKeyOf(refused.code)).toBe('quotaReached');
  expect(refused.msg).toContain(REFUSED[language]);
});

test('usage shows what is used and the limits the operator set', async () => {
  const { data } = await server.call('getUsage', {}, as());
  expect(data.map(({ quota }) => quota)).toEqual(QUOTA_NAMES);
  const of = (name: string) => data.find(({ quota }) => quota === name);
  expect(of('reports')).toEqual({ quota: 'reports', used: 20, limit: 20, per: 'account' });
  expect(of('deviceGroups')).toEqual({ quota: 'deviceGroups', used: 200, limit: 200, per: 'site' });
  expect(of('devices')).toMatchObject({ used: 10, limit: 10 });
  expect(of('sites')).toMatchObject({ used: 12, limit: 12 });
  expect(of('importsAtOnce')).toMatchObject({ used: 0, limit: 1 });
  expect((await server.call('getQuotas', {}, as())).data).toMatchObject({ devices: 10, reports: 20 });
});

test('usage does not count the rows of another account', async () => {
  const other = await buildAccount(server);
  // A new account gets its usual alarm rules a little later.
  await server.settled();
  const { data } = await server.call('getUsage', {}, { as: other.token });
  const counted = data.filter(({ used }) => used > 0).map(({ quota }) => quota);
  expect(new Set(counted)).toEqual(new Set(['people', 'alarmRules']));
});

test('returns 403 for the usage of an account to a person who does not manage it', async () => {
  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [siteUUID] });
  expect((await server.call('getUsage', {}, { as: operator.token })).status).toBe(403);
  expect((await server.call('getQuotas', {}, { as: operator.token })).code).toBe(OK);
});

test('returns 403 for the usage of an account to a person who manages accounts but sees one site only', async () => {
  const member = await buildMemberWith(server, owner, ['account_manage'], [siteUUID]);
  expectFailure(await server.call('getUsage', {}, { as: member.token }), 'permissionDenied');
});

test('a full quota accepts one more after one was deleted', async () => {
  const { data } = await server.call('listReports', {}, as());
  await server.call('deleteReport', { reportUUID: data[0]?.reportUUID ?? '' }, as());
  expect(await createReport(1)).toBe(true);
  expect(await createReport(2)).toBe(false);
});

test('refuses a device that enrols when the account has reached its limit of devices', async () => {
  const code = await server.call('createClaimCode', { siteUUID, uses: 5, validHours: 1 }, as());
  const { status } = await enrol(server.gatewayPort ?? 0, code.data.code, '02000000ff01');
  expect(status).toBe(422);
});
