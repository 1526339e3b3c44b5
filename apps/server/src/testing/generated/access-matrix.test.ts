import { type CallName, callTable } from '@airloom/contract/all-calls';
import { type Call, requiredGrant } from '@airloom/contract/call';
import { ERRORS, SUCCESS_CODES } from '@airloom/contract/errors';
import { ALL_GRANTS } from '@airloom/contract/permissions';
import { BUILT_IN_ROLES } from '@airloom/contract/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFirstAdministrator } from '../../domains/people/identity/index.ts';
import { buildMember, type Person } from '../builders.ts';
import { buildPersonWith } from '../role-builders.ts';
import { type Answer, startTestServer, type TestServer } from '../test-server.ts';
import type { World } from '../world.ts';
import { examples } from './examples.ts';
import { openStage, type Stage } from './stage.ts';
import { forgetThrottles } from './throttles.ts';
import { bindWechat, visitWechat } from './wechat-server.ts';

let stage: Stage;
let server: TestServer;
beforeAll(async () => {
  stage = await openStage();
  server = stage.server;
  await createFirstAdministrator(server.platform);
});
afterAll(() => stage.stop());

interface Prepared {
  readonly world: World;
  readonly input: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

async function prepare(name: CallName): Promise<Prepared> {
  const world = await stage.newWorld();
  await forgetThrottles(server);
  const input = await examples[name](world);
  if (name !== 'wechatLogin' && name !== 'wechatBind') return { world, input, headers: {} };
  if (name === 'wechatLogin') await bindWechat(stage, world);
  const { headers, ...back } = await visitWechat(stage, world, name === 'wechatLogin' ? 'login' : 'bind');
  return { world, input: { ...input, ...back }, headers };
}

function expectSuccess(call: Call, answer: Answer<unknown>): void {
  expect({
    code: answer.code,
    failure: SUCCESS_CODES.includes(answer.code) ? null : answer.failure,
  }).toEqual({
    code: expect.toSatisfy((code: number) => SUCCESS_CODES.includes(code)),
    failure: null,
  });
  expect(call.output.safeParse(answer.data).error?.issues ?? []).toEqual([]);
}

/** The answer, after checking that the request changed nothing in the world. */
async function leavingAsItWas(world: World, ask: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  const rows = await stage.atRest(world);
  const answer = await ask();
  await server.settled();
  const { before, now } = await stage.rows.beforeAndNow(world.owner.tenant, rows);
  expect(now).toEqual(before);
  return answer;
}

function personWithout(world: World, name: CallName): Promise<Person> {
  const needed = requiredGrant(callTable[name]);
  const permissions = ALL_GRANTS.filter((grant) => grant !== needed && grant !== `${needed}:operate`);
  return buildPersonWith(server, world.owner, permissions, { siteUUIDs: [world.siteUUID] });
}

describe.each(Object.entries(callTable))('%s', (callName, call) => {
  const name = callName as CallName;
  const grant = requiredGrant(call);
  let ready: Promise<Prepared> | undefined;
  // Refused calls and reads change nothing; public calls may use up what they are given.
  const isUsedUp = grant === null && call.effect === 'write';
  const prepared = () => (isUsedUp ? prepare(name) : (ready ??= prepare(name)));

  test('anonymous', async () => {
    const { world, input, headers } = await prepared();
    const ask = () => server.send(name, input, { headers });
    if (call.access === 'public') {
      expect((await ask()).status).not.toBe(401);
      return;
    }
    const answer = await leavingAsItWas(world, ask);
    expect({ status: answer.status, code: answer.code }).toEqual({
      status: 401,
      code: ERRORS.tokenTimeout.code,
    });
  });

  if (grant !== null)
    test('every permission but the required one', async () => {
      const { world, input, headers } = await prepared();
      const person = await personWithout(world, name);
      const answer = await leavingAsItWas(world, () =>
        server.send(name, input, { as: person.token, headers }),
      );
      expect({ status: answer.status, code: answer.code, missing: answer.failure.missing }).toEqual({
        status: 403,
        code: ERRORS.permissionDenied.code,
        missing: grant,
      });
    });

  if (call.access !== 'public')
    test('observer', async () => {
      const { world, input, headers } = await prepared();
      const observer = await buildMember(server, world.owner, 'siteObserver', { siteIds: [world.siteUUID] });
      const holds = grant === null || BUILT_IN_ROLES.siteObserver.grants.some((held) => held === grant);
      const ask = () => server.send(name, input, { as: observer.token, headers });
      const answer = await (holds ? ask() : leavingAsItWas(world, ask));
      expect(answer.status).toBeLessThan(500);
      expect(answer.status).not.toBe(401);
      expect({ refused: answer.status === 403, missing: answer.failure.missing }).toEqual(
        holds ? { refused: false } : { refused: true, missing: grant },
      );
      if (grant !== null && call.effect === 'write') expect(holds).toBe(false);
    });

  test('another account', async () => {
    const other = await stage.newWorld();
    const { world: own, input, headers } = await prepared();
    // A public call trusts anyone with the password or the code, so the other account brings its own.
    const [world, stranger] = call.access === 'public' ? [other, own] : [own, other];
    const answer = await leavingAsItWas(world, () =>
      server.send(name, input, { as: stranger.owner.token, headers }),
    );
    expect(answer.status).toBeLessThan(500);
    const answered = JSON.stringify({ msg: answer.msg, data: answer.data });
    const asked = JSON.stringify(input);
    const secrets = [
      world.marker,
      world.siteUUID,
      world.enterpriseUUID,
      world.owner.tenant,
      world.owner.email,
      world.deviceUUID,
      world.unclaimedUUID,
      world.groupUUID,
    ];
    for (const secret of secrets.filter((text) => !asked.includes(text)))
      expect(answered).not.toContain(secret);
  });

  if (name === 'removeDemo')
    test('required role, which only the first administrator has', async () => {
      const own = await startTestServer();
      try {
        const administrator = await createFirstAdministrator(own.platform);
        const login = await own.call('login', {
          username: administrator?.userName ?? '',
          password: administrator?.password ?? '',
        });
        expectSuccess(call, await own.send(name, {}, { as: login.data.access_token }));
        expect((await own.call('demoLogin', {})).code).toBe(ERRORS.demoOff.code);
      } finally {
        await own.stop();
      }
    });
  else
    test('required role', async () => {
      const { world, input, headers } = await prepared();
      const as = call.access === 'public' ? undefined : world.owner.token;
      expectSuccess(call, await server.send(name, input, { as, headers }));
    });
});
