import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOWNLOAD_LIMITS } from '../../platform/http/calls-in-flight.ts';
import { buildAccount, buildMember, type Person } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Far more than a connection buffers, so that an unread download does not end. */
const FIRMWARE = randomBytes(24 * 1024 * 1024);

let server: TestServer;
let owner: Person;
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
});
afterAll(() => server.stop());

async function store(person: Person, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const uploaded = await fetch(`${server.url}/api/v1/storage`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      authorization: `Bearer ${person.token}`,
      'x-file-kind': 'firmware',
    },
    body: bytes,
  });
  return JSON.parse(await uploaded.text()).data.url;
}

/** Resolves when the server begins to answer. The body is not read. */
function begin(person: Person, url: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: `Bearer ${person.token}` };
  get(`${server.url}${url}`, { headers, agent: false }, resolve).once('error', reject);
  return promise;
}

test('a session has a limit of concurrent downloads, which blocks neither its calls nor other sessions', async () => {
  const url = await store(owner, FIRMWARE);
  const open = await Promise.all(
    Array.from({ length: DOWNLOAD_LIMITS.perSessionMax }, () => begin(owner, url)),
  );
  expect(open.map(({ statusCode }) => statusCode)).toEqual(open.map(() => 200));
  let begun = false;
  const waiting = begin(owner, url).then((answer) => {
    begun = true;
    return answer;
  });
  // Calls that are answered meanwhile show that the download did not begin.
  expect((await server.call('listRoles', {}, { as: owner.token })).status).toBe(200);
  const colleague = await buildMember(server, owner, 'superAdministrator');
  const others = await begin(colleague, url);
  expect([others.statusCode, begun]).toEqual([200, false]);
  open[0]?.destroy();
  const next = await waiting;
  expect(next.statusCode).toBe(200);
  for (const answer of [...open, others, next]) answer.destroy();
});

test('a download that ends frees its slot', async () => {
  const url = await store(owner, Buffer.from('small'));
  for (let nth = 0; nth < DOWNLOAD_LIMITS.perSessionMax * 3; nth += 1) {
    const headers = { authorization: `Bearer ${owner.token}` };
    const method = nth % 2 === 0 ? 'GET' : 'HEAD';
    expect((await fetch(`${server.url}${url}`, { method, headers })).status).toBe(200);
  }
});
