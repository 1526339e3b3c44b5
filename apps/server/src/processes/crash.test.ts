import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CONSOLE = join(import.meta.dirname, 'console.ts');
const WRITERS = 8;
const WRITES_BEFORE_KILL = 60;

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'airloom crash '));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

interface Running {
  readonly process: ChildProcess;
  readonly url: string;
  readonly password: string;
}

/** The real process, as `npm start` runs it. */
async function start(): Promise<Running> {
  const child = spawn(process.execPath, [CONSOLE], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      AIRLOOM_DEMO: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let url = '';
  let password = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url ||= /ready: (\S+)/.exec(line)?.[1] ?? '';
    password ||= /Password\s+(\S+)/.exec(line)?.[1] ?? '';
    if (line.includes('Ctrl-C')) break;
  }
  child.stdout.resume();
  return { process: child, url, password };
}

async function send(url: string, method: 'GET' | 'POST', path: string, token: string, body?: object) {
  const response = await fetch(`${url}${API_BASE}${path}`, {
    method,
    headers: {
      [CLIENT_HEADER]: 'test',
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json() as Promise<{ code: number; data: Record<string, never> }>;
}

async function signIn(url: string, password: string): Promise<string> {
  const answer = await send(url, 'POST', '/user/login', '', { username: 'admin', password });
  return String(answer.data.access_token);
}

test('kill -9 in the middle of writes loses nothing that was answered and shows nothing half-done', {
  timeout: 120_000,
}, async () => {
  const first = await start();
  const { password } = first;
  const token = await signIn(first.url, password);
  const made = await send(first.url, 'POST', '/enterprise/create', token, { name: 'Crash' });
  const enterpriseUUID = String(made.data.enterpriseUUID);

  const answered = new Set<string>();
  let next = 0;
  const write = async (): Promise<void> => {
    for (;;) {
      const name = `Site ${++next}`;
      const answer = await send(first.url, 'POST', '/site/create', token, {
        enterpriseUUID,
        name,
        countryCode: 'PL',
        timeZone: 'UTC+01:00',
      });
      if (answer.code === 0) answered.add(name);
      if (answered.size >= WRITES_BEFORE_KILL) first.process.kill('SIGKILL');
    }
  };
  const gone = once(first.process, 'exit');
  await Promise.allSettled(Array.from({ length: WRITERS }, write));
  await gone;
  expect(answered.size).toBeGreaterThanOrEqual(WRITES_BEFORE_KILL);

  const second = await start();
  try {
    expect(second.password).toBe('');
    const sites = await names(second.url, token, '/site/list?size=200', (row) => row.name);
    for (const name of answered) expect(sites).toContain(name);
    // A site and its line in the operation log were one transaction: neither is there without the other.
    const logged = await names(
      second.url,
      token,
      '/account/operations?size=200&call=createSite',
      (row) => row.target,
    );
    expect(logged.length).toBe(sites.length);
    // The session answered before the crash is still good, and a new sign-in works.
    expect(await signIn(second.url, password)).not.toBe('');
  } finally {
    const stopped = once(second.process, 'exit');
    second.process.kill('SIGTERM');
    await stopped;
  }
});

async function names(
  url: string,
  token: string,
  path: string,
  pick: (row: { name: string; target: string }) => string,
): Promise<string[]> {
  const answer = await send(url, 'GET', path, token);
  const rows: { name: string; target: string }[] = answer.data.rows ?? [];
  return rows.map(pick);
}
