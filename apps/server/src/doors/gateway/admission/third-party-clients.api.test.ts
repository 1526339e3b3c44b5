import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resetToFactory } from '../../../../../simulator/src/commands/factory-reset.ts';
import { makeImage } from '../../../../../simulator/src/commands/firmware-image.ts';
import { writePorts } from '../../../domains/network/devices/presence/presence.repository.ts';
import { Fleet, WITHIN } from '../../../domains/network/firmware/testing/fleet.ts';
import { expectFailure, expectSuccess } from '../../../domains/people/identity/testing/expectations.ts';
import { buildOrganization, buildSite } from '../../../testing/builders.ts';
import {
  ALL_CLIENTS,
  CLIENTS,
  type ClientName,
  commandsTo,
  type RealClient,
  RealClients,
  SWITCHES,
} from '../../../testing/real-clients.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let harness: Fleet;
let organization: string;
let otherSite: string;
let clients: RealClients;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0', FIRMWARE_HTTP_PORT: '0' });
  harness = await Fleet.open(server);
  organization = await buildOrganization(server, harness.owner, 'South');
  otherSite = await buildSite(server, harness.owner, organization, 'Pier');
  clients = await RealClients.open(server, harness.owner);
});
afterEach(() => clients.stop());
afterAll(async () => {
  await clients.close();
  await server.stop();
});

/** A device that enrols with a claim code of the site. */
async function claimed(
  profile: ClientName,
  options: Parameters<RealClients['start']>[1] = {},
): Promise<RealClient> {
  const { data } = await server.call('createClaimCode', { siteUUID: harness.siteId }, harness.as);
  const client = await clients.start(profile, { code: data.code, ...options });
  await expect.poll(async () => (await view(client)).status, WITHIN).toBe('online');
  return client;
}

async function view({ id }: RealClient) {
  return (await server.call('viewDevice', { deviceUUID: id }, harness.as)).data;
}

const stateOf = async (client: RealClient) => (await view(client)).configurationState;

async function takeOver(client: RealClient): Promise<void> {
  client.client.report();
  const { id: deviceUUID } = client;
  // A switch has to report its ports first.
  const take = async () => {
    const { data: preview } = await server.call('previewConfiguration', { deviceUUID }, harness.as);
    const devices = [{ deviceUUID, digest: preview?.digest ?? '' }];
    return (await server.call('takeOverConfiguration', { devices }, harness.as)).data?.changed;
  };
  await expect.poll(take, WITHIN).toBe(1);
  await applied(client);
}

/** The running version is confirmed by its next report. */
async function applied(client: RealClient): Promise<void> {
  const state = () => {
    client.client.report();
    return stateOf(client);
  };
  await expect.poll(state, WITHIN).toBe('applied');
}

async function connectedAgain({ client }: RealClient, times: number): Promise<void> {
  await expect.poll(() => client.framesOf('sent', 'connect').length, WITHIN).toBe(times);
  client.report();
  await server.settled();
}

async function ends(
  client: RealClient,
  command: 'reboot' | 'factoryReset' | 'wifiScan' | 'ping',
  state = 'success',
) {
  const sent = await server.call(
    'sendCommand',
    { deviceUUIDs: [client.id], command: { name: command } },
    harness.as,
  );
  const { cfgUUID } = sent.data;
  const row = async () =>
    (await server.call('getDeviceCftLogDetail', { cfgUUID }, harness.as)).data.rows[0]?.state;
  await expect.poll(row, WITHIN).toBe(state);
}

/** Resolves after all work due at a connection is done and earlier messages have arrived. */
async function pinged(device: RealClient): Promise<void> {
  await expect.poll(async () => (await view(device)).status, WITHIN).toBe('online');
  await server.settled();
  await ends(device, 'ping');
}

test.each(ALL_CLIENTS)(
  '%s in service is claimed, renamed, moved and reconnected without a byte of configuration',
  async (profile) => {
    const device = await claimed(profile, { inService: true });
    const { client, id } = device;
    client.report();
    await expect.poll(async () => (await view(device)).report, WITHIN).not.toBeNull();
    expectSuccess(await server.call('updateDevice', { deviceUUID: id, name: 'Renamed' }, harness.as));
    const moved = { deviceUUIDs: [id], siteUUID: otherSite };
    expect((await server.call('moveDevices', moved, harness.as)).data.moved).toBe(1);
    const site = { siteUUID: otherSite, enterpriseUUID: organization, name: 'Pier', countryCode: 'CN' };
    // A different value for each profile, so that the site changes.
    const timeZone = `UTC+0${1 + ALL_CLIENTS.indexOf(profile)}:00`;
    expectSuccess(await server.call('updateSite', { ...site, timeZone }, harness.as));
    client.fleet.control.reconnect({}, 0);
    await connectedAgain(device, 2);
    client.restart();
    await connectedAgain(device, 3);
    await pinged(device);
    expect(commandsTo(device)).toEqual(['ping']);
    expect(await stateOf(device)).toBe('unmanaged');
    expect(client.device.uuid).toBe(CLIENTS[profile].inService);
  },
);

