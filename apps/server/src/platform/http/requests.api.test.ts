import { connect } from 'node:net';
import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import { ERRORS, type ErrorKey, errorKeyOf } from '@airloom/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const envelope = z.strictObject({
  code: z.number(),
  msg: z.string().min(1),
  data: z.looseObject({ requestId: z.uuid() }),
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function send(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set(CLIENT_HEADER, 'test');
  return fetch(`${server.url}${path}`, { ...init, headers });
}

async function expectRefusal(response: Response, key: ErrorKey): Promise<void> {
  const body = envelope.parse(await response.json());
  expect({ key: errorKeyOf(body.code), status: response.status }).toEqual({ key, status: ERRORS[key].http });
  expect(response.headers.get('x-request-id')).toBe(body.data.requestId);
}

const LOGIN = `${API_BASE}/user/login`;
const JSON_TYPE = { 'content-type': 'application/json' };

test.each<[string, RequestInit, ErrorKey]>([
  ['half a JSON text', { headers: JSON_TYPE, body: '{"username":"anna"' }, 'malformedRequest'],
  ['no JSON at all', { headers: JSON_TYPE, body: 'username=anna' }, 'malformedRequest'],
  ['an empty body said to be JSON', { headers: JSON_TYPE, body: '' }, 'malformedRequest'],
  ['a prototype key', { headers: JSON_TYPE, body: '{"__proto__":{"admin":true}}' }, 'malformedRequest'],
  [
    'a constructor key',
    { headers: JSON_TYPE, body: '{"constructor":{"prototype":{"admin":true}}}' },
    'malformedRequest',
  ],
  ['a list instead of an object', { headers: JSON_TYPE, body: '[1,2]' }, 'invalidInput'],
  ['plain text', { headers: { 'content-type': 'text/plain' }, body: '{}' }, 'unsupportedMediaType'],
  [
    'a form',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'username=a&password=b' },
    'unsupportedMediaType',
  ],
  ['a type that is none', { headers: { 'content-type': 'nonsense' }, body: '{}' }, 'unsupportedMediaType'],
  [
    'two megabytes',
    { headers: JSON_TYPE, body: JSON.stringify({ username: 'x'.repeat(2 * 1024 * 1024), password: 'y' }) },
    'payloadTooLarge',
  ],
])('%s is refused', async (_, init, key) => {
  await expectRefusal(await send(LOGIN, { method: 'POST', ...init }), key);
});

test('unknown keys are dropped', async () => {
  const body = JSON.stringify({ username: 'anna', password: 'b', isAdmin: true, toString: 'x' });
  await expectRefusal(await send(LOGIN, { method: 'POST', headers: JSON_TYPE, body }), 'wrongCredentials');
});

test('an unknown path returns an envelope too', async () => {
  await expectRefusal(await send(`${API_BASE}/no/such/call`), 'unknownCall');
  await expectRefusal(await send(`${API_BASE}/no/such/call`, { method: 'POST' }), 'unknownCall');
  await expectRefusal(await send('/no-such-file.js'), 'unknownCall');
  await expectRefusal(await send('/anything', { method: 'DELETE' }), 'unknownCall');
});

test('a call accepts only its own method, and lists it', async () => {
  for (const path of [LOGIN, `${LOGIN}/`, `${LOGIN}?a=b`]) {
    const response = await send(path);
    expect(response.headers.get('allow')).toBe('POST');
    await expectRefusal(response, 'methodNotAllowed');
  }
  const sessions = await send(`${API_BASE}/user/sessions`, { method: 'PUT' });
  expect(sessions.headers.get('allow')).toBe('GET, DELETE');
  await expectRefusal(sessions, 'methodNotAllowed');
});

test.each(['/%', '/api/v1/%ff', '/files/%zz', `/files/${'x'.repeat(300)}`])(
  'an invalid path is refused: %.20s',
  async (path) => {
    const response = await send(path);
    const body = envelope.parse(await response.json());
    expect(errorKeyOf(body.code)).toBe('malformedRequest');
    expect(response.status).toBe(400);
  },
);

test('unusual queries are validated like any input', async () => {
  const odd = [
    'search=a&search=b',
    'search[a]=b',
    '__proto__[admin]=1',
    'search=%00',
    `search=${'x'.repeat(5000)}`,
  ];
  for (const query of odd) {
    const response = await send(`${API_BASE}/user/getCountryCodeList?${query}`);
    expect([query, response.status]).toEqual([query, 200]);
  }
});

test('answers have headers against caching and sniffing', async () => {
  const response = await send(`${API_BASE}/user/initDomain`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect(response.headers.get('x-powered-by')).toBeNull();
});

/** Sends raw bytes and reads until the server closes the connection. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      port: Number(new URL(server.url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('end', () => {
      socket.end();
      resolve(answer);
    });
    socket.write(text);
  });
}

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a broken header', 'GET / HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
  ['endless headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
])('%s gets an envelope and the end of the connection', async (_, text, status) => {
  const answer = await raw(text);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  envelope.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)));
});
