import { Writable } from 'node:stream';
import { callTable } from '@airloom/contract/all-calls';
import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import { ERRORS } from '@airloom/contract/errors';
import { LANGUAGES } from '@airloom/contract/languages';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Handlers } from './handlers.ts';
import { mountCalls } from './mount.ts';
import { createHttpServer, type HttpServer } from './server.ts';

const SECRET = 'relation "manager_secret" does not exist: select password_hash from manager_secret';

const lines: string[] = [];
let app: HttpServer;
let url: string;

async function fail(): Promise<never> {
  throw Object.assign(new Error(SECRET), { detail: 'Key (email)=(anna@example.org)', statusCode: 500 });
}

/** Handlers that all throw undeclared errors. */
function brokenHandlers(): Handlers {
  return Object.fromEntries(Object.keys(callTable).map((name) => [name, fail])) as unknown as Handlers;
}

beforeAll(async () => {
  const log = pino(
    { level: 'error' },
    new Writable({
      write: (chunk, _, done) => {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  app = await createHttpServer({ log, trustedProxies: [], observe: () => undefined });
  mountCalls(
    app,
    brokenHandlers(),
    {
      authenticator: { authenticate: () => Promise.reject(new Error(SECRET)) },
      screens: { authenticate: () => Promise.reject(new Error(SECRET)) },
    },
    { run: (_who, _call, work) => work() },
  );
  app.get('/thrown', async () => {
    // oxlint-disable-next-line no-throw-literal -- some library may throw anything
    throw 'a text';
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

function login(language: string): Promise<Response> {
  return fetch(`${url}${API_BASE}/user/login`, {
    method: 'POST',
    headers: { [CLIENT_HEADER]: 'test', 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify({ username: 'anna', password: 'Quiet-Harbour-42' }),
  });
}

test.each(LANGUAGES)('an unexpected error returns nothing but a request id, in %s', async (language) => {
  const response = await login(language);
  const text = await response.text();
  const body: { code: number; msg: string; data: Record<string, unknown> } = JSON.parse(text);
  expect(response.status).toBe(500);
  expect(body.code).toBe(ERRORS.systemError.code);
  expect(Object.keys(body.data)).toEqual(['requestId']);
  expect(body.data.requestId).toBe(response.headers.get('x-request-id'));
  expect(text).not.toMatch(/select|manager_secret|anna|\.ts|node_modules|Error|at /);
  const texts = { en: 'Something went wrong', zh: '请', pl: 'nas', es: 'nuevo' };
  expect(body.msg).toContain(texts[language]);
  const logged = lines.map((line) => JSON.parse(line)).find((line) => line.requestId === body.data.requestId);
  expect(logged.err.message).toBe(SECRET);
});

test('an error while resolving the session returns no more', async () => {
  const response = await fetch(`${url}${API_BASE}/user/sessions`, {
    headers: { authorization: 'Bearer whatever' },
  });
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('select');
});

test('a thrown value that is no error returns the same', async () => {
  const response = await fetch(`${url}/thrown`);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('a text');
});
