import { ERRORS, OK, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { TOPOLOGY_LIMITS } from '@airloom/contract/topology/topology.limits';
import type { Layout } from '@airloom/contract/topology/topology.model';
import type { LinkSample } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAlarm } from '../../../testing/alarm-builders.ts';
import { buildMember, type Person } from '../../../testing/builders.ts';
import { buildDevices } from '../../../testing/device-builders.ts';
import { operationLine } from '../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import { portOf, reportOf } from '../../monitoring/telemetry/testing/reports.ts';
import { listen } from '../../people/identity/testing/live.ts';
import { buildEstate, buildLastReport, type Estate } from '../devices/testing/estate.ts';

let server: TestServer;
let estate: Estate;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  estate = await buildEstate(server);
});
afterAll(() => server.stop());

/** Devices of the lobby: a gateway, two switches and three access points without reports. */
async function lobby() {
  const names = ['gw', 'sw1', 'sw2', 'ap1', 'ap2', 'ap3'] as const;
  const kinds = ['gateway', 'switch', 'switch', 'ap', 'ap', 'ap'] as const;
  const built = await buildDevices(
    server,
    estate.owner,
    names.map((name, at) => ({
      siteId: estate.lobby,
      name,
      kind: kinds[at] ?? 'ap',
      status: 'online' as const,
    })),
  );
  const [gw, sw1, sw2, ap1, ap2, ap3] = built;
  if (!gw || !sw1 || !sw2 || !ap1 || !ap2 || !ap3) throw new Error('The lobby is not whole');
  return { gw, sw1, sw2, ap1, ap2, ap3 };
}

function sees(port: string, peer: { readonly serial: string }, peerPort: string): LinkSample {
  return { port, peerMac: peer.serial, peerName: 'peer', peerPort, peerDescription: '' };
}

async function view(who: Person = estate.owner, siteUUID = estate.lobby) {
  return (await server.call('viewTopology', { siteUUID }, { as: who.token })).data;
}

/** Device name → name of its parent. */
async function tree(who?: Person): Promise<Record<string, string | null>> {
  const { nodes } = await view(who);
  const names = new Map(nodes.map(({ deviceUUID, name }) => [deviceUUID, name]));
  return Object.fromEntries(
    nodes.map(({ name, upperUUID }) => [name, upperUUID === null ? null : (names.get(upperUUID) ?? '?')]),
  );
}

function link(
  upper: { readonly id: string },
  lower: { readonly id: string },
  who: Person = estate.owner,
  siteUUID = estate.lobby,
) {
  return server.call('createLink', { siteUUID, upperUUID: upper.id, lowerUUID: lower.id }, { as: who.token });
}

