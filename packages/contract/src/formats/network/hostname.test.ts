import * as fc from 'fast-check';
import { test } from 'vitest';
import { testFormat } from '../testing/accept-reject.ts';
import { isHostname, isHostnameOrIpv6 } from './hostname.ts';

const label63 = 'a'.repeat(63);
const longest = `${label63}.${label63}.${label63}.${'a'.repeat(61)}`;

const names = {
  accept: [
    'a',
    'localhost',
    'ap-01',
    'AP01',
    '1host',
    'example.com',
    'a.b.c.d.e',
    'xn--fiqs8s',
    '3com.com',
    'x--y.pl',
    label63,
    longest,
  ],
  reject: [
    '',
    '.',
    '..',
    '-',
    '-a',
    'a-',
    'a.-b',
    'a-.b',
    'a..b',
    '.a',
    'a.',
    'a_b',
    '_ntp.example.com',
    'a b',
    'a/b',
    'a:80',
    'http://a',
    'user@host',
    '*.example.com',
    '1',
    '1.2.3.4',
    '256.256.256.256',
    'a.1',
    'é.fr',
    '中国',
    'exаmple.com',
    'example。com',
    'ｅxample.com',
    'a\u00ADb',
    `${label63}a`,
    `${longest}a`,
    'a,b',
    "a'b",
    'a\nb',
  ],
};

testFormat('hostname', isHostname, names);

testFormat('hostname or IPv6', isHostnameOrIpv6, {
  accept: [...names.accept, '::1', 'fe80::1', '2001:db8::1', '::ffff:192.0.2.1'],
  reject: [...names.reject, '[::1]', '::1%lo', '1::2::3', '12345::'],
});

test('accepts every domain name of fast-check', () => {
  fc.assert(fc.property(fc.domain(), (domain) => isHostname(domain)));
});
