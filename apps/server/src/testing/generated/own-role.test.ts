import type { CallName } from '@airloom/contract/all-calls';
import { DEVICE_CLASS_KEYS, DEVICE_KINDS, KIND_PERMISSION } from '@airloom/contract/devices/device-classes';
import type { Grant } from '@airloom/contract/permissions';
import { DAY } from '@airloom/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../builders.ts';
import { buildNetworkOfAllKinds, type DeviceOfKind } from '../network-of-all-kinds.ts';
import { buildPersonWith, offeredPermissions } from '../role-builders.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { buildWorld, type World } from '../world.ts';
import { answerTo, type Read, readsOf, withoutOwnAffairs } from './read-calls.ts';
import { WITH_GATEWAY } from './with-gateway.ts';

/**
 * Differences that are expected: reads of the whole account return more to a super administrator, since every other role
 * has organizations or sites. Everything else must be the same.
 */
const OF_WHOLE_ACCOUNT: readonly CallName[] = [
  // The role of the super administrator cannot be granted by others.
  'listRoles',
  // They do not see people with more reach.
  'listSubAccounts',
  // A line of the operation log has no site.
  'listOperations',
  'exportOperations',
  // Unclaimed devices.
  'deviceCounts',
  'listUnclaimed',
  'listTrustedCas',
  // People with more reach, and unclaimed devices.
  'searchEverything',
  // Monitored clients without a site.
  'queryAlarmMacs',
  // Counts of the whole account.
  'getUsage',
  // Paths of webhooks.
  'listWebhooks',
  'todos',
];

let server: TestServer;
let world: World;
let network: readonly DeviceOfKind[];
let reads: readonly Read[];
/** The answers to the super administrator, read by read. */
let whole: readonly string[];
/** Every permission that the tree offers to the super administrator. */
let offered: readonly Grant[];

const textOf = async (person: Person, read: Read) => JSON.stringify(await answerTo(server, person, read));

beforeAll(async () => {
  // In the daytime: at night access points get scan commands.
  const noon = Math.floor((Date.now() - DAY / 2) / DAY) * DAY + DAY / 2;
  server = await startTestServer(WITH_GATEWAY, { clock: () => noon });
  world = await buildWorld(server);
  network = await buildNetworkOfAllKinds(server, world.owner, world.siteUUID);
  reads = withoutOwnAffairs(await readsOf(world, network));
  offered = await offeredPermissions(server, world.owner);
  await server.settled();
  const answers: string[] = [];
  for (const read of reads) answers.push(await textOf(world.owner, read));
  whole = answers;
});
afterAll(() => server.stop());

/** Somebody with a role of the account's own over all of its organizations. */
const personWith = (permissions: readonly Grant[]) =>
  buildPersonWith(server, world.owner, permissions, {
    enterpriseUUIDs: [world.enterpriseUUID, world.emptyEnterpriseUUID],
  });

const withoutClasses = () =>
  offered.filter((grant) => !DEVICE_CLASS_KEYS.some((key) => grant === key || grant === `${key}:operate`));

test('a role with every right the tree offers sees what the super administrator sees', async () => {
  const person = await personWith(offered);
  const different = new Set<CallName>();
  for (const [place, read] of reads.entries()) {
    const own = await textOf(person, read);
    if (own === whole[place]) continue;
    different.add(read.name);
    if (!OF_WHOLE_ACCOUNT.includes(read.name))
      expect.soft({ ...read, answer: own }).toEqual({ ...read, answer: whole[place] });
  }
  expect(different).toEqual(new Set(OF_WHOLE_ACCOUNT));
});