test('combines reported, managed and manual links in one topology', async () => {
  const { gw, sw1, ap1, ap2 } = await lobby();
  const [thin] = await buildDevices(server, estate.owner, [
    { siteId: estate.lobby, name: 'thin', kind: 'ap', managedBy: gw.id },
  ]);
  await buildLastReport(estate, sw1.id, {
    report: reportOf({
      ports: [
        portOf('up', { uplink: true, linked: true, speedMbps: 10_000, rxErrors: 0, txErrors: 1 }),
        portOf('p3', { linked: true, speedMbps: 2500, rxErrors: 2, txErrors: 0 }),
      ],
      links: [
        sees('up', gw, 'lan1'),
        sees('p3', ap1, 'eth0'),
        sees('p9', { serial: '02:00:5e:00:00:01' }, 'x'),
      ],
    }),
  });
  await buildLastReport(estate, ap2.id, {
    clients: 7,
    report: reportOf({ mesh: { parentSerial: ap1.serial, hops: 1, signal: -60 } }),
  });
  // Reports about controller members contain no ports.
  await buildLastReport(estate, thin?.id ?? '', { report: { addresses: [], radios: [], clients: [] } });
  const alarm = { siteId: estate.lobby, deviceKind: 'ap' as const, ruleId: estate.lobby };
  await buildAlarm(server, estate.owner, { ...alarm, deviceId: ap1.id });
  await buildAlarm(server, estate.owner, { ...alarm, deviceId: ap1.id, clearedAt: server.platform.now() });
  await server.call(
    'savePlaces',
    { siteUUID: estate.lobby, layout: 'right', places: [{ deviceUUID: gw.id, place: { x: 10, y: -20.5 } }] },
    estate.as,
  );

  const { nodes, links, places, strangers, total } = await view();
  expect(places).toEqual([{ deviceUUID: gw.id, layout: 'right', x: 10, y: -20.5 }]);
  expect(total).toBe(7);
  expect(await tree()).toEqual({
    gw: null,
    sw1: 'gw',
    sw2: null,
    ap1: 'sw1',
    ap2: 'ap1',
    ap3: null,
    thin: 'gw',
  });
  const byName = new Map(nodes.map((node) => [node.name, node]));
  expect(byName.get('gw')).toMatchObject({
    kind: 'gateway',
    alarms: 0,
    clients: null,
  });
  expect(byName.get('ap1')).toMatchObject({ alarms: 1, status: 'online' });
  expect(byName.get('ap2')).toMatchObject({ clients: 7 });
  expect(byName.get('thin')).toMatchObject({ status: 'offline', clients: 0 });
  const between = { linkUUID: null, kind: 'wired', isUp: true, downKbps: null, upKbps: null };
  expect(links).toEqual(
    expect.arrayContaining([
      {
        ...between,
        upperUUID: gw.id,
        lowerUUID: sw1.id,
        upperPort: 'lan1',
        lowerPort: 'up',
        speedMbps: 10_000,
        errors: 1,
      },
      {
        ...between,
        upperUUID: sw1.id,
        lowerUUID: ap1.id,
        upperPort: 'p3',
        lowerPort: 'eth0',
        speedMbps: 2500,
        errors: 2,
      },
      expect.objectContaining({ kind: 'mesh', upperUUID: ap1.id, lowerUUID: ap2.id, isUp: true }),
      expect.objectContaining({ kind: 'managed', upperUUID: gw.id, lowerUUID: thin?.id, isUp: false }),
    ]),
  );
  expect(links).toHaveLength(4);
  expect(strangers).toEqual([
    { mac: '02:00:5e:00:00:01', name: 'peer', description: '', besideUUID: sw1.id, port: 'p9' },
  ]);
});

test('shows the traffic between the two newest reports, and the uplink of the gateway', async () => {
  const { gw, sw1 } = await lobby();
  const at = server.platform.now();
  await buildLastReport(estate, gw.id, {
    at,
    report: reportOf({
      ports: [
        portOf('wan', {
          uplink: true,
          linked: true,
          speedMbps: 1000,
          traffic: { rxBytes: 60_000_000, txBytes: 6_000_000 },
        }),
        portOf('lan1', {
          linked: true,
          speedMbps: 1000,
          traffic: { rxBytes: 30_000_000, txBytes: 90_000_000 },
        }),
      ],
      links: [sees('lan1', sw1, 'up')],
    }),
  });
  const earlier = { wan: [0, 0], lan1: [0, 30_000_000] };
  const before = (ms: number) =>
    server.platform.database.asSystem((tx) =>
      tx.run(sql`
        update device_last_report set earlier_port_bytes = ${JSON.stringify(earlier)},
          earlier_ts = ${new Date(at.getTime() - ms)} where device_id = ${gw.id}`),
    );
  await before(60_000);
  const { links, internet } = await view();
  expect(links).toEqual([expect.objectContaining({ lowerUUID: sw1.id, downKbps: 8_000, upKbps: 4_000 })]);
  const uplink = { deviceUUID: gw.id, port: 'wan', speedMbps: 1000, errors: null, isUp: true };
  expect(internet).toEqual([{ ...uplink, downKbps: 8_000, upKbps: 800 }]);
  // Too long ago to say anything about the present.
  await before(3_600_000);
  expect((await view()).links[0]).toMatchObject({ downKbps: null, upKbps: null });
});

