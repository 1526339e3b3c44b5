import { expect, test } from 'vitest';
import { originForOthers } from './origin.ts';

const ARRIVAL = { localAddress: '192.0.2.7', localPort: 8080 };

test.each([
  ['http', 'localhost:8080', 'http://localhost:8080'],
  ['https', '192.0.2.7', 'https://192.0.2.7'],
  ['http', '[::1]:8080', 'http://[::1]:8080'],
])('%s://%s is loopback and may be sent to others', (protocol, host, expected) => {
  expect(originForOthers(protocol, host, ARRIVAL)).toBe(expected);
});

test.each([
  '192.168.1.5',
  '10.0.0.9:3000',
  '172.31.255.1:80',
  '[fd12::4]:8080',
  'evil.example',
  'localhost.evil.example',
  '192.168.1.5.evil.example',
  '203.0.113.66',
  '172.32.0.1',
  'user@localhost.evil.example',
  'localhost@evil.example',
  '[2001:db8::1]',
  'evil.example/#localhost',
  '',
  'a b',
])('a Host of "%s" is not sent to others', (host) => {
  expect(originForOthers('https', host, ARRIVAL)).toBe('http://192.0.2.7:8080');
});

test('a local IPv6 address is formatted as in a URL', () => {
  expect(originForOthers('http', 'evil.example', { localAddress: '2001:db8::7', localPort: 80 })).toBe(
    'http://[2001:db8::7]:80',
  );
  expect(originForOthers('http', 'evil.example', { localAddress: '::ffff:192.0.2.7', localPort: 80 })).toBe(
    'http://192.0.2.7:80',
  );
});
