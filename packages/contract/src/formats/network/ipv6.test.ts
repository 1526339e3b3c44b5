import { isIPv6 as nodeIsIpv6 } from 'node:net';
import * as fc from 'fast-check';
import { test } from 'vitest';
import { testFormat } from '../testing/accept-reject.ts';
import { isIpv6 } from './ipv6.ts';

testFormat('IPv6', isIpv6, {
  accept: [
    '::',
    '::1',
    '1::',
    'fe80::1',
    '2001:db8::8a2e:370:7334',
    '2001:0db8:0000:0000:0000:8a2e:0370:7334',
    'ABCD:EF01:2345:6789:abcd:ef01:2345:6789',
    '1:2:3:4:5:6:7::',
    '::2:3:4:5:6:7:8',
    '1::8',
    '::ffff:192.0.2.1',
    '64:ff9b::192.0.2.33',
    '1:2:3:4:5:6:192.0.2.1',
  ],
  reject: [
    '',
    ':',
    ':::',
    '1',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '::1:2:3:4:5:6:7:8',
    '1::2::3',
    ':1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7:8:',
    '12345::',
    '::g',
    '::1%eth0',
    '[::1]',
    '::1/64',
    '::1:80.',
    '::256.0.0.1',
    '::1.2.3',
    '192.0.2.1::',
    '1.2.3.4',
    '::01.2.3.4',
    '::１',
    '1:2:3:4:5:6:7:192.0.2.1',
    '::-1',
    '：：1',
    '::1\n::2',
    '::192.0.2.1:1',
  ],
});

test('agrees with Node on anything made of its characters', () => {
  const text = fc.array(fc.constantFrom(':', '::', '0', 'a', 'F', '12', 'ffff', '1.2.3.4', '.'), {
    maxLength: 17,
  });
  fc.assert(
    fc.property(text, (parts) => isIpv6(parts.join('')) === nodeIsIpv6(parts.join(''))),
    { numRuns: 5_000 },
  );
});

test('accepts every address', () => {
  fc.assert(fc.property(fc.ipV6(), (address) => isIpv6(address)));
});