test.each(ALL_CLIENTS)('%s applies the whole configuration after the take over', async (profile) => {
  const device = await claimed(profile, { inService: true });
  await takeOver(device);
  expect(device.client.framesOf('received', 'configure')).toHaveLength(1);
  await server.call('updateDevice', { deviceUUID: device.id, name: 'Named here' }, harness.as);
  await expect.poll(() => device.client.framesOf('received', 'configure').length, WITHIN).toBe(2);
  await applied(device);
  // Anything a configuration does not list is off: the device is still connected, with all its ports.
  expect([...device.client.node.portsOff]).toEqual([]);
  expect((await view(device)).status).toBe('online');
});

test('a switch without a configuration is sent telemetry and taken over once its ports are known', async () => {
  const device = await claimed('ols-switch');
  await expect
    .poll(() => device.client.framesOf('received', 'telemetry')[0], WITHIN)
    .toMatchObject({ interval: 60, types: ['state'] });
  await takeOver(device);
  expect([...device.client.node.portsOff]).toEqual([]);
});

test('a restarted switch that reports version 0 keeps its configuration and is sent nothing', async () => {
  const device = await claimed('ols-switch');
  await takeOver(device);
  device.client.restart();
  await connectedAgain(device, 2);
  expect(await stateOf(device)).toBe('applied');
  expect(device.client.framesOf('received', 'configure')).toHaveLength(1);
});

test.each(ALL_CLIENTS)('%s is upgraded, restarted and reset', async (profile) => {
  const device = await claimed(profile);
  const { node } = device.client;
  const firmware = `${node.model.name} 9.1`;
  const bytes = makeImage(firmware, [node.model.compatible], 50_000);
  const firmwareUUID = await harness.image('9.1', [node.model.name], bytes, node.kind);
  const target = { kind: 'devices' as const, deviceUUIDs: [device.id] };
  const campaign = await harness.campaign({ firmwareUUID, target, retries: 0 });
  await harness.reaches(campaign, device.id, 'succeeded');
  expect((await view(device)).version).toBe(firmware);
  await ends(device, 'reboot');
  await ends(device, 'factoryReset');
});

test.each(SWITCHES)(
  '%s: a disabled port stays disabled at a take over where the switch reports it',
  async (profile) => {
    const device = await claimed(profile);
    const { client, id } = device;
    const [, port = expect.fail()] = client.node.ports.toReversed();
    client.device.site.setPort(client.node, port, false, client.device.now());
    const { reportsDisabledPorts } = CLIENTS[profile];
    const preview = async () => {
      client.report();
      const { data } = await server.call('previewConfiguration', { deviceUUID: id }, harness.as);
      return [data?.enablesAllPorts, JSON.stringify(data?.document ?? null).includes('"enabled":false')];
    };
    await expect.poll(preview, WITHIN).toEqual([!reportsDisabledPorts, reportsDisabledPorts]);
    await takeOver(device);
    expect([...client.node.portsOff]).toEqual(reportsDisabledPorts ? [port] : []);
  },
);

test.each(SWITCHES)(
  '%s: a port goes on negotiating its speed after a take over where the switch reports it',
  async (profile) => {
    const device = await claimed(profile);
    const { client, id } = device;
    const [, port = expect.fail()] = client.node.ports.toReversed();
    client.node.fixedPorts.add(port);
    const { reportsNegotiation } = CLIENTS[profile];
    const preview = async () => {
      client.report();
      const { data } = await server.call('previewConfiguration', { deviceUUID: id }, harness.as);
      const document = JSON.stringify(data?.document ?? null);
      return [data?.fixesPortSpeeds, ...[true, false].map((is) => document.includes(`"autoneg":${is}`))];
    };
    await expect.poll(preview, WITHIN).toEqual([!reportsNegotiation, reportsNegotiation, reportsNegotiation]);
    await takeOver(device);
    expect([...client.node.fixedPorts]).toEqual([port]);
  },
);

test.each(ALL_CLIENTS)(
  '%s that loses its configuration gets it again, and is given up once it goes back to an older one five times',
  async (profile) => {
    const device = await claimed(profile);
    const { client } = device;
    await takeOver(device);
    const configures = () => {
      client.report();
      return client.framesOf('received', 'configure').length;
    };
    // Like a device that loses its connection after a configuration and reverts to the previous one.
    const goBack = () => {
      client.device.uuid = 1;
      client.device.latestVersion = 1;
      client.fleet.control.reconnect({}, 0);
    };
    for (let push = 1; push < 5; push += 1) {
      expect(configures()).toBe(push);
      goBack();
      await expect.poll(configures, WITHIN).toBe(push + 1);
    }
    goBack();
    const state = () => {
      client.report();
      return stateOf(device);
    };
    await expect.poll(state, WITHIN).toBe('notApplied');
    client.fleet.control.reconnect({}, 0);
    await pinged(device);
    expect(configures()).toBe(5);
  },
);

