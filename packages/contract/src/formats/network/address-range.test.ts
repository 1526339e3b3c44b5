import { testFormat } from '../testing/accept-reject.ts';
import { isAddressRange } from './address-range.ts';

testFormat('address range', isAddressRange, {
  accept: [
    '203.0.113.7',
    '10.0.0.0/8',
    '192.168.1.0/24',
    '198.51.100.1/32',
    '2001:db8::1',
    '2001:db8::/48',
    '::1/128',
  ],
  reject: [
    '',
    '/',
    '/24',
    '10.0.0.0/',
    '10.0.0.0/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '2001:db8::/129',
    '::/0',
    '10.0.0',
    'example.org',
    '10.0.0.1-10.0.0.9',
  ],
});
