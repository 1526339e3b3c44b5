import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import type { Grant } from '@airloom/contract/permissions';
import { STATISTICS_LIMITS } from '@airloom/contract/statistics/statistics.limits';
import type { SiteState } from '@airloom/contract/statistics/statistics.model';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAlarm } from '../../../../testing/alarm-builders.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import { buildDevices } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let owner: Person;
let organization: string;

interface Made {
  readonly name: string;
  readonly state: SiteState;
  readonly online?: number;
  readonly away?: number;
  readonly level?: AlarmLevel;
}

/** In the order of the list, independent of their names. */
const SITES: readonly Made[] = [
  { name: 'Yard', state: 'trouble', online: 1, level: 'urgent' },
  { name: 'Works', state: 'trouble', online: 1, level: 'important' },
  // There is no alarm for it yet.
  { name: 'Zoo', state: 'trouble', away: 2 },
  { name: 'Shop', state: 'attention', online: 1, level: 'secondary' },
  { name: 'Pier', state: 'attention', online: 1, away: 1 },
  { name: 'Office', state: 'well', online: 1, level: 'notice' },
  { name: 'harbour', state: 'well', online: 1 },
  { name: 'Hill', state: 'well', online: 1 },
  { name: 'Attic', state: 'empty' },
];

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  organization = await buildOrganization(server, owner, 'North');
  for (const { name, online = 0, away = 0, level } of SITES) {
    const siteId = await buildSite(server, owner, organization, name);
    const devices = [
      ...Array.from({ length: online }, () => ({ siteId, status: 'online' as const })),
      ...Array.from({ length: away }, () => ({ siteId })),
    ];
    if (devices.length > 0) await buildDevices(server, owner, devices);
    if (level) await buildAlarm(server, owner, { siteId, siteName: name, level });
  }
});
afterAll(() => server.stop());

const health = async (person: Person) => (await server.call('siteHealth', {}, { as: person.token })).data;

const TOTALS = {
  sites: 9,
  unplaced: 9,
  devices: 10,
  online: 7,
  offline: 3,
  alarms: 4,
  states: { trouble: 3, attention: 2, well: 3, pending: 0, empty: 1, unknown: 0 },
};

test('lists sites worst first, with totals', async () => {
  const { sites, totals } = await health(owner);
  expect(sites.map(({ siteName, state }) => [siteName, state])).toEqual(
    SITES.map(({ name, state }) => [name, state]),
  );
  expect(totals).toEqual(TOTALS);
});

test('bases the state on what the person may see', async () => {
  const as = { as: owner.token };
  const { sites } = await health(owner);
  const siteUUIDs = sites.map(({ siteUUID }) => siteUUID);
  const person = await buildMember(server, owner, 'siteObserver', { siteIds: siteUUIDs });
  const statesFor = async (name: string, permissions: Grant[]) => {
    const { data } = await server.call('createRole', { name, permissions }, as);
    const member = { subAccountUUID: person.membershipId, reach: { siteUUIDs } };
    await server.call('updateSubAccount', { ...member, roleUUID: data.roleUUID }, as);
    return (await health(person)).totals;
  };
  expect(await statesFor('Devices', ['statistics', 'all_device'])).toEqual({
    ...TOTALS,
    alarms: null,
    states: { trouble: 1, attention: 1, well: 0, pending: 0, empty: 1, unknown: 6 },
  });
  expect(await statesFor('Alarms', ['statistics', 'current_alarm'])).toEqual({
    ...TOTALS,
    devices: null,
    online: null,
    offline: null,
    states: { trouble: 2, attention: 1, well: 0, pending: 0, empty: 0, unknown: 6 },
  });
  expect(await statesFor('Neither', ['statistics'])).toEqual({
    ...TOTALS,
    devices: null,
    online: null,
    offline: null,
    alarms: null,
    states: { trouble: 0, attention: 0, well: 0, pending: 0, empty: 0, unknown: 9 },
  });
});

test('lists the worst sites and counts all of them', async () => {
  const max = STATISTICS_LIMITS.sitesOnMapMax;
  // Each with a notice, which alone ranks below an unreachable site.
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      with made as (
        insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone, latitude, longitude)
        select ${owner.tenant}, gen_random_uuid(), ${organization}, 'Branch ' || number, 'PL', 'Etc/GMT-1', 54, 18
        from generate_series(1, ${max}::int) number
        returning tenant_id, id, name
      )
      insert into alarm (tenant_id, id, rule_id, rule_name, shipped, type, level, state, site_id, site_name,
        device_name, part, cause, value, threshold, raised_at)
      select tenant_id, gen_random_uuid(), gen_random_uuid(), '', 'highCpu', 'highCpu', 'notice', 'unconfirmed', id,
        name, '', '', '', 97, 95, ${server.platform.now()}
      from made`),
  );
  const { sites, totals } = await health(owner);
  const names = sites.map(({ siteName }) => siteName);
  expect(names).toHaveLength(max);
  expect(names.slice(0, 9)).toEqual([...SITES.slice(0, 8).map(({ name }) => name), 'Branch 1']);
  expect(names).not.toContain('Attic');
  expect(totals).toEqual({
    ...TOTALS,
    sites: 9 + max,
    alarms: 4 + max,
    states: { ...TOTALS.states, empty: 1 + max },
  });
});