describe.each(DEVICE_KINDS)('a role with only the device class %s', (kind) => {
  let person: Person;
  beforeAll(async () => {
    person = await personWith([...withoutClasses(), KIND_PERMISSION[kind]]);
  });
  const as = () => ({ as: person.token });

  test('reads devices, alarms and clients of that class and of no other', async () => {
    const hidden = network
      .filter((one) => one.kind !== kind)
      .flatMap(({ mark, deviceUUID, alarmUUID, alarmHistoryUUID, mac }) => [
        mark,
        deviceUUID,
        alarmUUID,
        alarmHistoryUUID,
        mac,
      ]);
    // The access point of the world.
    if (kind !== 'ap') hidden.push(world.deviceUUID, world.alarmUUID, world.pastAlarmUUID);
    const mark = network.find((one) => one.kind === kind)?.mark ?? '';
    const problems: object[] = [];
    for (const [place, read] of reads.entries()) {
      const own = await textOf(person, read);
      const asked = JSON.stringify(read.input);
      const leaked = hidden.filter((text) => own.includes(text) && !asked.includes(text));
      if (leaked.length > 0) problems.push({ ...read, leaked });
      // What belongs to a hidden device is not found.
      if (OF_WHOLE_ACCOUNT.includes(read.name) || hidden.some((text) => asked.includes(text))) continue;
      if (whole[place]?.includes(mark) && !own.includes(mark)) problems.push({ ...read, own });
    }
    expect(problems).toEqual([]);
  });

  test('reads figures of that class', async () => {
    const isOnline = DEVICE_KINDS.indexOf(kind) % 2 === 0;
    // The world itself has an access point, offline, with an alarm.
    const more = kind === 'ap' ? 1 : 0;
    const { siteUUID } = world;
    const health = (await server.call('siteHealth', { siteUUID }, as())).data;
    const [site] = health.sites;
    const sessions = (await server.call('listOnlineTerminals', { siteUUID, size: 200 }, as())).data.rows;
    const clients = new Set(sessions.map(({ mac }) => mac)).size;
    expect({ kinds: health.kinds, devices: site?.devices, online: site?.online }).toEqual({
      kinds: [kind],
      devices: (await server.call('listDevices', { siteUUID }, as())).data.total,
      online: Number(isOnline),
    });
    expect(site?.clients).toBe(clients);
    expect((await server.call('networkNow', { siteUUID }, as())).data.clients).toBe(clients);
    expect((await server.call('onlineCounts', { siteUUID }, as())).data.total).toBe(clients);
    const alarms = (await server.call('getAlarmLogCount', { siteUUID }, as())).data;
    expect([site?.alarms, alarms?.total]).toEqual([1 + more, 1 + more]);
    const assets = (await server.call('assetStatistics', { siteUUID }, as())).data;
    expect([assets.devices, assets.kinds.map((one) => one.kind)]).toEqual([site?.devices, [kind]]);
    const counts = (await server.call('deviceCounts', { siteUUID }, as())).data;
    expect(counts.kinds.map((one) => [one.kind, one.total])).toEqual([[kind, site?.devices]]);
    const picture = (await server.call('viewTopology', { siteUUID }, as())).data;
    expect(new Set(picture.nodes.map((node) => node.kind))).toEqual(new Set([kind]));
  });
});

test('a role without any device class gets no figures of devices and no status of sites', async () => {
  const person = await personWith(withoutClasses());
  const as = { as: person.token };
  const marks = network.flatMap(({ mark, deviceUUID, alarmUUID }) => [mark, deviceUUID, alarmUUID]);
  const answers: string[] = [];
  for (const read of reads) {
    const own = await textOf(person, read);
    const asked = JSON.stringify(read.input);
    if (marks.some((text) => own.includes(text) && !asked.includes(text))) answers.push(read.name);
  }
  expect(answers).toEqual([]);
  const { siteUUID } = world;
  const health = (await server.call('siteHealth', { siteUUID }, as)).data;
  expect(health).toMatchObject({
    kinds: [],
    sites: [{ devices: null, online: null, clients: null, alarms: null, state: 'unknown' }],
    totals: { devices: null, online: null, alarms: null, states: { well: 0, unknown: 1 } },
  });
  expect((await server.call('networkNow', {}, as)).data).toMatchObject({
    clients: null,
    clientsBefore: null,
  });
  expect((await server.call('getAlarmLogCount', {}, as)).data).toBeNull();
  expect((await server.call('topTerminals', { range: 'day' }, as)).data).toBeNull();
  expect((await server.call('todos', {}, as)).data).toMatchObject({
    unclaimed: null,
    upgradesFailed: null,
    upgradesRunning: null,
    configurationsFailed: null,
  });
  const page = { page: 'property', range: 'day', format: 'csv' } as const;
  expect((await server.call('exportStatistics', page, as)).failure.missing).toBe('all_device');
});
