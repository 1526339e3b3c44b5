import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SmtpSender } from './smtp.ts';
import { listenOnLoopback } from './testing/loopback.ts';
import { SMTP_USER, type SmtpStandIn, startSmtp } from './testing/smtp-stand-in.ts';

const MAIL = {
  channel: 'mail',
  target: 'ada@example.org',
  subject: 'Zażółć 验证码',
  body: 'Your code: 246810\n\nhttps://console.example.org/invite?a=1&b=2\n<b>Not bold</b> http://inside.example.org',
} as const;

let server: SmtpStandIn;

beforeEach(async () => {
  server = await startSmtp();
});
afterEach(async () => {
  await server.stop();
});

function sender(changes: { port?: number; password?: string; timeoutMs?: number } = {}): SmtpSender {
  const { port = server.port, password = SMTP_USER.password, timeoutMs = 5_000 } = changes;
  const login = `${encodeURIComponent(SMTP_USER.name)}:${encodeURIComponent(password)}`;
  return new SmtpSender({
    url: `smtp://${login}@127.0.0.1:${port}`,
    from: 'Airloom <airloom@example.org>',
    timeoutMs,
  });
}

/** The parts of a multipart mail by their type, decoded. */
function partsOf(raw: string): Map<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  const parts = raw.split(`--${boundary}`).slice(1, -1);
  return new Map(
    parts.map((part) => {
      const [head = '', ...body] = part.trim().split('\r\n\r\n');
      return [/content-type: ([a-z/]+)/i.exec(head)?.[1] ?? '', unquote(body.join('\r\n\r\n'))];
    }),
  );
}

function unquote(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

describe('SMTP sender', () => {
  it('delivers text and HTML to exactly one recipient', async () => {
    await sender().send(MAIL);
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      from: 'airloom@example.org',
      to: ['ada@example.org'],
      user: SMTP_USER.name,
    });
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(mail?.raw).toMatch(/^Subject: =\?UTF-8\?/m);
    const parts = partsOf(mail?.raw ?? '');
    expect(parts.get('text/plain')).toBe(MAIL.body);
    expect(parts.get('text/html')).toContain(
      '<a href="https://console.example.org/invite?a=1&amp;b=2" rel="noreferrer">https://console.example.org/invite?a=1&amp;b=2</a>',
    );
    expect(parts.get('text/html')).toContain('&lt;b&gt;Not bold&lt;/b&gt; http://inside.example.org</p>');
  });

  it('cannot be made to add recipients or headers', async () => {
    await sender().send({ ...MAIL, subject: 'Hello\r\nBcc: eve@example.org' });
    expect(server.mails[0]?.to).toEqual(['ada@example.org']);
    expect(server.mails[0]?.raw).not.toMatch(/^Bcc:/m);
    await expect(sender().send({ ...MAIL, target: 'ada@example.org, eve@example.org' })).rejects.toThrow();
    expect(server.mails).toHaveLength(1);
  });

  it('reports failures by code, never with the text of the server', async () => {
    const refused = sender().send({ ...MAIL, target: 'nobody@example.org' });
    await expect(refused).rejects.toThrow('The mail server did not take the mail: EENVELOPE (550)');
    await expect(sender({ password: 'wrong' }).send(MAIL)).rejects.toThrow('EAUTH (535)');
    await expect(sender({ port: 9 }).send(MAIL)).rejects.toThrow(/ESOCKET|ECONNREFUSED/);
  });

  it.each([
    ['never greets', ''],
    ['greets and then says nothing', '220 mail.example.org\r\n'],
  ])('times out when a server %s', async (_, greeting) => {
    const silent = createServer((socket) => socket.resume().write(greeting));
    const port = await listenOnLoopback(silent);
    await expect(sender({ port, timeoutMs: 200 }).send(MAIL)).rejects.toThrow('ETIMEDOUT');
    silent.close();
    await once(silent, 'close');
  });
});
