import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listenOnLoopback } from '../../../../platform/senders/testing/loopback.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { buildStage, log, raise, type Stage, tellBy } from '../testing/notice-stage.ts';

const SOON = { timeout: 10_000 };
const LONGER_THAN_A_LEASE_MS = 6 * 60_000;

let server: TestServer;
let stage: Stage;
/** Posts that wait for their answer, by when they came. */
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
  await tellBy(server, stage, { modes: ['webhook'], emails: [], webhookUUIDs: [webhookUUID] });
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

test('what is on its way when the clock leaps is not sent again', async () => {
  await raise(server, stage, { part: 'one' });
  await expect.poll(() => posts.length, SOON).toBe(1);
  server.advance(LONGER_THAN_A_LEASE_MS);
  // By the time another comes, somebody has looked for what is due.
  await raise(server, stage, { part: 'two' });
  await expect.poll(() => posts.length, SOON).toBe(2);
  for (const post of posts) post.end();
  await expect.poll(states, SOON).toEqual(['sent', 'sent']);
  expect(posts).toHaveLength(2);
});

test('what was sent while the database was away is written down when it is back, and not sent again', async () => {
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  // Outside of transactions a sequence counts what is undone, too.
  await owner.query(`
    create sequence refused;
    create function refuse() returns trigger language plpgsql security definer as
      $$ begin perform nextval('refused'); raise exception 'away'; end $$;
    create trigger away before update on notice for each row when (new.state = 'sent') execute function refuse()`);
  await raise(server, stage, { part: 'three' });
  await expect.poll(() => posts.length, SOON).toBe(1);
  posts[0]?.end();
  const isRefused = async () => (await owner.query('select is_called from refused')).rows;
  await expect.poll(isRefused, SOON).toEqual([{ is_called: true }]);
  await owner.query('drop trigger away on notice');
  await owner.end();
  await expect.poll(async () => (await states()).at(-1), SOON).toBe('sent');
  expect(posts).toHaveLength(1);
});
