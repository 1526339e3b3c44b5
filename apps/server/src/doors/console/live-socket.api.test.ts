import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { LIVE_CLOSE, type LiveMessage, SHELL_CLOSE } from '@airloom/contract/live';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { listen } from '../../domains/people/identity/testing/live.ts';
import { SESSION_COOKIE } from '../../platform/http/context.ts';
import type { Audience } from '../../platform/live/live-hub.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  PASSWORD,
  type Person,
} from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';

let server: TestServer;
let owner: Person;
let organization: string;
let harbour: string;
let mill: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await buildAccount(server);
  organization = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, organization, 'Harbour');
  mill = await buildSite(server, owner, organization, 'Mill');
  await server.settled();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function message(name: string, permission: LiveMessage['permission'] = null): LiveMessage {
  return { name, permission, payload: z.unknown() };
}

/** Everything pushed before this message has arrived by then, or never will. */
const LAST = 'last';

async function receivedBy(
  people: readonly Person[],
  pushes: readonly [LiveMessage, Audience][],
): Promise<string[][]> {
  const sockets = await Promise.all(people.map((person) => listen(server, bearer(person.token))));
  for (const [what, audience] of pushes) server.platform.live.push(what, {}, audience);
  for (const tenant of new Set(people.map((person) => person.tenant))) {
    server.platform.live.push(message(LAST), {}, { tenant });
  }
  for (const { heard } of sockets) await expect.poll(() => heard, WITHIN).toContain(LAST);
  for (const { socket } of sockets) socket.terminate();
  return sockets.map(({ heard }) => heard.filter((name) => name !== LAST));
}

describe('recipients of a message', () => {
  test('the account it concerns, and no other', async () => {
    const stranger = await buildAccount(server);
    const heard = await receivedBy([owner, stranger], [[message('ours'), { tenant: owner.tenant }]]);
    expect(heard).toEqual([['ours'], []]);
  });

  test('people with the permission', async () => {
    const observer = await buildMember(server, owner, 'siteObserver', { siteIds: [harbour] });
    const heard = await receivedBy(
      [owner, observer],
      [
        [message('people', 'subaccount_manage'), { tenant: owner.tenant }],
        [message('sites', 'site_manage'), { tenant: owner.tenant }],
      ],
    );
    expect(heard).toEqual([['people', 'sites'], ['sites']]);
  });

  test('people who see the site', async () => {
    const atHarbour = await buildMember(server, owner, 'siteObserver', { siteIds: [harbour] });
    const atNorth = await buildMember(server, owner, 'organizationAdministrator', {
      enterpriseIds: [organization],
    });
    const about = (id: string): Audience => ({
      tenant: owner.tenant,
      site: { id, enterpriseId: organization },
    });
    const heard = await receivedBy(
      [owner, atHarbour, atNorth],
      [
        [message('harbour'), about(harbour)],
        [message('mill'), about(mill)],
      ],
    );
    expect(heard).toEqual([['harbour', 'mill'], ['harbour'], ['harbour', 'mill']]);
  });

  test('only the person, for messages about a person', async () => {
    const observer = await buildMember(server, owner, 'siteObserver', { siteIds: [harbour] });
    const heard = await receivedBy(
      [owner, observer],
      [[message('yours'), { tenant: owner.tenant, manager: observer.managerId }]],
    );
    expect(heard).toEqual([[], ['yours']]);
  });
});

