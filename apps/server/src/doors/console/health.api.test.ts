import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteFailedEvents } from '../../platform/events/outbox-maintenance.ts';
import { newId } from '../../platform/ids.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ METRICS_TOKEN: 'figures-please' });
});
afterAll(() => server.stop());

function metrics(authorization?: string): Promise<Response> {
  return fetch(`${server.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });
}

async function figures(): Promise<string> {
  return (await metrics('Bearer figures-please')).text();
}

test('returns 200 for liveness and readiness', async () => {
  for (const path of ['/healthz', '/readyz']) {
    expect((await fetch(`${server.url}${path}`)).status).toBe(200);
  }
});

test('metrics need their token where one is set', async () => {
  for (const wrong of [undefined, 'figures-please', 'Bearer figures', 'Bearer figures-please!', 'Basic x']) {
    const response = await metrics(wrong);
    expect(response.status).toBe(401);
    expect(await response.text()).toBe('');
  }
  const response = await metrics('Bearer figures-please');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain');
});

test('metrics count requests by route, never by parameters, and sign-ins by outcome', async () => {
  await server.call('login', { username: 'nobody_here', password: 'Wrong-Harbour-1' });
  await fetch(`${server.url}/api/v1/user/getCountryCodeList?search=hidden-text`);
  const text = await figures();
  expect(text).toContain('route="/api/v1/user/login",status="200"');
  expect(text).toContain('airloom_sign_ins_total{outcome="wrong"} 1');
  expect(text).not.toContain('hidden-text');
  expect(text).not.toContain('nobody_here');
});

test('metrics count pending and failed events, until those are deleted', async () => {
  const { database } = server.platform;
  const old = new Date(server.platform.now().getTime() - 31 * 24 * 60 * 60 * 1000);
  await database.asSystem((tx) =>
    tx.run(sql`
      insert into outbox (id, type, payload, next_at, failed_at) values
        (${newId()}, 'PeopleChanged', '{}', now() + interval '1 hour', null),
        (${newId()}, 'PeopleChanged', '{}', now(), now()),
        (${newId()}, 'PeopleChanged', '{}', now(), ${old})`),
  );
  expect(await figures()).toMatch(/^airloom_outbox_waiting 1$/m);
  expect(await figures()).toMatch(/^airloom_outbox_failed 2$/m);
  await deleteFailedEvents(server.platform).run();
  expect(await figures()).toMatch(/^airloom_outbox_waiting 1$/m);
  expect(await figures()).toMatch(/^airloom_outbox_failed 1$/m);
});

test('metrics are open where no token is set', async () => {
  const open = await startTestServer();
  try {
    expect((await fetch(`${open.url}/metrics`)).status).toBe(200);
  } finally {
    await open.stop();
  }
});

test('the OpenAPI document is public', async () => {
  const response = await fetch(`${server.url}/api/v1/openapi.json`);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toMatchObject({
    openapi: '3.1.0',
    info: { version: 'test' },
    paths: { '/api/v1/user/login': { post: { operationId: 'login' } } },
  });
});
