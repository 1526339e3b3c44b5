import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listenOnLoopback } from '../../../../platform/senders/testing/loopback.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { buildStage, log, notifyBy, raise, type Stage } from '../testing/notice-stage.ts';

const LONGER_THAN_A_LEASE_MS = 6 * 60_000;

let server: TestServer;
let stage: Stage;
/** Requests that wait for their answer, in order of arrival. */
const posts: ServerResponse[] = [];
const receiver = createServer((_request, response) => {
  posts.push(response);
});
beforeAll(async () => {
  const port = await listenOnLoopback(receiver);
  server = await startTestServer({ WEBHOOK_ALLOW: '127.0.0.0/8' });
  stage = await buildStage(server);
  const url = `http://127.0.0.1:${port}/`;
  const { webhookUUID } = (await server.call('createWebhook', { name: 'Slow', url }, stage.as)).data;
  await notifyBy(server, stage, { modes: ['webhook'], emails: [], webhookUUIDs: [webhookUUID] });
});
beforeEach(() => {
  posts.length = 0;
});
afterAll(async () => {
  await server?.stop();
  receiver.closeAllConnections();
  receiver.close();
});

const states = async () =>
  (await log(server, stage))
    .filter(({ mode }) => mode === 'webhook')
    .map(({ state, error }) => `${state} ${error}`.trim());

test('a notice in flight is not sent again after a clock jump', async () => {
  await raise(server, stage, { part: 'one' });
  await expect.poll(() => posts.length, WITHIN).toBe(1);
  server.advance(LONGER_THAN_A_LEASE_MS);
  // When another one arrives, due notices have been checked.
  await raise(server, stage, { part: 'two' });
  await expect.poll(() => posts.length, WITHIN).toBe(2);
  for (const post of posts) post.end();
  await expect.poll(states, WITHIN).toEqual(['sent', 'sent']);
  expect(posts).toHaveLength(2);
});

test('a notice sent while the database is unavailable is stored later and not sent again', async () => {
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  // A sequence also counts rolled back transactions.
  await owner.query(`
    create sequence refused;
    create function refuse() returns trigger language plpgsql security definer as
      $$ begin perform nextval('refused'); raise exception 'away'; end $$;
    create trigger away before update on notice for each row when (new.state = 'sent') execute function refuse()`);
  await raise(server, stage, { part: 'three' });
  await expect.poll(() => posts.length, WITHIN).toBe(1);
  posts[0]?.end();
  const isRefused = async () => (await owner.query('select is_called from refused')).rows;
  await expect.poll(isRefused, WITHIN).toEqual([{ is_called: true }]);
  await owner.query('drop trigger away on notice');
  await owner.end();
  await expect.poll(async () => (await states()).at(-1), WITHIN).toBe('sent');
  expect(posts).toHaveLength(1);
});