/** A connecting socket, which may be refused. */
function connecting(headers: Readonly<Record<string, string>>, path = '/live'): WebSocket {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`, { headers });
  socket.on('error', () => undefined);
  return socket;
}

/** The status a socket is refused with. */
async function refusal(headers: Readonly<Record<string, string>>, path = '/live'): Promise<number> {
  const socket = connecting(headers, path);
  const [, response] = await once(socket, 'unexpected-response');
  socket.terminate();
  return response.statusCode;
}

/** The close code of a socket that is closed right after it opened, without a message. */
async function closing(headers: Readonly<Record<string, string>>, path = '/live'): Promise<number> {
  const socket = connecting(headers, path);
  socket.on('message', () => expect.unreachable());
  const [code] = await once(socket, 'close');
  return Number(code);
}

describe('admission', () => {
  test('by cookie or bearer token, like any call', async () => {
    const sockets = await Promise.all([
      listen(server, bearer(owner.token)),
      listen(server, { cookie: `${SESSION_COOKIE}=${owner.token}` }),
      listen(server, { cookie: `${SESSION_COOKIE}=${owner.token}`, origin: server.url }),
    ]);
    for (const { socket } of sockets) socket.terminate();
  });

  test('not without a valid token, and not with an API key', async () => {
    expect(await closing({})).toBe(LIVE_CLOSE.sessionEnded);
    expect(await closing(bearer('nonsense'))).toBe(LIVE_CLOSE.sessionEnded);
    expect(await closing({ cookie: `${SESSION_COOKIE}=nonsense` })).toBe(LIVE_CLOSE.sessionEnded);
    const input = { name: 'script', grants: ['site_manage' as const], expiresAt: null, password: PASSWORD };
    const key = await server.call('createApiKey', input, { as: owner.token });
    expect(await refusal(bearer(key.data.secret))).toBe(403);
  });

  test('not from a page of another site, even with a cookie', async () => {
    const cookie = `${SESSION_COOKIE}=${owner.token}`;
    for (const origin of ['https://evil.example', 'null', 'nonsense', `${server.url}.evil.example`]) {
      expect([origin, await refusal({ cookie, origin })]).toEqual([origin, 403]);
    }
  });

  test('only at its own path', async () => {
    expect(await refusal(bearer(owner.token), '/elsewhere')).toBe(404);
    expect(await refusal(bearer(owner.token), '/live/more')).toBe(404);
  });

  test('at most a hundred at once for one session', async () => {
    const sockets = await Promise.all(Array.from({ length: 100 }, () => listen(server, bearer(owner.token))));
    expect(await refusal(bearer(owner.token))).toBe(403);
    const [first] = sockets;
    first?.socket.close();
    await first?.closed;
    await expect
      .poll(
        () =>
          listen(server, bearer(owner.token)).then(
            () => 'open',
            () => 'refused',
          ),
        WITHIN,
      )
      .toBe('open');
    for (const { socket } of sockets) socket.terminate();
  });

  test('from the page of the public address, where one is set', async () => {
    const named = await startTestServer({ PUBLIC_URL: 'https://console.example.org' });
    try {
      const person = await buildAccount(named);
      const headers = { ...bearer(person.token), origin: 'https://console.example.org' };
      (await listen(named, headers)).socket.terminate();
    } finally {
      await named.stop();
    }
  });
});

describe('the shell', () => {
  test('returns no session to people who may operate devices', async () => {
    const socket = connecting(bearer(owner.token), '/shell?session=any');
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([SHELL_CLOSE.noSuchSession, 'no such shell session']);
  });

  test('is refused for everyone else', async () => {
    const observer = await buildMember(server, owner, 'siteObserver', { siteIds: [harbour] });
    expect(await closing({}, '/shell')).toBe(LIVE_CLOSE.sessionEnded);
    expect(await refusal(bearer(observer.token), '/shell')).toBe(403);
    const cookie = `${SESSION_COOKIE}=${owner.token}`;
    expect(await refusal({ cookie, origin: 'https://evil.example' }, '/shell')).toBe(403);
  });
});

describe('a socket is closed by', () => {
  test('a change of permissions, after which it may reconnect', async () => {
    const observer = await buildMember(server, owner, 'siteObserver', { siteIds: [harbour] });
    const socket = await listen(server, bearer(observer.token));
    const roles = (await server.call('listRoles', {}, { as: owner.token })).data;
    const roleUUID = roles.find((role) => role.key === 'ROLE_SITE_OPER')?.roleUUID ?? '';
    const change = { subAccountUUID: observer.membershipId, roleUUID, reach: { siteUUIDs: [mill] } };
    await server.call('updateSubAccount', change, { as: owner.token });
    expect(await socket.closed).toBe(LIVE_CLOSE.permissionsChanged);
    const heard = await receivedBy(
      [observer],
      [[message('mill'), { tenant: owner.tenant, site: { id: mill, enterpriseId: organization } }]],
    );
    expect(heard).toEqual([['mill']]);
  });

  test('the end of the session', async () => {
    const socket = await listen(server, bearer(owner.token));
    await server.call('logout', {}, { as: owner.token });
    expect(await socket.closed).toBe(LIVE_CLOSE.sessionEnded);
    expect(await closing(bearer(owner.token))).toBe(LIVE_CLOSE.sessionEnded);
  });

  test('the end of the session while it connects', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { token } = await buildAccount(server);
      const sockets = Array.from({ length: 4 }, () => connecting(bearer(token)));
      const ended = sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve)));
      await server.call('logout', {}, { as: token });
      await Promise.all(ended);
    }
  });

  test('any frame but what it watches', async () => {
    const { socket, closed } = await listen(server, bearer(owner.token));
    socket.send('hello');
    expect(await closed).toBe(LIVE_CLOSE.notUnderstood);
  });

  test('a frame too large', async () => {
    const { socket, closed } = await listen(server, bearer(owner.token));
    socket.send('x'.repeat(100_000));
    expect(await closed).toBeGreaterThanOrEqual(1000);
  });

  test('not reading: the server buffers a little for a slow browser and no more', async () => {
    const slow = await listen(server, bearer(owner.token));
    const quick = await listen(server, bearer(owner.token));
    slow.socket.pause();
    // More than the operating system buffers.
    const payload = 'x'.repeat(200 * 1024);
    const count = 100;
    for (let sent = 0; sent < count; sent += 1) {
      const arrived = once(quick.socket, 'message');
      server.platform.live.push(message('big'), payload, { tenant: owner.tenant });
      await arrived;
    }
    slow.socket.resume();
    expect(await slow.closed).toBe(LIVE_CLOSE.tooSlow);
    expect(slow.heard.length).toBeLessThan(count);
    quick.socket.terminate();
  });
});

function open(): Socket {
  return connect(Number(new URL(server.url).port), '127.0.0.1');
}

function upgrade(path: string, token = owner.token): string {
  return [
    `GET ${path} HTTP/1.1`,
    'Host: a',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Authorization: Bearer ${token}`,
    '\r\n',
  ].join('\r\n');
}

describe('the server survives', () => {
  test.each(['//', '//:', 'http://[', '/%', '/\\'])('an invalid path: %s', async (path) => {
    const socket = open();
    socket.setEncoding('utf8').end(upgrade(path));
    const [answer] = await once(socket, 'data');
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  test('a refused client that keeps the connection open', async () => {
    const socket = open();
    socket.on('error', () => undefined).resume();
    socket.write(upgrade('/live', 'unknown'));
    // Long before the timeout of the protocol.
    await once(socket, 'close', { signal: AbortSignal.timeout(10_000) });
  });

  test('a connection that breaks during the handshake', async () => {
    for (let round = 0; round < 30; round += 1) {
      const socket = open();
      await once(socket, 'connect');
      // An unknown token: the connection breaks while the server looks it up.
      socket.write(upgrade('/live', `unknown-${round}`));
      for (let turn = 0; turn < round % 10; turn += 1) await new Promise(setImmediate);
      socket.resetAndDestroy();
    }
    expect(await closing({})).toBe(LIVE_CLOSE.sessionEnded);
    (await listen(server, bearer(owner.token))).socket.terminate();
  });
});
