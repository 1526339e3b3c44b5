import { webShellCalls } from '@airloom/contract/web-shell/web-shell.calls';
import type { Dialect } from '@airloom/device-protocol/rtty/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ShellDevice, SIZE, TestBrowser } from '../doors/gateway/rtty/testing/shell-stage.ts';
import { Installation, type SpawnedGateway } from '../testing/installation.ts';
import { needsInstalledNats } from '../testing/installed-nats.ts';
import { WITHIN } from '../testing/within.ts';
import { RoamingDevice } from './testing/roaming-device.ts';

describe.skipIf(!needsInstalledNats('shells through two gateways'))('shells through two gateways', () => {
  let installation: Installation;
  let north: SpawnedGateway;
  let south: SpawnedGateway;
  const devices: ShellDevice[] = [];
  beforeAll(async () => {
    installation = await Installation.start();
    [north, south] = [await installation.startGateway(), await installation.startGateway()];
  });
  afterAll(async () => {
    for (const { device, clients } of devices) {
      for (const client of clients) client.end();
      device.end();
    }
    await installation?.stop();
  });

  async function joined(gateway: SpawnedGateway, serial: string, dialect: Dialect) {
    const roaming = await RoamingDevice.at(installation, gateway, serial);
    const device = new ShellDevice(roaming.id, roaming, dialect);
    devices.push(device);
    const opened = await installation.post(webShellCalls.openShell.path, { deviceUUID: roaming.id, ...SIZE });
    expect(opened.code).toBe(0);
    const browser = await TestBrowser.open(installation.url, installation.authorization);
    browser.frame({ type: 'join', token: opened.data['token'] });
    await expect.poll(() => browser.output, WITHIN).toContain('# ');
    return { browser, device };
  }

  test('a session reaches the gateway that holds the device; the other one may die', async () => {
    const here = await joined(north, '0200000a0001', 'legacy');
    const there = await joined(south, '0200000a0002', 'modern');
    for (const { browser } of [here, there]) {
      browser.type('echo');
      await expect.poll(() => browser.output, WITHIN).toContain('echo');
    }
    const killedAt = Date.now();
    south.process.kill('SIGKILL');
    await expect.poll(() => there.browser.closeCode, WITHIN).not.toBeNull();
    expect(there.browser.end).toBe('gatewayLost');
    expect(Date.now() - killedAt).toBeLessThan(30_000);
    here.browser.type('still here');
    await expect.poll(() => here.browser.output, WITHIN).toContain('still here');
  });
});
