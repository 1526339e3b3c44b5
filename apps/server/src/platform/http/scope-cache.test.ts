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

test('remembers for five seconds', async () => {
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
])('dropping a %s forgets it and nobody else', async (_, drop) => {
  const { scopes } = cache();
  await scopes.load('a', async () => who('anna'));
  await scopes.load('b', async () => who('ben'));
  drop(scopes);
  expect(scopes.get('a')).toBeUndefined();
  expect(scopes.get('b')?.scope.manager).toBe('ben');
});

test('an answer that was on its way when something was dropped is not remembered', async () => {
  const { scopes } = cache();
  const arrive = Promise.withResolvers<Authenticated>();
  const loading = scopes.load('a', () => arrive.promise);
  scopes.dropSessions(new Set(['session of anna']));
  arrive.resolve(who('anna'));
  expect((await loading).scope.manager).toBe('anna');
  expect(scopes.get('a')).toBeUndefined();
});

test('who came last is known after it was dropped, for saying why they may not any more', async () => {
  const { scopes, later } = cache();
  await scopes.load('a', async () => who('anna'));
  scopes.dropManagers(new Set(['anna']));
  later(60_000);
  expect(scopes.get('a')).toBeUndefined();
  expect(scopes.lastSeen('a')?.scope.manager).toBe('anna');
  expect(scopes.lastSeen('b')).toBeUndefined();
});

test('a failure is not remembered', async () => {
  const { scopes } = cache();
  await expect(scopes.load('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(scopes.get('a')).toBeUndefined();
  expect(scopes.lastSeen('a')).toBeUndefined();
});

test('asks once for requests that come with the same token at the same time', async () => {
  const { scopes } = cache();
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return who('anna');
  };
  await Promise.all(Array.from({ length: 10 }, () => scopes.load('a', ask)));
  expect(asked).toBe(1);
});

test('asks again for a request that comes after something was dropped', async () => {
  const { scopes } = cache();
  const before = Promise.withResolvers<Authenticated>();
  const first = scopes.load('a', () => before.promise);
  scopes.dropSessions(new Set(['session of anna']));
  const second = scopes.load('a', async () => who('ben'));
  before.resolve(who('anna'));
  expect((await first).scope.manager).toBe('anna');
  expect((await second).scope.manager).toBe('ben');
});
