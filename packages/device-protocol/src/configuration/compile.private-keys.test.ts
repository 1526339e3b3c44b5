import { NO_SETTINGS, type StoredNetwork } from '@airloom/contract/configuration/effective';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { expect, test } from 'vitest';
import { ABILITIES, NETWORK, SETTINGS } from '../testing/settings.ts';
import { type Compiled, compile } from './compile.ts';

const ORIGIN = { level: 'site', settingId: 'office' } as const;

function privateKey(name: string, vlan: number | null): StoredNetwork['privateKeys'][number] {
  return { name, key: { digest: name.padEnd(32, '0') }, mac: '', vlan };
}

function compiled(
  privateKeys: StoredNetwork['privateKeys'],
  { kind = 'ap', vlan = null }: { readonly kind?: DeviceKind; readonly vlan?: number | null } = {},
): Compiled {
  const value: StoredNetwork = { ...NETWORK, encryption: 'wpa2', vlan, privateKeys };
  const networks = [{ id: 'office', value, origin: ORIGIN, overridden: {} }];
  const abilities = kind === 'gateway' ? { ...ABILITIES, radios: [] } : ABILITIES;
  const effective = { ...NO_SETTINGS, networks };
  return compile({ kind, base: SETTINGS, abilities, effective, offNetworks: new Set() });
}

function vlansOf({ document }: Compiled): (number | null)[] {
  return document.interfaces.map(({ vlan }) => vlan?.id ?? null);
}

test('each VLAN of a private password has an interface', () => {
  const result = compiled([privateKey('a', 7), privateKey('b', null), privateKey('c', 4050)]);
  expect(vlansOf(result)).toEqual([null, 7, 4050]);
  expect(result.unsupported).toEqual([]);
});

test('leaves out private passwords of a reserved VLAN and reports them once', () => {
  const result = compiled([privateKey('a', 4051), privateKey('b', 9), privateKey('c', 4094)]);
  expect(vlansOf(result)).toEqual([null, 9]);
  const [ssid] = result.document.interfaces[0]?.ssids ?? [];
  expect(ssid?.['multi-psk']?.map((one) => one['vlan-id'])).toEqual([9]);
  expect(result.unsupported).toEqual([
    { settingId: 'office', reason: 'vlanReserved', band: null, instead: null },
  ]);
});

test('a network that is not on air has no VLAN interfaces', () => {
  expect(vlansOf(compiled([privateKey('a', 7)], { vlan: 4060 }))).toEqual([null]);
  expect(vlansOf(compiled([privateKey('a', 7)], { kind: 'gateway' }))).toEqual([null]);
});
