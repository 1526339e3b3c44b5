import { once } from 'node:events';
import { connect } from 'node:net';
import { remoteProxyCalls } from '@airloom/contract/remote-proxy/remote-proxy.calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProxyDevice } from '../doors/gateway/rtty/testing/proxy-stage.ts';
import { Installation, type SpawnedGateway } from '../testing/installation.ts';
import { needsInstalledNats } from '../testing/installed-nats.ts';
import { WITHIN } from '../testing/within.ts';
import { RoamingDevice } from './testing/roaming-device.ts';

describe.skipIf(!needsInstalledNats('proxies through two gateways'))('proxies through two gateways', () => {
  let installation: Installation;
  let north: SpawnedGateway;
  let south: SpawnedGateway;
  let roaming: RoamingDevice;
  let device: ProxyDevice;
  beforeAll(async () => {
    installation = await Installation.start();
    [north, south] = [await installation.startGateway(), await installation.startGateway()];
    roaming = await RoamingDevice.at(installation, south, '0200000b0001');
    device = new ProxyDevice(roaming.id, roaming, 'modern');
    await allowTunnels();
    await installation.post(remoteProxyCalls.saveRemoteProxySettings.path, { enabled: true });
  });
  afterAll(async () => {
    for (const client of device?.clients ?? []) client.end();
    roaming?.end();
    await installation?.stop();
  });

  async function allowTunnels(): Promise<void> {
    const abilities = { radios: [], remoteShell: true, webProxy: true, tcpTunnels: true };
    await installation.query('update device set abilities = $1 where id = $2', [
      JSON.stringify(abilities),
      roaming.id,
    ]);
  }

  /** A tunnel through the proxy that carries data. */
  async function connected(port: number) {
    const known = device.tunnels.length;
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => undefined);
    let output = '';
    socket.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const opening = () => device.tunnels.slice(known).find(({ event }) => event.kind === 'open');
    await expect.poll(opening, WITHIN).toBeDefined();
    const tunnel = opening()?.connection ?? Buffer.alloc(0);
    device.sendTunnel(tunnel, { kind: 'opened' });
    device.sendTunnel(tunnel, { kind: 'data', data: Buffer.from('hello') });
    await expect.poll(() => output, WITHIN).toBe('hello');
    return socket;
  }

  test('a killed gateway ends their connections; the proxy works when the device is at another one', async () => {
    const created = await installation.post(remoteProxyCalls.createRemoteProxy.path, {
      deviceUUID: roaming.id,
      protocol: 'tcp',
      localAddress: '10.9.8.7',
      localPort: 22,
      hours: 1,
      sources: ['127.0.0.1'],
    });
    expect(created.code).toBe(0);
    const port = Number(created.data['publicPort']);
    const socket = await connected(port);
    const killedAt = Date.now();
    south.process.kill('SIGKILL');
    await once(socket, 'close');
    expect(Date.now() - killedAt).toBeLessThan(30_000);
    await roaming.comeTo(north);
    await allowTunnels();
    const again = await connected(port);
    again.destroy();
  });
});
