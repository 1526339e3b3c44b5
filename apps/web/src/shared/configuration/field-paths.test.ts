import { expect, it } from 'vitest';
import { fieldOf } from './field-paths.ts';

it('separates details of a document from what people set', () => {
  expect(fieldOf('networks.Guest.roaming.domain-identifier')?.technical).toBe(true);
  expect(fieldOf('interfaces.VLAN20.ethernet[0].vlan-tag')?.technical).toBe(true);
  expect(fieldOf('networks.Guest.rate-limit.ingress-rate')).toMatchObject({
    field: 'clientUpload',
    network: 'Guest',
    technical: false,
  });
  expect(fieldOf('radios.5G.channel')?.technical).toBe(false);
});

it('finds parts of private keys', () => {
  expect(fieldOf('networks.2.4 guest.keys[1].vlan-id')).toMatchObject({
    field: 'privateKeys',
    network: '2.4 guest',
    index: 1,
    part: 'vlan',
  });
});

it('finds fields of guest access settings', () => {
  expect(fieldOf('whitelist.addresses')).toMatchObject({ field: 'addresses', technical: false });
  expect(fieldOf('gatewayAuth.enabled')).toMatchObject({ field: 'enabled', network: null });
});
