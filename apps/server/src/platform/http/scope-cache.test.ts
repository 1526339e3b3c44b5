import { expect, test } from 'vitest';
import type { Authenticated } from './context.ts';
import { ScopeCache } from './scope-cache.ts';

function who(manager: string, sessionId: string | null = `session of ${manager}`): Authenticated {
  return {
    sessionId,
    language: 'en',
    scope: {
      tenant: `tenant of ${manager}`,
      manager,
      membership: 'membership',
      userName: manager,
      roleKey: 'ROLE_SUPER_ADMIN',
      grants: new Set(),
      reach: { kind: 'all' },
      demo: false,
      demoSession: null,
    },
  };
}

function cache() {
  let now = 0;
  const scopes = new ScopeCache(() => now);
  return {
    scopes,
    later: (ms: number) => {
      now += ms;
    },
  };
}

test('caches for five seconds', async () => {
  const { scopes, later } = cache();
  await scopes.load('a', async () => who('anna'));
  later(4_999);
  expect(scopes.get('a')?.scope.manager).toBe('anna');
  later(1);
  expect(scopes.get('a')).toBeUndefined();
});

test.each([
  ['session', (scopes: ScopeCache) => scopes.dropSessions(new Set(['session of anna']))],
  ['person', (scopes: ScopeCache) => scopes.dropManagers(new Set(['anna']))],
  ['account', (scopes: ScopeCache) => scopes.dropTenant('tenant of anna')],
])('dropping a %s drops only its own entries', async (_, drop) => {
  const { scopes } = cache();
  await scopes.load('a', async () => who('anna'));
  await scopes.load('b', async () => who('ben'));
  drop(scopes);
  expect(scopes.get('a')).toBeUndefined();
  expect(scopes.get('b')?.scope.manager).toBe('ben');
});

test('an answer in flight while something was dropped is not cached', async () => {
  const { scopes } = cache();
  const arrive = Promise.withResolvers<Authenticated>();
  const loading = scopes.load('a', () => arrive.promise);
  scopes.dropSessions(new Set(['session of anna']));
  arrive.resolve(who('anna'));
  expect((await loading).scope.manager).toBe('anna');
  expect(scopes.get('a')).toBeUndefined();
});

test('the last scope of a dropped token is known, for the reason of its refusal', async () => {
  const { scopes, later } = cache();
  await scopes.load('a', async () => who('anna'));
  scopes.dropManagers(new Set(['anna']));
  later(60_000);
  expect(scopes.get('a')).toBeUndefined();
  expect(scopes.lastSeen('a')?.scope.manager).toBe('anna');
  expect(scopes.lastSeen('b')).toBeUndefined();
});

test('a failure is not cached', async () => {
  const { scopes } = cache();
  await expect(scopes.load('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(scopes.get('a')).toBeUndefined();
  expect(scopes.lastSeen('a')).toBeUndefined();
});

test('concurrent requests with the same token share one lookup', async () => {
  const { scopes } = cache();
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return who('anna');
  };
  await Promise.all(Array.from({ length: 10 }, () => scopes.load('a', ask)));
  expect(asked).toBe(1);
});

test('a request after something was dropped looks it up again', async () => {
  const { scopes } = cache();
  const before = Promise.withResolvers<Authenticated>();
  const first = scopes.load('a', () => before.promise);
  scopes.dropSessions(new Set(['session of anna']));
  const second = scopes.load('a', async () => who('ben'));
  before.resolve(who('anna'));
  expect((await first).scope.manager).toBe('anna');
  expect((await second).scope.manager).toBe('ben');
});
