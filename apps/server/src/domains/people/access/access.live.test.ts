import { once } from 'node:events';
import { liveFrame } from '@airloom/contract/live';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { buildAccount, buildMember, type Person } from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import {
  type AccountFixture,
  buildAccountFixture,
  buildRole,
  expectSuccess,
  newTarget,
  roleOf,
} from './testing/account-fixture.ts';

let server: TestServer;
let fixture: AccountFixture;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await buildAccountFixture(server);
});
afterAll(() => server.stop());

/** Long enough for a busy machine; the wait ends as soon as a message arrives. */

async function listen(person: Person): Promise<{ heard: string[] }> {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/live`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => heard.push(liveFrame.parse(JSON.parse(data.toString())).name));
  await once(socket, 'open');
  return { heard };
}

test('live messages reach only the account, about people only those who manage them', async () => {
  const observer = await buildMember(server, fixture.owner, 'siteObserver', { siteIds: [fixture.harbour] });
  const stranger = await buildAccount(server);
  const [owner, bystander, outsider] = await Promise.all([fixture.owner, observer, stranger].map(listen));
  const input = {
    targets: [newTarget()],
    roleUUID: await roleOf(fixture, 'siteObserver'),
    reach: { siteUUIDs: [fixture.harbour] },
  };
  expectSuccess(await server.call('invite', input, { as: fixture.owner.token }));
  await expect.poll(() => owner?.heard, WITHIN).toContain('peopleChanged');
  await buildRole(fixture, 'Night shift', ['site_manage']);
  await expect.poll(() => bystander?.heard, WITHIN).toContain('rolesChanged');
  expect(bystander?.heard).not.toContain('peopleChanged');
  expectSuccess(
    await server.call('createRole', { name: 'Theirs', permissions: ['site_manage'] }, { as: stranger.token }),
  );
  await expect.poll(() => outsider?.heard, WITHIN).toEqual(['rolesChanged']);
});
