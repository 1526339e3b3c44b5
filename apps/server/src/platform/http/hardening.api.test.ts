import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import { ERRORS } from '@airloom/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.stop());

async function statusFor(host: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${API_BASE}/openapi.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).slice(9, 12);
}

test.each(['a b', 'evil example:80', 'host:port', '[::1', 'a/b', 'user@host', 'host:999999'])(
  'returns 400 for the Host "%s"',
  async (host) => {
    expect(await statusFor(host)).toBe('400');
  },
);

test.each(['localhost', 'console.example.com:8443', '[::1]:80', '192.0.2.1', 'my_host'])(
  'accepts the Host "%s"',
  async (host) => {
    expect(await statusFor(host)).toBe('200');
  },
);

async function hstsOver(protocol: string): Promise<string | null> {
  const answer = await fetch(`${server.url}/healthz`, { headers: { 'x-forwarded-proto': protocol } });
  return answer.headers.get('strict-transport-security');
}

test('sends HSTS over https, and only there', async () => {
  expect(await hstsOver('https')).toBe('max-age=31536000');
  expect(await hstsOver('http')).toBeNull();
});

async function figuresStatus(headers: Record<string, string>): Promise<number> {
  return (await fetch(`${server.url}/metrics`, { headers })).status;
}

test('refuses metrics to other machines while no token is set', async () => {
  expect(await figuresStatus({ 'x-forwarded-for': '198.51.100.7' })).toBe(403);
  expect(await figuresStatus({})).toBe(200);
});

async function login(body: string): Promise<unknown> {
  const answer = await fetch(`${server.url}${API_BASE}/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [CLIENT_HEADER]: 'test' },
    body,
  });
  return answer.json();
}

function nested(depth: number): string {
  return `{"username":${'['.repeat(depth)}${']'.repeat(depth)}}`;
}

test('returns 400 for JSON that is nested too deeply', async () => {
  const malformed = { code: ERRORS.malformedRequest.code };
  expect(await login('{')).toMatchObject(malformed);
  expect(await login(nested(100_000))).toMatchObject(malformed);
  expect(await login(nested(70))).toMatchObject(malformed);
  expect(await login(nested(10))).not.toMatchObject(malformed);
  expect(await login(`{"username":"${'['.repeat(80)}","password":"x"}`)).not.toMatchObject(malformed);
});
