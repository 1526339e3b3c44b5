import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { SMTP_USER, type SmtpStandIn, startSmtp } from '../../platform/senders/testing/smtp-stand-in.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { WITHIN } from '../../testing/within.ts';

const CONSOLE = join(import.meta.dirname, '../../processes/console.ts');
const PASSWORD = 'Quiet-Harbour-42';
const NEW_PASSWORD = 'Brighter-Lantern-77';
const TARGET = 'anna@example.org';

let database: TestDatabase;
let smtp: SmtpStandIn;
let dataDir: string;
let child: ChildProcess;
let output = '';
let url = '';
beforeAll(async () => {
  [database, smtp, dataDir] = await Promise.all([
    createTestDatabase(),
    startSmtp(),
    mkdtemp(join(tmpdir(), 'airloom-data-')),
  ]);
  child = spawn(process.execPath, [CONSOLE], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      HOST: '127.0.0.1',
      PORT: '0',
      AIRLOOM_DEMO: 'off',
      LOG_LEVEL: 'trace',
      SMTP_URL: `smtp://${encodeURIComponent(SMTP_USER.name)}:${encodeURIComponent(SMTP_USER.password)}@127.0.0.1:${smtp.port}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await vi.waitFor(() => expect(output).toContain('Ctrl-C'), WITHIN);
  url = /ready: (\S+)/.exec(output)?.[1] ?? '';
});
afterAll(async () => {
  const stopped = once(child, 'exit');
  child.kill('SIGTERM');
  await stopped;
  await smtp.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const envelope = z.object({ code: z.number(), data: z.record(z.string(), z.unknown()).nullable() });

type Sent = z.infer<typeof envelope> & { readonly cookies: string[] };

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Sent> {
  const response = await fetch(`${url}${API_BASE}${path}`, {
    method: 'POST',
    headers: {
      [CLIENT_HEADER]: 'test',
      'content-type': 'application/json',
      'accept-language': 'en',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { ...envelope.parse(await response.json()), cookies: response.headers.getSetCookie() };
}

async function mailedCode(count: number): Promise<string> {
  await expect.poll(() => smtp.mails.length, WITHIN).toBe(count);
  const code = /\b(?:\d{6}|\d{4} \d{4} \d{4})\b/.exec(
    smtp.mails[count - 1]?.raw.split('\r\n\r\n').slice(1).join('') ?? '',
  )?.[0];
  if (code === undefined) throw new Error('No code in the mail');
  return code.replaceAll(' ', '');
}

test('the log of a registration, sign-ins right and wrong, and a reset contains no secret', async () => {
  await post('/user/sendCode', { purpose: 'register', target: TARGET });
  const registerCode = await mailedCode(1);
  const registered = await post('/user/registerAccount', {
    username: 'anna_log',
    target: TARGET,
    code: registerCode,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  });
  expect(registered.code).toBe(0);
  const wrong = await post('/user/login', { username: 'anna_log', password: 'Wrong-Harbour-99' });
  expect(wrong.code).not.toBe(0);
  const login = await post('/user/login', { username: 'anna_log', password: PASSWORD });
  const token = String(login.data?.access_token);
  const authorization = `Bearer ${token}`;
  const key = await post(
    '/user/apiKeys',
    { name: 'k', grants: ['site_manage'], expiresAt: null },
    { authorization },
  );
  await fetch(`${url}${API_BASE}/site/list`, {
    headers: { authorization: `Bearer ${String(key.data?.secret)}` },
  });
  await fetch(`${url}${API_BASE}/subaccount/viewInvitation?token=link-token-in-a-query`);
  const link = await post('/bigScreen/createLink', { name: 'Lobby', validDays: 1 }, { authorization });
  const [, screenToken = ''] = String(link.data?.path).split('#');
  const { linkUUID } = link.data ?? {};
  const opened = await post('/bigScreen/openLink', { linkUUID, token: screenToken });
  expect(opened.code).toBe(0);
  const totp = await post('/user/beginTwoFactor', {}, { authorization });
  await fetch(`${url}${API_BASE}/user/login`, { method: 'POST', body: `{"password":"${PASSWORD}"` });
  await post('/user/sendCode', { purpose: 'resetPassword', target: TARGET });
  const resetCode = await mailedCode(2);
  const reset = await post('/user/resetPwdByCode', {
    target: TARGET,
    code: resetCode,
    password: NEW_PASSWORD,
    confirmPassword: NEW_PASSWORD,
  });
  expect(reset.code).toBe(0);
  await expect.poll(() => output, WITHIN).toContain('/user/resetPwdByCode');

  const cookies = [...registered.cookies, ...login.cookies].map(
    (line) => /=([^;]{20,})/.exec(line)?.[1] ?? '',
  );
  const secrets = {
    PASSWORD,
    NEW_PASSWORD,
    wrongPassword: 'Wrong-Harbour-99',
    token,
    registeredToken: String(registered.data?.access_token),
    apiKey: String(key.data?.secret),
    totp: String(totp.data?.secret),
    link: 'link-token-in-a-query',
    screenToken,
    smtp: SMTP_USER.password,
    cookie: cookies[0] ?? '',
  };
  const logged = output.slice(output.indexOf('Ctrl-C'));
  expect(logged).toContain('"route":"/api/v1/user/login"');
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length).toBeGreaterThan(5);
    expect([name, logged.includes(secret)]).toEqual([name, false]);
  }
  // Six digits may also occur within an id.
  for (const code of [registerCode, resetCode]) expect(logged.split(/[^\w-]+/)).not.toContain(code);
});
