import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpServer, type HttpServer } from '../../platform/http/server.ts';
import { mountWeb } from './web.ts';

let folder: string;
let app: HttpServer;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airloom-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(join(folder, 'index.html.br'), 'compressed');
  await writeFile(join(folder, 'assets', 'app-1a2b3c.js'), 'export {}');
  await writeFile(join(folder, '..', 'airloom-web-secret.txt'), 'secret');
  app = await createHttpServer({
    log: pino({ level: 'silent' }),
    trustedProxies: [],
    observe: () => undefined,
  });
  await mountWeb(app, folder);
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
  await rm(join(folder, '..', 'airloom-web-secret.txt'), { force: true });
});

test.each(['/', '/login', '/home/index', '/topnav/org?tab=1', '/index.html', '/%69ndex.html'])(
  'the page at %s has a content security policy and cannot be framed',
  async (path) => {
    const response = await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'identity' } });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<title>page</title>');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  },
);

test('a compressed page has the policy too', async () => {
  // Node's fetch decompresses, and the test file is not compressed at all: only headers are compared.
  const response = await fetch(`${url}/login`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test('hashed files are cached permanently', async () => {
  const response = await fetch(`${url}/assets/app-1a2b3c.js`);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test.each([
  '/../airloom-web-secret.txt',
  '/%2e%2e/airloom-web-secret.txt',
  '/assets/..%2f..%2fairloom-web-secret.txt',
])('returns 404 for paths outside the folder: %s', async (path) => {
  const response = await fetch(`${url}${path}`);
  expect(await response.text()).not.toContain('secret');
});

test('a dot in the query does not make it a file', async () => {
  const response = await fetch(`${url}/redirect?to=//evil.example`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/html');
});

test('a missing file or call returns no page', async () => {
  for (const path of ['/assets/gone.js', '/api/v1/gone', '/api/']) {
    const response = await fetch(`${url}${path}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/json');
  }
});