test('adds and deletes a manual link', async () => {
  const { sw1, ap1 } = await lobby();
  const manualLinks = await server.call(
    'createLink',
    { siteUUID: estate.lobby, upperUUID: sw1.id, lowerUUID: ap1.id, upperPort: ' p5 ' },
    estate.as,
  );
  expect(manualLinks.code).toBe(OK);
  expect((await view()).links).toEqual([
    {
      linkUUID: manualLinks.data.linkUUID,
      kind: 'manual',
      upperUUID: sw1.id,
      lowerUUID: ap1.id,
      upperPort: 'p5',
      lowerPort: '',
      speedMbps: null,
      errors: null,
      isUp: null,
      downKbps: null,
      upKbps: null,
    },
  ]);
  expect((await tree())['ap1']).toBe('sw1');
  const { linkUUID } = manualLinks.data;
  expect((await server.call('deleteLink', { linkUUID }, estate.as)).code).toBe(OK);
  expect((await view()).links).toEqual([]);
  expect((await server.call('deleteLink', { linkUUID }, estate.as)).code).toBe(ERRORS.notFound.code);
  const log = await server.call('listOperations', {}, estate.as);
  expect(log.data.rows.map(operationLine)).toEqual(
    expect.arrayContaining(['createLink: link sw1 – ap1', 'deleteLink: link sw1 – ap1']),
  );
});

test('returns an error message for each violated link rule', async () => {
  const { gw, sw1, sw2, ap1 } = await lobby();
  await link(gw, sw1);
  await link(sw1, ap1);
  expect(await link(sw1, gw)).toMatchObject({
    code: ERRORS.linkDuplicate.code,
    msg: 'sw1 and gw are already linked.',
  });
  expect(await link(sw2, ap1)).toMatchObject({
    code: ERRORS.linkUplinkTaken.code,
    msg: 'sw1 is already the uplink device of ap1. A device has only one uplink device.',
  });
  expect((await link(ap1, gw)).code).toBe(ERRORS.linkRootLoop.code);
  expect((await link(sw2, sw2)).code).toBe(ERRORS.linkRootLoop.code);
  const empty = await server.send(
    'createLink',
    { siteUUID: estate.lobby, upperUUID: '', lowerUUID: ap1.id },
    estate.as,
  );
  expect(empty.failure.fields?.['upperUUID']?.key).toBe('validation.linkedDevice');
  expect((await view()).links).toHaveLength(2);
});

test('counts a reported link as the uplink of a device', async () => {
  const { gw, sw1, sw2 } = await lobby();
  const ports = [portOf('up', { uplink: true, linked: true })];
  await buildLastReport(estate, sw1.id, { report: reportOf({ ports, links: [sees('up', gw, 'lan1')] }) });
  expect((await link(sw2, sw1)).code).toBe(ERRORS.linkUplinkTaken.code);
  expect((await link(sw1, gw)).code).toBe(ERRORS.linkDuplicate.code);
});

/** Starts calls while writing links is blocked, so that all of them have read before the first one writes. */
async function atOnce(...calls: (() => ReturnType<typeof link>)[]): Promise<number[]> {
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('lock table topology_link in share mode');
    const answers = Promise.all(calls.map((call) => call()));
    const waiting = async () => {
      // Device kinds do not change within the transaction.
      await client.query('select pg_stat_clear_snapshot()');
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.count;
    };
    await expect.poll(waiting, WITHIN).toBe(calls.length);
    await client.query('commit');
    return (await answers).map(({ code }) => code).toSorted((one, other) => one - other);
  } finally {
    await client.end();
  }
}

test('enforces the link rules for concurrent calls', async () => {
  const { sw1, sw2, ap1, ap2 } = await lobby();
  // Any two of them are valid; all three form a cycle.
  const circle = [() => link(sw1, sw2), () => link(sw2, ap1), () => link(ap1, sw1)];
  expect(await atOnce(...circle)).toEqual([OK, OK, ERRORS.linkRootLoop.code]);
  const uplinks = [() => link(sw1, ap2), () => link(sw2, ap2), () => link(ap1, ap2)];
  expect(await atOnce(...uplinks)).toEqual([OK, ERRORS.linkUplinkTaken.code, ERRORS.linkUplinkTaken.code]);
});

