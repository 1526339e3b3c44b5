import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { errorKeyOf, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildDevice, buildDevices } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../people/identity/testing/expectations.ts';
import { buildRadios } from '../settings/testing/networks.ts';
import { buildCertificate, buildEstate, buildLastReport, type Estate } from './testing/estate.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('the list', () => {
  let estate: Estate;
  let gateway: string;
  beforeAll(async () => {
    estate = await buildEstate(server);
    const { lobby, bar, library, owner } = estate;
    gateway = (
      await buildDevice(server, owner, { siteId: lobby, name: 'gate', kind: 'gateway', status: 'online' })
    ).id;
    const [alpha, beta] = await buildDevices(server, owner, [
      {
        siteId: lobby,
        name: 'alpha',
        serial: '903cb3bb1da8',
        sn: 'WL12345AB105XXXXX1',
        model: 'EAP101',
        version: 'v1',
        ip: '10.0.0.9',
        position: 'Desk 4',
        status: 'online',
        managedBy: gateway,
      },
      { siteId: lobby, name: 'Beta', ip: '10.0.0.10', model: 'EAP101', version: 'v2', status: 'online' },
      { siteId: bar, name: 'core', kind: 'switch', ip: '9.1.1.1' },
      { siteId: library, name: 'shelf', kind: 'smart' },
      { siteId: null, name: 'waiting one' },
    ]);
    await buildLastReport(estate, alpha?.id ?? '', { cpu: 80, clients: 3, uptime: 100 });
    await buildLastReport(estate, beta?.id ?? '', { cpu: 20, clients: 9 });
  });

  async function names(input: object): Promise<string[]> {
    const answer = await server.call('listDevices', input, estate.as);
    expectSuccess(answer);
    expect(answer.data.total).toBe(answer.data.rows.length);
    return answer.data.rows.map((row) => row.name);
  }

  test('shows devices of sites by name, without unclaimed ones', async () => {
    expect(await names({})).toEqual(['alpha', 'Beta', 'core', 'gate', 'shelf']);
    expect(await names({ sort: '-name' })).toEqual(['shelf', 'gate', 'core', 'Beta', 'alpha']);
  });

  test.each([
    ['alph', 'alpha'],
    ['WL12345', 'alpha'],
    ['90:3C:B3', 'alpha'],
    ['90-3c-b3-bb-1d-a8', 'alpha'],
    ['903c.b3bb', 'alpha'],
    ['903cb3bb1da8', 'alpha'],
    ['10.0.0.10', 'Beta'],
    ['desk 4', 'alpha'],
    ['BETA', 'Beta'],
  ])('search %s', async (search, found) => expect(await names({ search })).toEqual([found]));

  test('escapes database wildcards', async () => {
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ search: '_' })).toEqual([]);
  });

  test.each<[object, string[]]>([
    [{ kind: 'switch' }, ['core']],
    [{ status: 'online' }, ['alpha', 'Beta', 'gate']],
    [{ model: 'EAP101', version: 'v2' }, ['Beta']],
    [{ search: 'eap101', version: 'v1' }, ['alpha']],
    [{ upgradeStatus: 'upgrading' }, []],
    [{ configurationState: 'unmanaged', kind: 'smart' }, ['shelf']],
  ])('filter %j', async (filter, found) => expect(await names(filter)).toEqual(found));

  test('filters by site and by controller', async () => {
    expect(await names({ siteUUID: estate.bar })).toEqual(['core']);
    expect(await names({ enterpriseUUID: estate.schools })).toEqual(['shelf']);
    expect(await names({ managedByUUID: gateway })).toEqual(['alpha']);
  });

  test('sorts by figures with unknown ones last, and addresses numerically', async () => {
    expect((await names({ sort: '-cpuPercent' })).slice(0, 2)).toEqual(['alpha', 'Beta']);
    expect((await names({ sort: 'cpuPercent' })).slice(0, 2)).toEqual(['Beta', 'alpha']);
    expect((await names({ sort: '-clients' }))[0]).toBe('Beta');
    expect((await names({ sort: 'ip' })).slice(0, 3)).toEqual(['core', 'alpha', 'Beta']);
    expect((await names({ sort: 'siteName' }))[0]).toBe('core');
  });

  test.each(['clients', 'cpuPercent', 'memoryPercent', 'uptimeSeconds'])(
    'sorts offline devices last by %s, whatever they reported before',
    async (sort) => {
      const here = await buildEstate(server);
      const site = { siteId: here.lobby };
      const built = await buildDevices(server, here.owner, [
        { ...site, name: 'few', status: 'online' },
        { ...site, name: 'many', status: 'partlyOffline' },
        { ...site, name: 'gone, had most', status: 'offline' },
        { ...site, name: 'gone, had least', status: 'offline' },
      ]);
      const figures = [2, 3, 9, 1];
      for (const [index, { id }] of built.entries()) {
        const figure = figures[index] ?? 0;
        const last = { clients: figure, cpu: figure, memory: figure, uptime: figure };
        await buildLastReport(here, id, last);
      }
      const sorted = async (by: string) =>
        (await server.call('listDevices', { sort: by }, here.as)).data.rows.map(({ name }) => name);
      expect((await sorted(sort)).slice(0, 2)).toEqual(['few', 'many']);
      expect((await sorted(`-${sort}`)).slice(0, 2)).toEqual(['many', 'few']);
    },
  );

  test('pages contain the total', async () => {
    const page = await server.call('listDevices', { page: 2, size: 2 }, estate.as);
    expect([page.data.total, page.data.rows.map((row) => row.name)]).toEqual([5, ['core', 'gate']]);
    const beyond = await server.call('listDevices', { page: 9, size: 2, search: 'eap101' }, estate.as);
    expect([beyond.data.total, beyond.data.rows]).toEqual([2, []]);
  });

  test('rows contain the controller, and the number of members', async () => {
    const rows = (await server.call('listDevices', {}, estate.as)).data.rows;
    const alpha = rows.find((row) => row.name === 'alpha');
    expect(alpha).toMatchObject({
      mac: '90-3C-B3-BB-1D-A8',
      managedBy: { deviceUUID: gateway, kind: 'gateway', name: 'gate' },
      clients: 3,
      siteName: 'Lobby',
    });
    // In whole minutes.
    expect(alpha?.uptimeSeconds).toBe(60);
    expect(rows.find((row) => row.name === 'gate')?.members).toEqual({
      total: 1,
      online: 1,
      neverConnected: 0,
    });
  });

  test('counts by kind and status, with filter values', async () => {
    const { data } = await server.call('deviceCounts', {}, estate.as);
    expect(data.kinds.find(({ kind }) => kind === 'ap')).toEqual({
      kind: 'ap',
      total: 2,
      online: 2,
      offline: 0,
      partlyOffline: 0,
      neverConnected: 0,
    });
    expect(data.kinds.map(({ kind }) => kind)).toEqual(
      DEVICE_KINDS.filter((kind) => data.kinds.some((one) => one.kind === kind)),
    );
    expect(data.models).toEqual([{ kind: 'ap', model: 'EAP101', count: 2 }]);
    expect(data.versions).toHaveLength(2);
    expect(data.unclaimed).toBe(1);
    const bar = await server.call('deviceCounts', { siteUUID: estate.bar }, estate.as);
    expect(bar.data.kinds).toEqual([
      { kind: 'switch', total: 1, online: 0, offline: 1, partlyOffline: 0, neverConnected: 0 },
    ]);
  });
});

