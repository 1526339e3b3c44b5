import { expect, it } from 'vitest';
import { pointingTo } from './pointing.ts';

it('names host and port for every way of pointing a device here', () => {
  expect(pointingTo('cloud.example.org:15002')).toEqual({
    server: 'cloud.example.org',
    port: '15002',
    endpoint: 'cloud.example.org:15002',
    dnsmasq: 'dhcp-option-force=224,cloud.example.org:15002',
    file: '{"server":"cloud.example.org","port":15002}',
  });
});

it('keeps an IPv6 address together', () => {
  expect(pointingTo('[2001:db8::1]:443')).toMatchObject({ server: '[2001:db8::1]', port: '443' });
});