test('accepts links only between visible devices of the same site', async () => {
  const { sw1, ap1 } = await lobby();
  const [inBar] = await buildDevices(server, estate.owner, [{ siteId: estate.bar, name: 'bar' }]);
  const near = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.lobby] });
  const far = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.bar] });
  const observer = await buildMember(server, estate.owner, 'siteObserver', { siteIds: [estate.lobby] });
  const stranger = await buildEstate(server);
  expect((await link(sw1, inBar ?? ap1)).code).toBe(ERRORS.notFound.code);
  for (const who of [far, stranger.owner]) {
    expect((await link(sw1, ap1, who)).code).toBe(ERRORS.notFound.code);
    const neighbour = await server.call('viewTopology', { siteUUID: estate.lobby }, { as: who.token });
    expect(neighbour.code).toBe(ERRORS.notFound.code);
  }
  expect((await link(sw1, ap1, observer)).code).toBe(ERRORS.permissionDenied.code);
  const manualLinks = await link(sw1, ap1, near);
  expect(manualLinks.code).toBe(OK);
  const { linkUUID } = manualLinks.data;
  expect((await server.call('deleteLink', { linkUUID }, { as: far.token })).code).toBe(ERRORS.notFound.code);
  expect((await view(observer)).links).toHaveLength(1);
});