test('returns one device with its report, references to devices of the account, and certificates', async () => {
  const estate = await buildEstate(server);
  const [ap, peer] = await buildDevices(server, estate.owner, [
    { siteId: estate.lobby, name: 'ap', status: 'online' },
    { siteId: estate.lobby, name: 'access switch', kind: 'switch', serial: '02aabbccddee' },
  ]);
  if (!ap || !peer) throw new Error('nothing built');
  await buildCertificate(estate, ap, 'f00d');
  const link = { port: 'eth0', peerName: 'sw', peerPort: '7', peerDescription: '' };
  await buildLastReport(estate, ap.id, {
    report: {
      addresses: ['10.0.0.2'],
      links: [
        { ...link, peerMac: '02:aa:bb:cc:dd:ee' },
        { ...link, peerMac: '02:00:00:00:00:99' },
      ],
    },
  });
  const view = await server.call('viewDevice', { deviceUUID: ap.id }, estate.as);
  expectSuccess(view);
  expect(view.data).toMatchObject({
    enterpriseName: 'Hotels',
    certificates: [{ fingerprint: 'f00d', revokedAt: null, issuedHere: false }],
    configuration: { state: 'unmanaged', version: null, runningVersion: 7, observeOnly: false },
  });
  expect(view.data.report?.links.map(({ peer: ref }) => ref?.name ?? null)).toEqual(['access switch', null]);
  const found = await server.call(
    'findDevicesByMac',
    { macs: '02-AA-BB-CC-DD-EE, nonsense ,020000000099' },
    estate.as,
  );
  expect(found.data).toEqual([
    { deviceUUID: peer.id, kind: 'switch', name: 'access switch', mac: '02-AA-BB-CC-DD-EE' },
  ]);
});

