import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviceStatusChanged } from '@airloom/contract/devices/devices.live';
import { OK_ACCEPTED } from '@airloom/contract/errors';
import { type LiveFrame, liveFrame } from '@airloom/contract/live';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { CertificateAuthority } from '../domains/network/devices/admission/certificate-authority.ts';
import { DEVICE_CLOSE } from '../domains/network/devices/device-link.ts';
import { foreignAuthority } from '../domains/network/devices/testing/certificates.ts';
import { ask, VirtualDevice } from '../domains/network/devices/testing/virtual-device.ts';
import { Installation, type SpawnedGateway } from '../testing/installation.ts';
import { needsInstalledNats } from '../testing/installed-nats.ts';
import { spawnProcess, stopped } from '../testing/spawned-console.ts';
import { WITHIN } from '../testing/within.ts';
import { RoamingDevice, rowOf } from './testing/roaming-device.ts';

const about = (heard: readonly LiveFrame[], name: string) =>
  heard.filter((frame) => frame.name === name).map(({ payload }) => payload);

describe.skipIf(!needsInstalledNats('a console and two gateways'))('a console and two gateways', () => {
  let installation: Installation;
  let north: SpawnedGateway;
  let south: SpawnedGateway;
  let serials = 0x02_00_00_00_10_00;
  const devices: RoamingDevice[] = [];
  beforeAll(async () => {
    installation = await Installation.start();
    [north, south] = [await installation.startGateway(), await installation.startGateway()];
  });
  afterAll(async () => {
    for (const device of devices) device.end();
    await installation?.stop();
  });

  async function deviceAt(gateway: SpawnedGateway): Promise<RoamingDevice> {
    serials += 1;
    const device = await RoamingDevice.at(installation, gateway, serials.toString(16).padStart(12, '0'));
    devices.push(device);
    return device;
  }

  async function sendCommand(name: string, ...to: readonly RoamingDevice[]): Promise<string> {
    const answer = await installation.post('/device/command', {
      deviceUUIDs: to.map(({ id }) => id),
      command: { name },
    });
    expect(answer.code).toBe(OK_ACCEPTED);
    return answer.data['cfgUUID'] ?? '';
  }

  async function statesOf(cfgUUID: string): Promise<string[]> {
    const rows = await installation.query<{ state: string }>(
      'select state from command where batch_id = $1',
      [cfgUUID],
    );
    return rows.map(({ state }) => state);
  }

  async function site(): Promise<string> {
    const [enterprise] = await installation.query<{ id: string }>(
      `insert into enterprise (tenant_id, id, name) values ($1, gen_random_uuid(), 'North') returning id`,
      [installation.tenant],
    );
    const [made] = await installation.query<{ id: string }>(
      `insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone)
         values ($1, gen_random_uuid(), $2, 'Harbour', 'PL', 'Etc/GMT-1') returning id`,
      [installation.tenant, enterprise?.id],
    );
    return made?.id ?? '';
  }

  async function browser(...watch: readonly string[]): Promise<LiveFrame[]> {
    const socket = new WebSocket(installation.liveUrl, {
      headers: { authorization: installation.authorization },
    });
    const heard: LiveFrame[] = [];
    socket.on('message', (data: Buffer) => heard.push(liveFrame.parse(JSON.parse(data.toString()))));
    await once(socket, 'open');
    socket.send(JSON.stringify({ watch }));
    return heard;
  }

  test('a command reaches each device in the process of its connection, at once and once', async () => {
    const [one, two] = [await deviceAt(north), await deviceAt(south)];
    const heard = await browser();
    const began = Date.now();
    const cfgUUID = await sendCommand('ping', one, two);
    await expect.poll(() => statesOf(cfgUUID), WITHIN).toEqual(['success', 'success']);
    // Without a wake-up it would be found after 20 s.
    expect(Date.now() - began).toBeLessThan(10_000);
    expect([one.receivedCount('ping'), two.receivedCount('ping')]).toEqual([1, 1]);
    await expect.poll(() => about(heard, 'commandsChanged'), WITHIN).toContainEqual({ cfgUUIDs: [cfgUUID] });
  });

  test('browsers at the console receive connections of other gateways, and reports of watched devices', async () => {
    const [watched, other] = [await deviceAt(north), await deviceAt(south)];
    const heard = await browser(`device:${watched.id}`);
    const third = await deviceAt(south);
    await expect
      .poll(() => about(heard, 'deviceStatusChanged'), WITHIN)
      .toContainEqual(expect.objectContaining({ deviceUUID: third.id, status: 'online' }));
    other.report();
    await expect
      .poll(
        () =>
          installation
            .query('select from device_last where device_id = $1', [other.id])
            .then((rows) => rows.length),
        WITHIN,
      )
      .toBe(1);
    watched.report();
    await expect.poll(() => about(heard, 'deviceReported'), WITHIN).toEqual([{ deviceUUID: watched.id }]);
  });

  test('a device that connects elsewhere is disconnected from its previous gateway', async () => {
    const device = await deviceAt(north);
    const older = device.connection;
    await device.comeTo(south);
    expect(await older.closed()).toBe(DEVICE_CLOSE.replaced);
    expect(device.connection.closedWith).toBeNull();
    const cfgUUID = await sendCommand('ping', device);
    await expect.poll(() => statesOf(cfgUUID), WITHIN).toEqual(['success']);
    await device.comeTo(north);
    await expect
      .poll(
        () =>
          installation.query(`select from device_log where device_id = $1 and type = 'connectionReplaced'`, [
            device.id,
          ]),
        WITHIN,
      )
      .toHaveLength(2);
  });

  test('the console ends connections in other processes: replaced, revoked, no longer trusted', async () => {
    const [again, revoked] = [await deviceAt(north), await deviceAt(south)];
    await sendCommand('reonline', again);
    expect(await again.connection.closed()).toBe(DEVICE_CLOSE.restart);
    await installation.post('/device/revoke', { deviceUUID: revoked.id });
    expect(await revoked.connection.closed()).toBe(DEVICE_CLOSE.refused);

    const maker = await foreignAuthority('Several');
    const added = await installation.post('/device/trustedCa/add', { name: 'Several', pem: maker.pem });
    const { certificate } = await maker.issue(String(added.data['challenge']));
    await installation.post('/device/trustedCa/prove', {
      trustedCaUUID: added.data['trustedCaUUID'],
      certificate,
    });
    const made = await Promise.all(
      [north, south].map(async ({ port }, index) => {
        const serial = `0200000020${index}0`;
        const credentials = await maker.issue(serial);
        const dial = (): VirtualDevice => new VirtualDevice(port, serial, credentials);
        await expect
          .poll(async () => {
            const attempt = dial();
            const opened = await attempt.opened();
            attempt.end();
            return opened;
          }, WITHIN)
          .toBe('open');
        const device = dial();
        await device.opened();
        device.hello();
        await expect.poll(() => rowOf(installation, serial), WITHIN).toMatchObject({ status: 'online' });
        return device;
      }),
    );
    const removed = await installation.remove('/device/trustedCa/remove', {
      trustedCaUUID: added.data['trustedCaUUID'],
    });
    expect(removed.code).toBe(0);
    for (const device of made) expect(await device.closed()).toBe(DEVICE_CLOSE.refused);
  });

  test('all gateways use one certificate of one authority', async () => {
    const [one, two] = await Promise.all([north, south].map(({ port }) => ask(port, '/ca.pem')));
    expect(one?.body).toContain('BEGIN CERTIFICATE');
    expect(two?.body).toBe(one?.body);
    for (const { port } of [north, south])
      expect((await ask(port, '/ca.pem', { ca: one?.body ?? '' })).status).toBe(200);
  });

  test('a gateway serves health and metrics, and nothing else', async () => {
    const device = await deviceAt(south);
    const figures = await (await fetch(`${south.url}/metrics`)).text();
    expect(figures).toMatch(/^airloom_device_connections [1-9]/m);
    expect((await fetch(`${south.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${south.url}/api/v1/device/list`)).status).toBe(404);
    await device.drop();
  });

  test('while NATS is unreachable commands are delayed, not lost, and connections are ended afterwards', async () => {
    const [device, revoked, claimed] = [await deviceAt(north), await deviceAt(south), await deviceAt(south)];
    const siteUUID = await site();
    await installation.nats.stop();
    const cfgUUID = await sendCommand('ping', device);
    expect((await installation.post('/device/revoke', { deviceUUID: revoked.id })).code).toBe(0);
    const claim = await installation.post('/device/unclaimed/claim', {
      deviceUUIDs: [claimed.id],
      siteUUID,
    });
    expect(claim.code).toBe(0);
    const preview = await installation.get(`/device/configuration/preview?deviceUUID=${claimed.id}`);
    const { digest } = z.object({ digest: z.string() }).parse(preview.data);
    const takeOver = { devices: [{ deviceUUID: claimed.id, digest }] };
    expect((await installation.post('/device/configuration/takeOver', takeOver)).code).toBe(0);
    await expect.poll(() => statesOf(cfgUUID), WITHIN).toEqual(['success']);
    expect([device.receivedCount('ping'), revoked.connection.closedWith]).toEqual([1, null]);
    expect(claimed.receivedCount('configure')).toBe(0);
    await installation.nats.start();
    expect(await revoked.connection.closed()).toBe(DEVICE_CLOSE.refused);
    await expect.poll(() => claimed.receivedCount('configure'), WITHIN).toBe(1);
  });

  test('kill -9 of a gateway: devices that reconnect elsewhere stay online, others are offline after a minute', async () => {
    const third = await installation.startGateway();
    const heard = await browser();
    const [moves, stays] = [await deviceAt(third), await deviceAt(third)];
    const statuses = () =>
      about(heard, deviceStatusChanged.name)
        .map((output) => deviceStatusChanged.payload.parse(output))
        .filter(({ deviceUUID }) => deviceUUID === moves.id || deviceUUID === stays.id)
        .map(({ deviceUUID, status }) => `${deviceUUID === moves.id ? 'moves' : 'stays'} ${status}`);
    await expect.poll(() => statuses().sort(), WITHIN).toEqual(['moves online', 'stays online']);
    await stopped(third.process, 'SIGKILL');
    await moves.comeTo(north);
    const cfgUUID = await sendCommand('ping', moves);
    await expect.poll(() => statesOf(cfgUUID), WITHIN).toEqual(['success']);
    expect((await rowOf(installation, stays.serial))?.status).toBe('online');
    // As if the minute had passed.
    await installation.query(
      `update gateway_process set seen_at = now() - interval '61 seconds' where id = $1`,
      [third.id],
    );
    await expect
      .poll(() => rowOf(installation, stays.serial), WITHIN)
      .toMatchObject({ status: 'offline', gateway_id: null });
    await expect.poll(() => statuses().slice(2), WITHIN).toEqual(['stays offline']);
    expect(await rowOf(installation, moves.serial)).toMatchObject({
      status: 'online',
      gateway_id: north.id,
    });
    await stays.comeTo(south);
  });

  test('without any gateway the console marks devices offline, and commands end', async () => {
    const device = await deviceAt(south);
    expect(await stopped(north.process, 'SIGTERM')).toBe(0);
    await stopped(south.process, 'SIGKILL');
    const cfgUUID = await sendCommand('ping', device);
    await installation.query(`update gateway_process set seen_at = now() - interval '61 seconds'`);
    await expect
      .poll(() => rowOf(installation, device.serial), WITHIN)
      .toMatchObject({ status: 'offline', gateway_id: null });
    await expect.poll(() => statesOf(cfgUUID), WITHIN).toEqual(['deviceOffline']);
  });
});

test('a separate gateway reports missing settings and does not start without them', async () => {
  const { process: child, output } = await spawnProcess('gateway', { NATS_URL: 'nats://127.0.0.1:1' });
  expect(child.exitCode).toBe(1);
  expect(output).toMatch(/needs these settings:\n {2}DATABASE_URL: .+\n {2}PUBLIC_URL: /);
});

describe('a separate gateway with an empty folder', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'airloom-gateway-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  async function refusal(): Promise<string> {
    const { process: child, output } = await spawnProcess('gateway', {
      NATS_URL: 'nats://127.0.0.1:1',
      DATABASE_URL: 'postgresql://127.0.0.1:1/none',
      PUBLIC_URL: 'http://127.0.0.1:1',
      DATA_DIR: dataDir,
    });
    expect(child.exitCode).toBe(1);
    return output;
  }

  test('creates no certificate authority', async () => {
    expect(await refusal()).toContain(`There is no certificate authority in ${dataDir}/pki`);
  });

  test('creates no secret key', async () => {
    await CertificateAuthority.open(dataDir, new Date());
    expect(await refusal()).toContain(`There is no secret.key in ${dataDir}`);
    expect(await readdir(dataDir)).toEqual(['pki']);
  });
});
