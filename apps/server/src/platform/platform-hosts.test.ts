import { expect, test } from 'vitest';
import { PlatformAddressBook } from './platform-hosts.ts';
import { sharesCookies } from './proxy-host.ts';
import { readSettings } from './settings.ts';

const SETTINGS = {
  GATEWAY_ADDRESS: '198.51.100.7:15002',
  PUBLIC_URL: 'https://console.example',
  PORTAL_URL: undefined,
  PROXY_HOST: '*.proxy.example',
};

test('addresses that names of the platform resolve to are its own', async () => {
  let now = 0;
  const names = new Map([
    ['console.example', ['203.0.113.5']],
    ['proxy.example', ['203.0.113.6']],
  ]);
  const resolve = async (host: string) => names.get(host) ?? Promise.reject(new Error('no such name'));
  const book = new PlatformAddressBook(SETTINGS, () => now, resolve);
  const own = async (...addresses: string[]) => Promise.all(addresses.map((address) => book.has(address)));
  expect(await own('198.51.100.7', '203.0.113.5', '203.0.113.6', '203.0.113.9')).toEqual([
    true,
    true,
    true,
    false,
  ]);
  names.set('console.example', ['203.0.113.9']);
  names.delete('proxy.example');
  now += 61_000;
  // A name that cannot be resolved keeps its addresses.
  expect(await own('203.0.113.5', '203.0.113.9', '203.0.113.6')).toEqual([false, true, true]);
});

test('a proxy host shares cookies with the same host, and with domains above and below', () => {
  const shares = ['example.net', 'console.example.net', '*.example.net', 'a.console.example.net'];
  for (const host of shares) expect([host, sharesCookies(host, 'console.example.net')]).toEqual([host, true]);
  const separate = ['proxy.example.net', '*.proxy.example.net', 'example.org', 'ample.net'];
  for (const host of separate)
    expect([host, sharesCookies(host, 'console.example.net')]).toEqual([host, false]);
});

test('a proxy host that shares cookies with the console is refused at start', () => {
  const settings = { PUBLIC_URL: 'https://console.example.net' };
  expect(() => readSettings({ ...settings, PROXY_HOST: 'proxies.example.org' })).not.toThrow();
  expect(() => readSettings({ ...settings, PROXY_HOST: 'example.net' })).toThrow(
    /PROXY_HOST: example\.net is the host of PUBLIC_URL, or a domain above/,
  );
});
