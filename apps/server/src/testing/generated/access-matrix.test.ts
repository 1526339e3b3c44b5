import { type CallName, callTable } from '@airloom/contract/all-calls';
import { type Call, requiredGrant } from '@airloom/contract/call';
import { ERRORS, OK, SUCCESS_CODES } from '@airloom/contract/errors';
import { type Grant, includingView } from '@airloom/contract/permissions';
import { BUILT_IN_ROLES } from '@airloom/contract/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFirstAdministrator } from '../../domains/people/identity/index.ts';
import { buildMember, type Person } from '../builders.ts';
import { buildPersonWith, existingGrants, makeOperator } from '../role-builders.ts';
import { type Answer, startTestServer, type TestServer } from '../test-server.ts';
import type { World } from '../world.ts';
import { examples } from './examples.ts';
import type { OwnedRow } from './rows.ts';
import { openStage, type Stage } from './stage.ts';
import { forgetThrottles } from './throttles.ts';
import { bindWechat, visitWechat } from './wechat-server.ts';
import { WITH_GATEWAY } from './with-gateway.ts';

let stage: Stage;
let server: TestServer;
beforeAll(async () => {
  stage = await openStage();
  server = stage.server;
  await createFirstAdministrator(server.platform);
});
afterAll(() => stage.stop());

/** The people of a test. Reads leave everything as it is for the next and share one cast, until it holds many examples. */
class Cast {
  readonly world: World;
  readonly other: World;
  readonly #without = new Map<Grant, Promise<Person>>();
  #observer: Promise<Person> | undefined;
  #reads = 0;

  constructor(world: World, other: World) {
    this.world = world;
    this.other = other;
  }

  static async new(): Promise<Cast> {
    return new Cast(await stage.newWorld(), await stage.newWorld());
  }

  get isUsedUp(): boolean {
    this.#reads += 1;
    return this.#reads > READS_PER_CAST;
  }

  /** Somebody with every permission but this one. */
  without(needed: Grant): Promise<Person> {
    const found = this.#without.get(needed) ?? personWithout(this.world, needed);
    this.#without.set(needed, found);
    return found;
  }

  observer(): Promise<Person> {
    this.#observer ??= buildMember(server, this.world.owner, 'siteObserver', {
      siteIds: [this.world.siteUUID],
    });
    return this.#observer;
  }
}

const READS_PER_CAST = 40;
let reading: Cast | undefined;

async function castOf(call: Call): Promise<Cast> {
  if (requiredGrant(call)?.startsWith('operator_')) {
    const cast = await Cast.new();
    await makeOperator(server, cast.world.owner);
    return cast;
  }
  if (call.effect === 'write') return Cast.new();
  if (reading === undefined || reading.isUsedUp) reading = await Cast.new();
  return reading;
}

interface Prepared {
  readonly world: World;
  readonly other: World;
  readonly input: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly without: Person | null;
  readonly observer: Person | null;
  /** Of the world, with all of these in it. */
  readonly rows: readonly OwnedRow[];
}

async function prepare(name: CallName): Promise<Prepared> {
  const call = callTable[name];
  const grant = requiredGrant(call);
  const cast = await castOf(call);
  const { world, other } = cast;
  await forgetThrottles(server);
  const example = await examples[name](world);
  const people = {
    without: grant === null ? null : await cast.without(grant),
    observer: call.access === 'public' ? null : await cast.observer(),
  };
  const { headers, ...back } = await wechatVisit(name, world);
  const rows = await stage.atRest(world);
  return { world, other, input: { ...example, ...back }, headers, ...people, rows };
}

async function wechatVisit(name: CallName, world: World) {
  if (name !== 'wechatLogin' && name !== 'wechatBind') return { headers: {} };
  if (name === 'wechatLogin') await bindWechat(stage, world);
  return visitWechat(stage, world, name === 'wechatLogin' ? 'login' : 'bind');
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

/** The answer, after checking that the request changed nothing of these rows of the world. */
async function leavingAsItWas(
  world: World,
  rows: readonly OwnedRow[],
  ask: () => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const answer = await ask();
  await server.settled();
  const { before, now } = await stage.rows.beforeAndNow(world.owner.tenant, rows);
  expect(now).toEqual(before);
  return answer;
}

async function personWithout(world: World, needed: Grant): Promise<Person> {
  // Others may include its view.
  const keys = [needed, ...includingView(needed)];
  const permissions = (await existingGrants(server, world.owner)).filter((grant) =>
    keys.every((key) => grant !== key && grant !== `${key}:operate`),
  );
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
    const { world, rows, input, headers } = await prepared();
    const ask = () => server.send(name, input, { headers });
    if (call.access === 'public') {
      expect((await ask()).status).not.toBe(401);
      return;
    }
    const answer = await leavingAsItWas(world, rows, ask);
    expect({ status: answer.status, code: answer.code }).toEqual({
      status: 401,
      code: ERRORS.tokenTimeout.code,
    });
  });

  if (grant !== null)
    test('every permission but the required one', async () => {
      const { world, rows, without, input, headers } = await prepared();
      const answer = await leavingAsItWas(world, rows, () =>
        server.send(name, input, { as: without?.token, headers }),
      );
      expect({ status: answer.status, code: answer.code, missing: answer.failure.missing }).toEqual({
        status: 403,
        code: ERRORS.permissionDenied.code,
        missing: grant,
      });
    });

  test('another account', async () => {
    const { world: own, other, rows: ownRows, input, headers } = await prepared();
    // A public call trusts anyone with the password or the code, so the other account brings its own.
    const [world, stranger] = call.access === 'public' ? [other, own] : [own, other];
    const rows = world === own ? ownRows : await stage.atRest(other);
    const answer = await leavingAsItWas(world, rows, () =>
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

  // After those that must change nothing.
  if (call.access !== 'public')
    test('observer', async () => {
      const { world, rows, observer, input, headers } = await prepared();
      const holds = grant === null || BUILT_IN_ROLES.siteObserver.grants.some((held) => held === grant);
      const ask = () => server.send(name, input, { as: observer?.token, headers });
      const answer = await (holds ? ask() : leavingAsItWas(world, rows, ask));
      expect(answer.status).toBeLessThan(500);
      expect(answer.status).not.toBe(401);
      expect({ refused: answer.status === 403, missing: answer.failure.missing }).toEqual(
        holds ? { refused: false } : { refused: true, missing: grant },
      );
      if (grant !== null && call.effect === 'write') expect(holds).toBe(false);
    });

  if (name === 'removeDemo' || name === 'resetDemo')
    test('required role, which only the first administrator has', async () => {
      const own = await startTestServer(WITH_GATEWAY);
      try {
        const administrator = await createFirstAdministrator(own.platform);
        const login = await own.call('login', {
          username: administrator?.userName ?? '',
          password: administrator?.password ?? '',
        });
        expectSuccess(call, await own.send(name, {}, { as: login.data.access_token }));
        const visited = await own.call('demoLogin', {});
        expect(visited.code).toBe(name === 'removeDemo' ? ERRORS.demoOff.code : OK);
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
