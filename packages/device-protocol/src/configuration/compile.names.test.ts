import { NO_SETTINGS } from '@airloom/contract/configuration/effective';
import { expect, test } from 'vitest';
import { ABILITIES, NETWORK, SETTINGS } from '../testing/settings.ts';
import { compile } from './compile.ts';

function compiled(...fields: readonly object[]) {
  return compile({
    kind: 'ap',
    base: SETTINGS,
    abilities: ABILITIES,
    effective: {
      ...NO_SETTINGS,
      networks: fields.map((some, nth) => ({
        id: `network ${nth}`,
        value: { ...NETWORK, ...some },
        origin: { level: 'site', settingId: `network ${nth}` },
        overridden: {},
      })),
    },
    offNetworks: new Set(),
  });
}

test('the second of two networks with the same name is left out, and named', () => {
  const { document, unsupported } = compiled({ vlan: 10 }, { vlan: 20 });
  expect(document.interfaces.flatMap(({ ssids = [] }) => ssids.map(({ name }) => name))).toEqual([
    NETWORK.ssid,
  ]);
  expect(document.interfaces.some(({ vlan }) => vlan?.id === 20)).toBe(false);
  expect(unsupported).toEqual([{ settingId: 'network 1', reason: 'ssidTaken', band: null, instead: null }]);
});

test('a network that is disabled, or that no radio of the device carries, does not take the name', () => {
  expect(compiled({ enabled: false }, {}).unsupported).toEqual([]);
  const reasons = compiled({ bands: ['6G'] }, {}).unsupported.map(({ reason }) => reason);
  expect(reasons).toEqual(['noRadio']);
});
