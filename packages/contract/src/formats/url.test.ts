import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testFormat } from './testing/accept-reject.ts';
import { isHttpUrl } from './url.ts';

testFormat('http or https URL', isHttpUrl, {
  accept: [
    'http://example.com',
    'https://example.com',
    'HTTP://EXAMPLE.COM',
    'https://example.com/',
    'https://example.com:8443/a/b.html?x=1&y=2#top',
    'http://localhost',
    'http://localhost:3000/x',
    'http://192.168.1.1',
    'http://192.168.1.1:80/',
    'http://[::1]',
    'http://[2001:db8::1]:8080/a',
    'http://example.com?x=1',
    'http://example.com#x',
    'http://xn--fiqs8s.cn/',
    'http://example.com/%E4%B8%AD',
    'http://example.com/中文',
    "http://example.com/a'b(c)",
    'http://a.b.c.d.example/',
    'http://example.com/a@b',
    'http://example.com//double',
    `http://example.com/${'a'.repeat(2000)}`,
  ],
  reject: [
    '',
    'http',
    'http:',
    'http:/',
    'http://',
    'https://',
    'http:///',
    'http:///path',
    'http://?x',
    'http://#x',
    'http:example.com',
    'http:/example.com',
    'http:\\\\example.com',
    'http://example.com\\@evil.com',
    'example.com',
    'www.example.com',
    '//example.com',
    'ftp://example.com',
    'ws://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'htp://example.com',
    'httpss://example.com',
    'xhttp://example.com',
    'http//example.com',
    'http://user@example.com',
    'http://user:pass@example.com',
    'http://good.com@evil.com',
    'http://exa mple.com',
    'http://example.com/a b',
    'http://example.com/\n',
    'http://example.com/\tx',
    'http://example.com/<script>',
    'http://example.com/"x',
    'http://example.com/{x}',
    'http://example.com/a|b',
    'http://.com',
    'http://com.',
    'http://exa_mple.com',
    'http://-a.com',
    'http://1.2.3',
    'http://256.1.1.1',
    'http://01.2.3.4',
    'http://0x7f.1',
    'http://2130706433',
    'http://[::1',
    'http://::1',
    'http://[::g]',
    'http://[1.2.3.4]',
    'http://example.com:',
    'http://example.com:0',
    'http://example.com:65536',
    'http://example.com:080',
    'http://example.com:http',
    'http://example.com:80:80',
    'http://exаmple.com',
    'http://例子.中国',
    'http://example。com',
    'http：//example.com',
    'http://example.com/\u200B',
    'http://example.com/\u202Egpj',
    'http://example.com/\uD800',
    'http://%65xample.com',
    'http://a..b',
  ],
});

test('what is accepted, a browser opens at that very host', () => {
  const part = fc.constantFrom(
    'http://',
    'https://',
    'a',
    'b.com',
    '1.2.3.4',
    ':',
    '80',
    '/',
    '?',
    '#',
    '@',
    '\\',
    '.',
    '[::1]',
    '%41',
    ' ',
    '中',
    '\t',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      if (!isHttpUrl(text)) return;
      const url = new URL(text);
      expect(text.toLowerCase().startsWith(`${url.protocol}//${url.hostname}`)).toBe(true);
      expect(url.username + url.password).toBe('');
    }),
    { numRuns: 5_000 },
  );
});

test('accepts what fast-check calls a web address', () => {
  const url = fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https'] });
  fc.assert(fc.property(url, (text) => isHttpUrl(text)));
});