describe('changing', () => {
  test('renaming follows the rules of the kind, creates a configuration, and returns whether anything changed', async () => {
    const estate = await buildEstate(server);
    const { id } = await buildDevice(server, estate.owner, {
      siteId: estate.lobby,
      name: 'old',
      kind: 'ac',
      managed: true,
    });
    const tooLong = await server.call('updateDevice', { deviceUUID: id, name: 'x'.repeat(31) }, estate.as);
    expectFailure(tooLong, 'invalidInput');
    expect(tooLong.failure.fields?.name?.key).toBe('validation.tooLong');
    expectSuccess(
      await server.call('updateDevice', { deviceUUID: id, name: 'new', position: 'hall' }, estate.as),
    );
    const again = await server.call(
      'updateDevice',
      { deviceUUID: id, name: 'new', position: 'hall' },
      estate.as,
    );
    expect(again.code).toBe(OK_NOTHING_CHANGED);
    const versions = await server.call('listConfigurations', { deviceUUID: id }, estate.as);
    expect(versions.data.rows.map(({ reason, state }) => [reason, state])).toEqual([['renamed', 'pending']]);
  });

  test.each([
    ['gateway', 'apUnderGateway'],
    ['ac', 'apUnderController'],
    ['controller', 'apUnderController'],
  ] as const)('moving leaves APs under a %s where they are', async (kind, reason) => {
    const estate = await buildEstate(server);
    const above = await buildDevice(server, estate.owner, { siteId: estate.lobby, kind });
    const [bound, free] = await buildDevices(server, estate.owner, [
      { siteId: estate.lobby, name: 'bound', managedBy: above.id },
      { siteId: estate.lobby, name: 'free' },
    ]);
    const both = [bound?.id ?? '', free?.id ?? ''];
    const moved = await server.call('moveDevices', { deviceUUIDs: both, siteUUID: estate.bar }, estate.as);
    expect(moved.data).toEqual({
      moved: 1,
      refused: [{ deviceUUID: bound?.id, name: 'bound', reason }],
    });
    const none = await server.call(
      'moveDevices',
      { deviceUUIDs: [bound?.id ?? ''], siteUUID: estate.bar },
      estate.as,
    );
    expectFailure(none, reason);
    expect(none.msg).toContain('bound');
    const inBar = await server.call('listDevices', { siteUUID: estate.bar }, estate.as);
    expect(inBar.data.rows.map(({ name }) => name)).toEqual(['free']);
  });

  test('deletes offline devices only', async () => {
    const estate = await buildEstate(server);
    const [on, off] = await buildDevices(server, estate.owner, [
      { siteId: estate.lobby, name: 'on', status: 'online' },
      { siteId: estate.lobby, name: 'off' },
    ]);
    const both = [on?.id ?? '', off?.id ?? ''];
    const deleted = await server.call('deleteDevices', { deviceUUIDs: both }, estate.as);
    expect(deleted.data).toMatchObject({ deleted: 1, refused: [{ name: 'on', reason: 'deviceOnline' }] });
    const alone = await server.call('deleteDevices', { deviceUUIDs: [on?.id ?? ''] }, estate.as);
    expectFailure(alone, 'deviceOnline');
    expect(alone.msg).toContain('on');
    expectFailure(await server.call('viewDevice', { deviceUUID: off?.id ?? '' }, estate.as), 'notFound');
  });

  test('logs which settings are deleted with a device', async () => {
    const estate = await buildEstate(server);
    const { id } = await buildDevice(server, estate.owner, { siteId: estate.bar, name: 'Counter' });
    await buildRadios(server, estate.owner, { level: 'device', uuid: id });
    await server.call('deleteDevices', { deviceUUIDs: [id] }, estate.as);
    const log = await server.call('listOperations', { call: 'deleteDevices' }, estate.as);
    expect(log.data.rows[0]?.objects).toMatchObject([
      { name: 'Counter', changes: [{ field: 'deletedSettings', from: ['radios'], to: null }] },
    ]);
  });

  test('refuses to delete a site with devices', async () => {
    const estate = await buildEstate(server);
    const { id } = await buildDevice(server, estate.owner, { siteId: estate.bar });
    const refused = await server.call('deleteSite', { siteUUID: estate.bar }, estate.as);
    expect(errorKeyOf(refused.code)).toBe('siteHasDevices');
    await server.call('deleteDevices', { deviceUUIDs: [id] }, estate.as);
    expectSuccess(await server.call('deleteSite', { siteUUID: estate.bar }, estate.as));
  });
});