test.each(['tip-ap', 'ols-switch'] as const)(
  '%s that goes back to the configuration of another cloud after a take over is released and sent nothing',
  async (profile) => {
    const device = await claimed(profile, { inService: true });
    const { client } = device;
    const before = client.device.saved;
    await takeOver(device);
    client.device.rollBack(before);
    client.fleet.control.reconnect({}, 0);
    await expect.poll(() => stateOf(device), WITHIN).toBe('unmanaged');
    await pinged(device);
    expect(client.framesOf('received', 'configure')).toHaveLength(1);
    expect(client.device.uuid).toBe(CLIENTS[profile].inService);
  },
);

test('stores a scan result and a client with a GBK name', async () => {
  const device = await claimed('tip-ap');
  await ends(device, 'wifiScan');
  const received = async () =>
    (await server.call('deviceNeighbours', { deviceUUID: device.id }, harness.as)).data.neighbours.length;
  await expect.poll(received, WITHIN).toBeGreaterThan(0);
  const known = async () => {
    device.client.report();
    return (await view(device)).report?.clients.length;
  };
  await expect.poll(known, WITHIN).toBeGreaterThan(0);
  expect((await view(device)).status).toBe('online');
});

test.each(ALL_CLIENTS)(
  '%s in an observe-only site is sent no configuration, and nobody can take it over',
  async (profile) => {
    const device = await claimed(profile);
    await takeOver(device);
    const site = { siteUUID: harness.siteId, enterpriseUUID: await enterpriseOf(device), name: 'Harbour' };
    const settings = { ...site, countryCode: 'PL', timeZone: 'UTC+01:00' };
    expectSuccess(await server.call('updateSite', { ...settings, observeOnly: true }, harness.as));
    const sent = device.client.framesOf('received', 'configure').length;
    await server.call('updateDevice', { deviceUUID: device.id, name: 'Watched' }, harness.as);
    resetToFactory(device.client.device);
    device.client.restart('factory');
    await connectedAgain(device, 2);
    await pinged(device);
    const other = await claimed(profile, { inService: true });
    other.client.report();
    expectFailure(
      await server.call(
        'takeOverConfiguration',
        { devices: [{ deviceUUID: other.id, digest: '' }] },
        harness.as,
      ),
      'siteObserveOnly',
    );
    expect(device.client.framesOf('received', 'configure')).toHaveLength(sent);
    expect(other.client.framesOf('received', 'configure')).toEqual([]);
    expectSuccess(await server.call('updateSite', { ...settings, observeOnly: false }, harness.as));
    await expect.poll(() => device.client.framesOf('received', 'configure').length, WITHIN).toBe(sent + 1);
  },
);

async function enterpriseOf(device: RealClient): Promise<string> {
  return (await view(device)).enterpriseUUID ?? expect.fail();
}

test('a switch that reports fewer ports keeps all of them in its configuration', async () => {
  const device = await claimed('ols-switch');
  await takeOver(device);
  const { database } = server.platform;
  const known = () =>
    database.asSystem((tx) =>
      tx.first(sql<{ ports: number }>`
        select jsonb_array_length(reported_ports) as ports from device where id = ${device.id}`),
    );
  const before = await known();
  const row = await database.asSystem((tx) =>
    tx.first(sql<{ connectionId: string }>`
      select connection_id as "connectionId" from device where id = ${device.id}`),
  );
  const held = { tenant: harness.owner.tenant, deviceId: device.id, connectionId: row?.connectionId ?? '' };
  const some = [{ name: 'Ethernet0', speedMbps: 1000, fullDuplex: true, poe: null }];
  await database.asSystem((tx) => writePorts(tx, [{ ...held, ports: JSON.stringify(some) }]));
  expect(await known()).toEqual(before);
});

// Last, because the clock of the server is ahead of the devices' clocks afterwards.
test.each(ALL_CLIENTS)(
  '%s: an upgrade that fails is tried again, and succeeds once the device can',
  async (profile) => {
    const device = await claimed(profile);
    const { client, id } = device;
    const { model, kind } = client.node;
    const firmware = `${model.name} 9.2`;
    const bytes = makeImage(firmware, [model.compatible], 50_000);
    const firmwareUUID = await harness.image('9.2', [model.name], bytes, kind);
    client.fault({ firmware: 'boot' });
    const target = { kind: 'devices' as const, deviceUUIDs: [id] };
    const campaign = await harness.campaign({ firmwareUUID, target, retries: 1 });
    await expect
      .poll(() => harness.upgradeOf(campaign, id), WITHIN)
      .toMatchObject({ state: 'waiting', attempts: 1, reason: CLIENTS[profile].failedUpgrade });
    client.fault({ firmware: 'none' });
    await expect.poll(async () => (await view(device)).status, WITHIN).toBe('online');
    server.advance(61_000);
    expect(await harness.reaches(campaign, id, 'succeeded')).toMatchObject({ attempts: 2, reason: null });
    expect((await view(device)).version).toBe(firmware);
  },
);
