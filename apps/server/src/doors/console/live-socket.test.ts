import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIVE_CLOSE } from '@airloom/contract/live';
import pino from 'pino';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Failure } from '../../platform/failure.ts';
import type { Authenticated } from '../../platform/http/context.ts';
import { LiveHub } from '../../platform/live/live-hub.ts';
import type { SiteReach } from '../../platform/scope.ts';
import { readSettings } from '../../platform/settings.ts';
import { mountLive } from './live-socket.ts';

function somebody(reach: SiteReach = { kind: 'all' }): Authenticated {
  return {
    sessionId: 'session',
    language: 'en',
    scope: {
      tenant: 'tenant',
      manager: 'manager',
      membership: 'membership',
      userName: 'anna',
      roleKey: 'ROLE_SUPER_ADMIN',
      grants: new Set(),
      reach,
      demo: false,
      demoSession: null,
    },
  };
}

/** The close code when the second check of its token, right after connecting, returns `second`. */
async function closedWith(second: () => Promise<Authenticated>): Promise<number> {
  const first = somebody({ kind: 'sites', ids: ['harbour'] });
  let asked = 0;
  const server = createServer();
  const platform = {
    settings: readSettings({}),
    live: new LiveHub(() => undefined),
    log: pino({ level: 'silent' }),
    monotonic: () => performance.now(),
  };
  const authenticator = {
    authenticate: () => {
      asked += 1;
      return asked === 1 ? Promise.resolve(first) : second();
    },
  };
  const screens = { authenticate: () => Promise.reject(new Error('not a display')) };
  const live = mountLive(server, platform, { authenticator, screens });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers: { authorization: 'Bearer token' } });
  // Any frame closes a socket that nothing else has closed.
  socket.on('open', () => socket.send('hello'));
  try {
    const [code] = await once(socket, 'close');
    return code;
  } finally {
    live.close();
    server.close();
  }
}

test('a session that ended while its socket connected gets that reason', async () => {
  expect(await closedWith(() => Promise.reject(new Failure('tokenTimeout')))).toBe(LIVE_CLOSE.sessionEnded);
});

test('a socket whose permissions changed meanwhile reconnects with the new ones', async () => {
  expect(await closedWith(async () => somebody({ kind: 'sites', ids: ['mill'] }))).toBe(
    LIVE_CLOSE.permissionsChanged,
  );
});

test('a socket whose permissions are unchanged stays open', async () => {
  expect(await closedWith(async () => somebody({ kind: 'sites', ids: ['harbour'] }))).toBe(
    LIVE_CLOSE.notUnderstood,
  );
});

test('a failed check signs nobody out', async () => {
  expect(await closedWith(() => Promise.reject(new Error('database is down')))).toBe(
    LIVE_CLOSE.permissionsChanged,
  );
});
