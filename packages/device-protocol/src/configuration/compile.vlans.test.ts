import { type EffectiveNetwork, NO_SETTINGS } from '@airloom/contract/configuration/effective';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyAbilities, anySettings, PLACE } from '../testing/arbitrary-settings.ts';
import { ABILITIES, NETWORK, SETTINGS } from '../testing/settings.ts';
import { compile } from './compile.ts';
import { resolve } from './resolve.ts';

function network(ssid: string, vlan: number | null): EffectiveNetwork {
  const { targets: _targets, ...value } = NETWORK;
  const origin = { level: 'site', settingId: ssid } as const;
  return { id: ssid, value: { ...value, ssid, vlan }, origin, overridden: {} };
}

function interfacesOf(managementVlan: number | null, ...networks: EffectiveNetwork[]) {
  const { document } = compile({
    kind: 'ap',
    base: { ...SETTINGS, managementVlan },
    abilities: ABILITIES,
    effective: { ...NO_SETTINGS, networks },
    offNetworks: new Set(),
  });
  return document.interfaces.map(({ name, vlan, ethernet, ipv4, services, ssids = [] }) => ({
    name,
    vlan: vlan?.id ?? null,
    tag: ethernet[0]?.['vlan-tag'] ?? 'auto',
    addressing: ipv4.addressing,
    services,
    ssids: ssids.map((one) => one.name),
  }));
}

const reached = { addressing: 'dynamic', services: ['lldp', 'ssh'] };
const bridged = { addressing: 'none', services: [] };

test('an untagged network shares the uplink of a device without a management VLAN', () => {
  expect(interfacesOf(null, network('Guest', null), network('Staff', 20))).toEqual([
    { name: 'WAN', vlan: null, tag: 'auto', ...reached, ssids: ['Guest'] },
    { name: 'VLAN20', vlan: 20, tag: 'tagged', ...bridged, ssids: ['Staff'] },
  ]);
});

test('an untagged network is kept out of the management VLAN', () => {
  expect(interfacesOf(7, network('Guest', null), network('Staff', 20))).toEqual([
    { name: 'WAN', vlan: 7, tag: 'auto', ...reached, ssids: [] },
    { name: 'UNTAGGED', vlan: null, tag: 'un-tagged', ...bridged, ssids: ['Guest'] },
    { name: 'VLAN20', vlan: 20, tag: 'tagged', ...bridged, ssids: ['Staff'] },
  ]);
});

test('only a network of the management VLAN shares its interface', () => {
  expect(interfacesOf(7, network('Operators', 7))).toEqual([
    { name: 'WAN', vlan: 7, tag: 'auto', ...reached, ssids: ['Operators'] },
  ]);
});

test('every network is in its own VLAN, whatever the management VLAN is', () => {
  const anyInput = fc.tuple(anySettings, anyAbilities, fc.option(fc.integer({ min: 1, max: 4050 })));
  fc.assert(
    fc.property(anyInput, ([settings, abilities, managementVlan]) => {
      const effective = resolve(settings, PLACE);
      const base = { ...SETTINGS, managementVlan };
      const { document } = compile({ kind: 'ap', base, abilities, effective, offNetworks: new Set() });
      for (const { vlan, ssids = [] } of document.interfaces)
        for (const { name } of ssids) {
          const vlans = effective.networks
            .filter(({ value }) => value.ssid === name)
            .map(({ value }) => value.vlan);
          expect(vlans).toContain(vlan?.id ?? null);
        }
    }),
  );
});
