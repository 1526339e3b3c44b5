import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSenders } from '../../platform/senders/open-senders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { outboxPath } from './outbox.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const { settings, database, log } = server.platform;
  const { sms, mail } = openSenders(settings, database, log);
  await sms.send({ channel: 'sms', target: '+48 600100200', subject: '', body: '246810 is your code' });
  await mail.send({
    channel: 'mail',
    target: 'ada@example.org',
    subject: '<script>alert(1)</script>',
    body: 'Hello <b>Ada</b>\nhttps://console.example.org/register?invitation=x&y="z"',
  });
});
afterAll(async () => {
  await server.stop();
});

function get(path: string, language = 'en'): Promise<Response> {
  return fetch(`${server.url}${path}`, { headers: { 'accept-language': language } });
}

describe('development outbox', () => {
  it('shows messages newest first, marked, escaped and without any script', async () => {
    const response = await get(outboxPath(server.platform.vault));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script|unsafe/);
    const html = await response.text();
    expect(html).toContain('<meta http-equiv="refresh" content="5">');
    expect(html).toContain('Development outbox');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;');
    expect(html).toContain('<a href="https://console.example.org/register?invitation=x&amp;y=&quot;z&quot;"');
    expect(html).not.toMatch(/<script|<b>/);
    expect(html.indexOf('ada@example.org')).toBeLessThan(html.indexOf('246810 is your code'));
  });

  it('uses the language of the browser', async () => {
    const html = await (await get(outboxPath(server.platform.vault), 'pl')).text();
    expect(html).toContain('<html lang="pl">');
    expect(html).toContain('Deweloperska skrzynka nadawcza');
  });

  it('returns the same as JSON', async () => {
    const response = await get(outboxPath(server.platform.vault).replace('?', '.json?'));
    expect(await response.json()).toMatchObject([
      { channel: 'mail', target: 'ada@example.org', subject: '<script>alert(1)</script>' },
      { channel: 'sms', target: '+48 600100200', subject: '', body: '246810 is your code' },
    ]);
  });

  it('returns 404 without its key', async () => {
    const path = outboxPath(server.platform.vault);
    const last = path.endsWith('0') ? '1' : '0';
    const paths = [
      '/dev/outbox',
      '/dev/outbox?key=',
      '/dev/outbox.json',
      `${path}0`,
      `${path.slice(0, -1)}${last}`,
      `${path}&key=x`,
      path.toUpperCase().replace('/DEV/OUTBOX?KEY', '/dev/outbox?key'),
    ];
    for (const wrong of paths) {
      const response = await get(wrong);
      expect([wrong, response.status]).toEqual([wrong, 404]);
      expect(await response.text()).not.toContain('246810');
    }
  });

  it('returns 404 where real senders are configured', async () => {
    const real = await startTestServer({
      SMTP_URL: 'smtp://127.0.0.1:9',
      SMS_HTTP_URL: 'http://127.0.0.1:9',
    });
    const response = await fetch(`${real.url}${outboxPath(real.platform.vault)}`);
    expect(response.status).toBe(404);
    await real.stop();
  });
});