test('shows a person with some device classes those devices below their nearest visible parent', async () => {
  const { gw, sw1, ap1 } = await lobby();
  await link(gw, sw1);
  await link(sw1, ap1);
  const role = await server.call(
    'createRole',
    { name: 'Radio', permissions: ['net_map:operate', 'ap_device', 'dcme_device', 'device_manage'] },
    estate.as,
  );
  const member = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.lobby] });
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update membership set role_id = ${role.data.roleUUID} where id = ${member.membershipId}`),
  );
  expect(await tree(member)).toEqual({ gw: null, ap1: 'gw', ap2: null, ap3: null });
  const neighbour = await view(member);
  expect(neighbour.links).toEqual([]);
  expect(neighbour.nodes.map(({ alarms }) => alarms)).toEqual([null, null, null, null]);
  // Hidden devices still count.
  expect((await link(ap1, gw, member)).code).toBe(ERRORS.linkRootLoop.code);
  expect((await link(sw1, gw, member)).code).toBe(ERRORS.notFound.code);
  expect(await link(gw, ap1, member)).toMatchObject({
    code: ERRORS.linkUplinkTaken.code,
    msg: '– is already the uplink device of ap1. A device has only one uplink device.',
  });
});

async function placesNow(layout: Layout = 'right') {
  const { nodes, places } = await view();
  const names = new Map(nodes.map(({ deviceUUID, name }) => [deviceUUID, name]));
  return Object.fromEntries(
    places
      .filter((place) => place.layout === layout)
      .map(({ deviceUUID, x, y }) => [names.get(deviceUUID), { x, y }]),
  );
}

test('stores, moves and removes positions, and skips devices of other sites', async () => {
  const { gw, ap1 } = await lobby();
  const [inBar] = await buildDevices(server, estate.owner, [{ siteId: estate.bar, name: 'bar' }]);
  const save = (
    places: { deviceUUID: string; place: { x: number; y: number } | null }[],
    who = estate.owner,
    layout: Layout = 'right',
  ) => server.call('savePlaces', { siteUUID: estate.lobby, layout, places }, { as: who.token });
  const first = await save([
    { deviceUUID: gw.id, place: { x: 1, y: 2 } },
    { deviceUUID: ap1.id, place: { x: 3, y: 4 } },
    { deviceUUID: inBar?.id ?? '', place: { x: 5, y: 6 } },
  ]);
  expect(first.data.saved).toBe(2);
  expect(await placesNow()).toEqual({ gw: { x: 1, y: 2 }, ap1: { x: 3, y: 4 } });
  const again = await save([{ deviceUUID: gw.id, place: { x: 1, y: 2 } }]);
  expect(again).toMatchObject({ code: OK_NOTHING_CHANGED, data: { saved: 0 } });
  await save([
    { deviceUUID: gw.id, place: null },
    { deviceUUID: ap1.id, place: { x: 30, y: 4 } },
  ]);
  expect(await placesNow()).toEqual({ ap1: { x: 30, y: 4 } });
  await save([{ deviceUUID: ap1.id, place: { x: 7, y: 8 } }], estate.owner, 'radial');
  expect([await placesNow(), await placesNow('radial'), await placesNow('down')]).toEqual([
    { ap1: { x: 30, y: 4 } },
    { ap1: { x: 7, y: 8 } },
    {},
  ]);
  await save([{ deviceUUID: ap1.id, place: null }], estate.owner, 'radial');
  expect([await placesNow(), await placesNow('radial')]).toEqual([{ ap1: { x: 30, y: 4 } }, {}]);
  const far = await save([{ deviceUUID: gw.id, place: { x: TOPOLOGY_LIMITS.placeMax + 1, y: 0 } }]);
  expect(far.code).toBe(ERRORS.invalidInput.code);
  const stranger = await buildEstate(server);
  expect((await save([{ deviceUUID: gw.id, place: null }], stranger.owner)).code).toBe(ERRORS.notFound.code);
  const log = await server.call('listOperations', {}, estate.as);
  expect(log.data.rows.filter(({ call }) => call === 'savePlaces')).toHaveLength(4);
});

test('undoes a move only while the devices are where it put them', async () => {
  const { gw, ap1 } = await lobby();
  type Places = Parameters<typeof server.call<'savePlaces'>>[1]['places'];
  const save = (places: Places) =>
    server.call('savePlaces', { siteUUID: estate.lobby, layout: 'right', places }, estate.as);
  const [moved, other] = [
    { x: 0.1, y: 2 },
    { x: 5, y: 6 },
  ];
  await save([{ deviceUUID: gw.id, place: moved }]);
  const undo = [
    { deviceUUID: gw.id, place: null, expected: moved },
    { deviceUUID: ap1.id, place: other, expected: null },
  ];
  await save([{ deviceUUID: ap1.id, place: { x: 9, y: 9 } }]);
  expect((await save(undo)).code).toBe(ERRORS.undoOutdated.code);
  expect(await placesNow()).toEqual({ gw: moved, ap1: { x: 9, y: 9 } });
  await save([{ deviceUUID: ap1.id, place: null }]);
  expect((await save(undo)).data.saved).toBe(2);
  expect(await placesNow()).toEqual({ ap1: other });
});

test('removes links and positions of a device that moves to another site', async () => {
  const { sw1, ap1, ap2 } = await lobby();
  const [inBar] = await buildDevices(server, estate.owner, [
    { siteId: estate.bar, name: 'bar', kind: 'switch' },
  ]);
  await link(sw1, ap1);
  await link(sw1, ap2);
  const places = [{ deviceUUID: ap1.id, place: { x: 3, y: 4 } }];
  await server.call('savePlaces', { siteUUID: estate.lobby, layout: 'down', places }, estate.as);
  await server.call('moveDevices', { deviceUUIDs: [ap1.id], siteUUID: estate.bar }, estate.as);
  // Also before the event is delivered.
  expect((await link(inBar ?? sw1, ap1, estate.owner, estate.bar)).code).toBe(OK);
  await server.settled();
  await server.call('moveDevices', { deviceUUIDs: [ap1.id], siteUUID: estate.lobby }, estate.as);
  await server.settled();
  const { links, places: left } = await view();
  expect(links.map(({ lowerUUID }) => lowerUUID)).toEqual([ap2.id]);
  expect(left).toEqual([]);
});

test('notifies browsers of people who see the site, and no others', async () => {
  const { sw1, ap1 } = await lobby();
  const near = await buildMember(server, estate.owner, 'siteObserver', { siteIds: [estate.lobby] });
  const far = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.bar] });
  await server.settled();
  const [close, distant] = await Promise.all(
    [near, far].map(({ token }) => listen(server, { authorization: `Bearer ${token}` })),
  );
  await link(sw1, ap1);
  await expect.poll(() => close?.heard, WITHIN).toContain('topologyChanged');
  expect(distant?.heard).not.toContain('topologyChanged');
  close?.socket.terminate();
  distant?.socket.terminate();
});
