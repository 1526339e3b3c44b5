import { compile } from '@airloom/device-protocol/configuration/compile';
import { resolve } from '@airloom/device-protocol/configuration/resolve';
import type { Setting } from '@airloom/device-protocol/configuration/stored-settings';
import { missingIn } from '@airloom/device-protocol/configuration/verify';
import { ABILITIES, SETTINGS } from '@airloom/device-protocol/testing/settings';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uplinkPort } from '../simulation/node.ts';
import { WireDevice } from '../testing/wire-device.ts';

let device: WireDevice;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 5, 9) });
  device = new WireDevice({ kind: 'switch' });
});
afterEach(() => {
  device.stop();
  vi.useRealTimers();
});

const PLACE = {
  organizationId: 'organization',
  siteId: 'site',
  groupId: null,
  deviceId: 'device',
  kind: 'switch',
  model: '',
} as const;
const ofDevice = { level: 'device', placeId: 'device' } as const;

type PortsValue = Extract<Setting, { kind: 'switchPorts' }>['value'];

function ports(value: PortsValue['ports']): Setting {
  return { kind: 'switchPorts', id: 'ports', ...ofDevice, value: { ports: value } };
}

/** The document that the console makes for the switch as it reports itself. */
function documentOf(version: number, ...settings: Setting[]) {
  const { ports: reported, disabledPorts } = device.reportNow();
  const switchPorts = reported.map(({ name, linked, speedMbps, fullDuplex, power, optical, uplink }) => ({
    name,
    speedMbps: linked ? speedMbps : null,
    fullDuplex: linked ? fullDuplex : null,
    poe: power === null ? null : power.state !== 'disabled',
    enabled: !(disabledPorts ?? []).includes(name),
    negotiated: true,
    optical: optical === true,
    uplink,
  }));
  return compile({
    kind: 'switch',
    base: { ...SETTINGS, version, switchPorts },
    abilities: ABILITIES,
    effective: resolve(settings, PLACE),
    offNetworks: new Set(),
  }).document;
}

test('applies ports, VLANs, isolation and routes, and its next report confirms them', () => {
  const { node } = device;
  const [, first = '', second = '', third = ''] = node.ports;
  const document = documentOf(
    20,
    ports([
      { port: first, vlan: 30, poe: false, isolation: 'strict' },
      { port: second, mode: 'trunk', vlan: 1, allowedVlans: [30, 40] },
      { port: third, enabled: false },
    ]),
    {
      kind: 'switchRoutes',
      id: 'routes',
      ...ofDevice,
      value: {
        routes: [{ destination: '10.20.0.0', mask: '255.255.0.0', nextHop: '192.0.2.254', metric: 9 }],
      },
    },
  );
  expect(missingIn(document, { ...device.report, configVersion: 20 }).length).toBeGreaterThan(0);
  expect(device.configure(document)).toMatchObject({ error: 0 });
  const { report } = device;
  expect(missingIn(document, report)).toEqual([]);
  expect(report.portVlans?.find(({ port }) => port === second)).toEqual({
    port: second,
    untagged: 1,
    tagged: [30, 40],
  });
  expect(report.isolatedPorts).toEqual([first]);
  expect(report.disabledPorts).toEqual([third]);
  expect(report.routes?.find(({ type }) => type === 'static')).toMatchObject({
    prefix: '10.20.0.0/16',
    metric: 9,
  });
});

test.each([
  ['disabled', { enabled: false }],
  ['in another VLAN', { vlan: 30 }],
])('an uplink that is %s cuts the switch off until it returns to the configuration before', (_, fields) => {
  device.configure(documentOf(20));
  const uplink = uplinkPort(device.node);
  const answer = device.configure(documentOf(21, ports([{ port: uplink, ...fields }])));
  expect(answer).toBeNull();
  expect(device.isConnected).toBe(false);
  vi.advanceTimersByTime(29_000);
  expect(device.isConnected).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(device.isConnected).toBe(true);
  expect(device.hello.configVersion).toBe(20);
  expect(device.reportNow().ports.find(({ name }) => name === uplink)?.linked).toBe(true);
});

function address(ip: string): Setting {
  const value = { hostname: '', ip, mask: '255.255.0.0', gateway: '' };
  return { kind: 'switchBase', id: 'base', ...ofDevice, value };
}

test('a static address of its network is reported, one of another network cuts the switch off', () => {
  const own = device.node.ip.split('.').slice(0, 2).join('.');
  expect(device.configure(documentOf(20, address(`${own}.77.1`)))).toMatchObject({ error: 0 });
  expect(device.reportNow().addresses).toEqual([`${own}.77.1`]);
  expect(device.configure(documentOf(21, address('192.0.2.2')))).toBeNull();
  expect(device.isConnected).toBe(false);
  vi.advanceTimersByTime(31_000);
  expect(device.hello.configVersion).toBe(20);
  expect(device.reportNow().addresses).toEqual([`${own}.77.1`]);
});

test('a switch has optical ports without power', () => {
  const optical = device.reportNow().ports.filter((port) => port.optical === true);
  expect(optical.length).toBeGreaterThan(0);
  expect(optical.every(({ power }) => power === null)).toBe(true);
});
