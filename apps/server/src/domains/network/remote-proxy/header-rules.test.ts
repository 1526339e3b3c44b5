import { describe, expect, test } from 'vitest';
import { headersForBrowser, headersForDevice, type ProxyOrigin } from './header-rules.ts';

const HOUR_SECONDS = 3_600;

function originOf(own: string, isOwnHost = false): ProxyOrigin {
  return {
    own,
    device: 'http://10.9.8.7',
    cookiePrefix: 'p0123456789ab_',
    isOwnHost,
    secondsLeft: () => HOUR_SECONDS,
  };
}
const PLAIN = originOf('http://proxy.example:20100');
const SECURE = originOf('https://proxy.example:20100');
const OWN_HOST = originOf('https://p0123456789ab.proxy.example:20100', true);

function set(cookie: string, origin: ProxyOrigin): string | undefined {
  const headers = headersForBrowser(['Set-Cookie', cookie], origin);
  return headers[headers.indexOf('Set-Cookie') + 1];
}

function received(cookies: string, origin: ProxyOrigin): string {
  const headers = headersForDevice(['Cookie', cookies], origin);
  return headers.includes('Cookie') ? (headers[headers.indexOf('Cookie') + 1] ?? '') : '';
}

describe('cookies that a device sets', () => {
  test('have a name of the proxy, and with TLS one that no other host can set', () => {
    expect(set('sid=1; Path=/admin; HttpOnly', PLAIN)).toBe('p0123456789ab_sid=1; Path=/admin; HttpOnly');
    expect(set('sid=1; Path=/admin; HttpOnly', SECURE)).toBe(
      '__Host-p0123456789ab_sid=1; HttpOnly; Path=/; Secure',
    );
  });

  test('end with the proxy at the latest', () => {
    const far = new Date(Date.now() + 30 * 86_400_000).toUTCString();
    const past = new Date(0).toUTCString();
    expect(set('a=1; Max-Age=864000', PLAIN)).toBe('p0123456789ab_a=1; Max-Age=3600');
    expect(set('a=1; Max-Age=60', PLAIN)).toBe('p0123456789ab_a=1; Max-Age=60');
    expect(set(`a=1; Expires=${far}`, PLAIN)).toBe('p0123456789ab_a=1; Max-Age=3600');
    expect(set(`a=; Expires=${past}`, PLAIN)).toBe(`p0123456789ab_a=; Expires=${past}`);
  });

  test('keep their name on a host of its own if scripts may read them', () => {
    expect(set('csrf=1', OWN_HOST)).toBe('csrf=1; Secure');
    expect(set('sid=1; HttpOnly', OWN_HOST)).toBe('__Host-p0123456789ab_sid=1; HttpOnly; Path=/; Secure');
  });

  test.each(['airloom_token=1', '__Host-airloom_proxy_0123456789ab=1'])('are dropped as %s', (cookie) => {
    expect(headersForBrowser(['Set-Cookie', cookie], OWN_HOST)).not.toContain('Set-Cookie');
  });
});

describe('cookies that a device receives', () => {
  test('are those of its own proxy', () => {
    expect(received('p0123456789ab_sid=1; p20100_sid=2; sid=3', PLAIN)).toBe('sid=1');
    expect(received('__Host-p0123456789ab_sid=1; p0123456789ab_sid=2', SECURE)).toBe('sid=1');
  });

  test('are not replaced by those of a sibling domain', () => {
    expect(received('sid=planted; __Host-p0123456789ab_sid=own; lang=pl', OWN_HOST)).toBe('sid=own; lang=pl');
  });

  test('are never those of the platform', () => {
    const cookies = 'airloom_token=secret; __Host-airloom_proxy_0123456789ab=secret';
    expect(received(cookies, OWN_HOST)).toBe('');
  });
});
