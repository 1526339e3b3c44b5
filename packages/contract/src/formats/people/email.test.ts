import * as fc from 'fast-check';
import { test } from 'vitest';
import { testFormat } from '../testing/accept-reject.ts';
import { isEmail } from './email.ts';

testFormat('email', isEmail, {
  accept: [
    'a@b.co',
    'ada@example.com',
    'ada.lovelace@example.co.uk',
    'ada+tag@example.com',
    'ada_l@example.com',
    "o'neil@example.com",
    '1234@163.com',
    'ADA@EXAMPLE.COM',
    'a-b@my-site.example',
    'x@xn--fiqs8s.cn',
    '!#$%&*/=?^`{|}~@example.com',
    `${'a'.repeat(64)}@example.com`,
  ],
  reject: [
    '',
    '@',
    'a',
    'a@',
    '@b.co',
    'a@b',
    'a@localhost',
    'a@@b.co',
    'a@b@c.co',
    'a b@c.co',
    'a@b c.co',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.co',
    'a@.b.co',
    'a@b..co',
    'a@b.co.',
    'a@-b.co',
    'a@b-.co',
    'a@b_c.co',
    'a@1.2.3.4',
    'a@[1.2.3.4]',
    'a@b.1',
    '"a b"@c.co',
    'Ada <ada@example.com>',
    'a@b.co,c@d.co',
    'a@b.co;c@d.co',
    'mailto:a@b.co',
    'ä@b.co',
    '中@b.co',
    'a＠b.co',
    'a@exаmple.com',
    'a@例子.中国',
    'a@b。co',
    'a\n@b.co',
    'a@b.co\nBcc: x@y.co',
    'a\0@b.co',
    'a(x)@b.co',
    'a\\@b.co',
    `${'a'.repeat(65)}@example.com`,
  ],
});

test('accepts every address of fast-check', () => {
  fc.assert(fc.property(fc.emailAddress(), (address) => isEmail(address)));
});
