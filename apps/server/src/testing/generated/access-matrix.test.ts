import { type CallName, callTable } from '@airloom/contract/all-calls';
import { requiredGrant } from '@airloom/contract/call';
import { ERRORS, SUCCESS_CODES } from '@airloom/contract/errors';
import { ALL_GRANTS } from '@airloom/contract/permissions';
import { BUILT_IN_ROLES } from '@airloom/contract/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFirstAdministrator } from '../../domains/identity/index.ts';
import { buildAccount, buildMember, type Person } from '../builders.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { buildWorld, type World } from '../world.ts';
import { examples } from './examples.ts';
import { fingerprintOf } from './rows.ts';
import { forgetThrottles } from './throttles.ts';

/** Calls whose success depends on the world outside or on being a particular person; what the owner gets instead. */
const OWNER_IS_REFUSED: Partial<Record<CallName, keyof typeof ERRORS>> = {
  wechatStart: 'wechatNotConfigured',
  wechatLogin: 'wechatNotConfigured',
  wechatBind: 'wechatNotConfigured',
  removeDemo: 'permissionDenied',
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await createFirstAdministrator(server.platform);
});
afterAll(() => server.stop());

async function inputFor(name: CallName, world: World): Promise<unknown> {
  await forgetThrottles(server);
  return examples[name](world);
}

async function roleWithout(world: World, name: CallName): Promise<Person> {
  const needed = requiredGrant(callTable[name]);
  const permissions = ALL_GRANTS.filter((grant) => grant !== needed && grant !== `${needed}:operate`);
  const created = await server.call(
    'createRole',
    { name: `${world.marker} all but ${needed}`.slice(0, 32), permissions },
    { as: world.owner.token },
  );
  return buildMember(server, world.owner, 'siteObserver', { siteIds: [world.siteUUID] }).then((member) =>
    reassign(member, created.data.roleUUID, world),
  );
}

async function reassign(member: Person, roleUUID: string, world: World): Promise<Person> {
  const answer = await server.call(
    'updateSubAccount',
    { subAccountUUID: member.membershipId, roleUUID, reach: { siteUUIDs: [world.siteUUID] } },
    { as: world.owner.token },
  );
  expect(answer.code).toBe(0);
  return member;
}

describe.each(Object.entries(callTable))('%s', (callName, call) => {
  const name = callName as CallName;
  const grant = requiredGrant(call);

  test('anonymous', async () => {
    const world = await buildWorld(server);
    const answer = await server.send(name, await inputFor(name, world));
    if (call.access === 'public') expect(answer.status).not.toBe(401);
    else
      expect({ status: answer.status, code: answer.code }).toEqual({
        status: 401,
        code: ERRORS.tokenTimeout.code,
      });
  });

  if (grant !== null)
    test('all rights but this one', async () => {
      const world = await buildWorld(server);
      const person = await roleWithout(world, name);
      const answer = await server.send(name, await inputFor(name, world), { as: person.token });
      expect({ status: answer.status, code: answer.code, missing: answer.failure.missing }).toEqual({
        status: 403,
        code: ERRORS.permissionDenied.code,
        missing: grant,
      });
    });

  if (grant !== null)
    test('observer', async () => {
      const world = await buildWorld(server);
      const observer = await buildMember(server, world.owner, 'siteObserver', { siteIds: [world.siteUUID] });
      const answer = await server.send(name, await inputFor(name, world), { as: observer.token });
      const holds = BUILT_IN_ROLES.siteObserver.grants.some((held) => held === grant);
      expect(answer.status === 403).toBe(!holds);
      if (call.effect === 'write') expect(holds).toBe(false);
    });

  test('another account', async () => {
    const world = await buildWorld(server);
    const stranger = await buildAccount(server);
    const input = await inputFor(name, world);
    const before = await fingerprintOf(server.databaseUrl, world.owner.tenant);
    const answer = await server.send(name, input, { as: stranger.token });
    if (call.access === 'public') {
      expect(answer.status).toBeLessThan(500);
      return;
    }
    expect(await fingerprintOf(server.databaseUrl, world.owner.tenant)).toBe(before);
    const said = JSON.stringify({ msg: answer.msg, data: answer.data });
    const asked = JSON.stringify(input);
    const secrets = [
      world.marker,
      world.siteUUID,
      world.enterpriseUUID,
      world.owner.tenant,
      world.owner.email,
    ];
    for (const secret of secrets.filter((text) => !asked.includes(text))) expect(said).not.toContain(secret);
  });

  test('right role', async () => {
    const world = await buildWorld(server);
    const input = await inputFor(name, world);
    const options = call.access === 'public' ? {} : { as: world.owner.token };
    const answer = await server.send(name, input, options);
    const refusal = OWNER_IS_REFUSED[name];
    if (refusal !== undefined) {
      expect(answer.code).toBe(ERRORS[refusal].code);
      return;
    }
    expect({
      code: answer.code,
      failure: SUCCESS_CODES.includes(answer.code) ? null : answer.failure,
    }).toEqual({
      code: expect.toSatisfy((code: number) => SUCCESS_CODES.includes(code)),
      failure: null,
    });
    expect(call.output.safeParse(answer.data).error?.issues ?? []).toEqual([]);
  });
});
