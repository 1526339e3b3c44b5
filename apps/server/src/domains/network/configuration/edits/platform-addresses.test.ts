import os from 'node:os';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { requireOtherServers } from './platform-addresses.ts';

beforeEach(() => {
  const address = '198.51.100.9';
  const own = { address, netmask: '255.255.255.0', mac: '02:00:00:00:00:01', cidr: `${address}/24` };
  vi.spyOn(os, 'networkInterfaces').mockReturnValue({ eth0: [{ ...own, family: 'IPv4', internal: false }] });
});
afterEach(() => vi.restoreAllMocks());

const SETTINGS = {
  GATEWAY_ADDRESS: '198.51.100.7:16002',
  PUBLIC_URL: 'https://Console.example.com:8443/',
  PORTAL_URL: undefined,
};

const auth = (serverAddress: string): SettingEdit => ({
  kind: 'gatewayAuth',
  settingUUID: null,
  baseVersion: null,
  place: { level: 'device', uuid: '00000000-0000-0000-0000-000000000001' },
  value: { enabled: true, interface: 'lan1', serverAddress, serverPort: 1812, sharedKey: 'k' },
});

/** A network, or an override of one, with a RADIUS server. */
const radius = (kind: 'wirelessNetwork' | 'wirelessOverride', host: string): SettingEdit =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the fields that matter here
  ({ kind, value: { radius: { host, port: 1812, accountingPort: null, secret: 'abc' } } }) as SettingEdit;

const check = (edit: SettingEdit) => () => requireOtherServers(SETTINGS, edit, 'edits.0.value');

describe('refuses servers that are the platform or the device itself', () => {
  test('as authentication server of a gateway', () => {
    const fields = { 'edits.0.value.serverAddress': { key: 'validation.platformAddress', values: {} } };
    expect(check(auth('198.51.100.7'))).toThrow(expect.objectContaining({ data: { fields } }));
    expect(check(auth('198.51.100.8'))).not.toThrow();
    // An address of this machine, which no setting names.
    expect(check(auth('198.51.100.9'))).toThrow(expect.objectContaining({ data: { fields } }));
  });

  test.each([
    'console.example.com',
    'CONSOLE.EXAMPLE.COM',
    'console.example.com.',
    '198.51.100.7',
    'localhost',
    'LocalHost',
    'ap.localhost',
    'localhost.localdomain',
  ])('as RADIUS server %s', (host) => {
    expect(check(radius('wirelessNetwork', host))).toThrow();
    expect(check(radius('wirelessOverride', host))).toThrow();
  });

  test.each(['radius.example.com', 'localhost.example.com', '198.51.100.70', 'console.example.com.pl'])(
    'but not %s',
    (host) => {
      expect(check(radius('wirelessNetwork', host))).not.toThrow();
    },
  );
});
