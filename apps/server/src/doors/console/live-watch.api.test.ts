import { LIMITS } from '@airloom/contract/limits';
import { LIVE_CLOSE, type LiveMessage, topicOf } from '@airloom/contract/live';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { listen } from '../../domains/people/identity/testing/live.ts';
import { newId } from '../../platform/ids.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';

let server: TestServer;
let owner: Person;
let site: { id: string; enterpriseId: string };
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  const enterpriseId = await buildOrganization(server, owner, 'North');
  site = { id: await buildSite(server, owner, enterpriseId, 'Harbour'), enterpriseId };
  await server.settled();
});
afterAll(() => server.stop());

function message(name: string): LiveMessage {
  return { name, permission: 'device_manage', payload: z.unknown() };
}

async function watching({ token }: Person, topics: readonly string[]) {
  const listening = await listen(server, { authorization: `Bearer ${token}` });
  listening.socket.send(JSON.stringify({ watch: topics }));
  await expect
    .poll(() => topics.every((topic) => server.platform.live.watchedTopics().has(topic)), WITHIN)
    .toBe(true);
  return listening;
}

test('watched changes are sent to those who watch them and may see them', async () => {
  const topic = topicOf('device', newId());
  const other = topicOf('device', newId());
  const elsewhere = await buildMember(server, owner, 'siteOperator', {
    siteIds: [await buildSite(server, owner, site.enterpriseId, 'Mill')],
  });
  const stranger = await buildAccount(server);
  const watchers = await Promise.all([
    watching(owner, [topic]),
    watching(owner, [other]),
    watching(elsewhere, [topic]),
    watching(stranger, [topic]),
  ]);
  server.platform.live.push(message('watched'), {}, { tenant: owner.tenant, site, topic });
  server.platform.live.push(message('waiting'), {}, { tenant: owner.tenant, site: 'none' });
  for (const tenant of [owner.tenant, stranger.tenant])
    server.platform.live.push(message('last'), {}, { tenant });
  for (const { heard } of watchers) await expect.poll(() => heard, WITHIN).toContain('last');
  const sent = watchers.map(({ heard }) => heard.filter((name) => name === 'watched' || name === 'waiting'));
  expect(sent).toEqual([['watched', 'waiting'], ['waiting'], [], []]);
  for (const { socket } of watchers) socket.terminate();
  await expect.poll(() => server.platform.live.watchedTopics().size, WITHIN).toBe(0);
});

test('watching something else replaces what was watched', async () => {
  const [first, second] = [topicOf('device', newId()), topicOf('device', newId())];
  const { socket, heard } = await watching(owner, [first]);
  socket.send(JSON.stringify({ watch: [second] }));
  await expect.poll(() => server.platform.live.watchedTopics().has(first), WITHIN).toBe(false);
  for (const topic of [first, second]) {
    server.platform.live.push(message(topic), {}, { tenant: owner.tenant, topic });
  }
  await expect.poll(() => heard, WITHIN).toContain(second);
  expect(heard).not.toContain(first);
  socket.terminate();
});

test.each([
  ['no JSON', 'watch'],
  ['another message', '{"say":"hello"}'],
  ['no topic', '{"watch":["everything"]}'],
  [
    'too many',
    JSON.stringify({
      watch: Array.from({ length: LIMITS.live.watchedMax + 1 }, () => topicOf('device', newId())),
    }),
  ],
])('%s closes the socket', async (_, frame) => {
  const { socket, closed } = await listen(server, { authorization: `Bearer ${owner.token}` });
  socket.send(frame);
  expect(await closed).toBe(LIVE_CLOSE.notUnderstood);
});

test('closes a connection that sends too many frames', async () => {
  const { socket } = await listen(server, { authorization: `Bearer ${owner.token}` });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  for (let sent = 0; sent < 300; sent += 1) socket.send(JSON.stringify({ watch: [] }));
  expect(await closed).toBe(LIVE_CLOSE.tooMany);
});
