import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { buildTerminal } from '../../../../testing/terminal-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';

const [phone, pad, kept] = ['a4:83:e7:00:00:01', 'a4:83:e7:00:00:02', 'a4:83:e7:00:00:03'] as const;

let server: TestServer;
let owner: Person;
let observer: Person;
let harbour: string;
let pier: string;
const start = Date.now();
const ago = (ms: number) => new Date(start - ms);

/** The stored row of the account. */
async function note(mac: string, given: { first?: Date; last?: Date; blocked?: Date }): Promise<void> {
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sqlBuilder
        .updateTable('terminal')
        .set({
          ...(given.first && { first_seen_at: given.first }),
          ...(given.last && { last_seen_at: given.last }),
          ...(given.blocked && { blocked_at: given.blocked }),
        })
        .where('tenant_id', '=', owner.tenant)
        .where('mac', '=', mac),
    ),
  );
}

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  const north = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, north, 'Harbour');
  const hill = await buildSite(server, owner, north, 'Hill');
  observer = await buildMember(server, owner, 'siteObserver', { siteIds: [harbour] });
  pier = (await buildDevice(server, owner, { siteId: harbour, name: 'Pier' })).id;
  const top = (await buildDevice(server, owner, { siteId: hill, name: 'Top' })).id;
  const session = (mac: string, place: 'pier' | 'top', startedAt: Date, endedAt: Date) =>
    buildTerminal(server, owner, {
      mac,
      ...(place === 'pier' ? { siteId: harbour, deviceId: pier } : { siteId: hill, deviceId: top }),
      startedAt,
      endedAt,
    });
  // Twice at the harbour; before, between and after on the hill.
  await session(phone, 'top', ago(9 * DAY), ago(8 * DAY));
  await session(phone, 'pier', ago(5 * DAY), ago(4 * DAY));
  await session(phone, 'top', ago(3 * DAY), ago(2 * DAY));
  await session(phone, 'pier', ago(DAY), ago(3 * HOUR));
  await session(phone, 'top', ago(2 * HOUR), ago(10 * MINUTE));
  await note(phone, { first: ago(9 * DAY), last: ago(HOUR), blocked: ago(MINUTE) });
  // The longer session started before the other one.
  await session(pad, 'pier', ago(6 * HOUR), ago(20 * MINUTE));
  await session(pad, 'pier', ago(5 * HOUR), ago(4 * HOUR));
  await note(pad, { first: ago(30 * DAY), last: ago(5 * HOUR), blocked: ago(2 * MINUTE) });
  // Only an old session is still stored.
  await session(kept, 'top', ago(40 * DAY), ago(39 * DAY));
  await note(kept, { first: ago(90 * DAY), last: ago(30 * DAY), blocked: ago(3 * MINUTE) });
});
afterAll(() => server.stop());

async function seen(mac: string, { token }: Person) {
  const { data } = await server.call('viewTerminal', { mac }, { as: token });
  return [data.firstSeenAt, data.lastSeenAt];
}

async function blocked({ token }: Person) {
  const { data } = await server.call('listBlockedTerminals', {}, { as: token });
  expect(data.total).toBe(data.rows.length);
  return data.rows.map(({ mac, lastSeenAt }) => [mac, lastSeenAt]);
}

const times = (...given: readonly Date[]) => given.map((at) => at.toISOString());

test('returns the last seen time to the minute for a person who sees the whole account', async () => {
  expect(await seen(phone, owner)).toEqual(times(ago(9 * DAY), ago(10 * MINUTE)));
  expect(await seen(pad, owner)).toEqual(times(ago(30 * DAY), ago(20 * MINUTE)));
  expect(await seen(kept, owner)).toEqual(times(ago(90 * DAY), ago(30 * DAY)));
  expect(await blocked(owner)).toEqual([
    [phone, ago(10 * MINUTE).toISOString()],
    [pad, ago(20 * MINUTE).toISOString()],
    [kept, ago(30 * DAY).toISOString()],
  ]);
});

test('returns times of the own site only for an operator of one site', async () => {
  expect(await seen(phone, observer)).toEqual(times(ago(5 * DAY), ago(3 * HOUR)));
  expect(await seen(pad, observer)).toEqual(times(ago(6 * HOUR), ago(20 * MINUTE)));
  expect((await server.call('viewTerminal', { mac: kept }, { as: observer.token })).code).toBe(40400);
  expect(await blocked(observer)).toEqual([
    [phone, ago(3 * HOUR).toISOString()],
    [pad, ago(20 * MINUTE).toISOString()],
  ]);
});

test('uses sessions at deleted devices for a person who sees the whole account', async () => {
  const mac = 'a4:83:e7:00:00:04';
  const gone = await buildDevice(server, owner, { siteId: harbour, name: 'Gone' });
  await buildTerminal(server, owner, {
    mac,
    siteId: harbour,
    deviceId: gone.id,
    startedAt: ago(2 * HOUR),
    endedAt: ago(HOUR),
  });
  await note(mac, { last: ago(2 * HOUR) });
  await server.call('deleteDevices', { deviceUUIDs: [gone.id] }, { as: owner.token });
  expect(await seen(mac, owner)).toEqual(times(ago(2 * HOUR), ago(HOUR)));
});

test('hides host names from other sites from an operator of one site', async () => {
  const mac = 'a4:83:e7:00:00:05';
  const at = { mac, siteId: harbour, deviceId: pier, startedAt: ago(2 * DAY), endedAt: ago(DAY) };
  await buildTerminal(server, owner, { ...at, hostname: 'till' });
  await note(mac, { blocked: ago(4 * MINUTE) });
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sqlBuilder
        .updateTable('terminal')
        .set({ hostname: 'director-private' })
        .where('tenant_id', '=', owner.tenant)
        .where('mac', '=', mac),
    ),
  );
  const as = { as: observer.token };
  const found = async (search: string, options = as) =>
    (await server.call('listBlockedTerminals', { search }, options)).data.rows.map(
      ({ hostname }) => hostname,
    );
  expect(JSON.stringify(await server.call('viewTerminal', { mac }, as))).not.toContain('director');
  expect(await found('director')).toEqual([]);
  expect(await found('till')).toEqual(['till']);
  expect(await found('director', { as: owner.token })).toEqual(['director-private']);
});
