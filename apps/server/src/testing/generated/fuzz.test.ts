import { type CallName, callTable } from '@airloom/contract/all-calls';
import type { Call } from '@airloom/contract/call';
import { ERRORS } from '@airloom/contract/errors';
import { MINUTE } from '@airloom/contract/time';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cases } from '../../../../../tools/testing/run-length.ts';
import type { TestServer } from '../test-server.ts';
import type { World } from '../world.ts';
import { examples } from './examples.ts';
import { hostileInput } from './hostile-input.ts';
import { mutation } from './mutated-example.ts';
import { idsIn } from './site-rows.ts';
import { openStage, type Stage } from './stage.ts';
import { forgetThrottles } from './throttles.ts';

const RUNS = cases(25, 400);
/** Examples are used up by write calls (a code works once), but expensive. */
const RUNS_PER_EXAMPLE = 25;
/**
 * At least this many inputs must pass the schema, or a test proves nothing about the handler. About one in four does; the
 * unchanged example, which is the first input, always does.
 */
const REACHED_MIN = cases(1, 40);

const THROTTLED: readonly number[] = [ERRORS.tooManyAttempts.code, ERRORS.tooManyRequests.code];
const STOPPED_BEFORE: readonly number[] = [
  ...THROTTLED,
  ERRORS.malformedRequest.code,
  ERRORS.payloadTooLarge.code,
  ERRORS.tokenTimeout.code,
];
const SIGNED_OUT: readonly number[] = [
  ERRORS.tokenTimeout.code,
  ERRORS.accessDataDeleted.code,
  ERRORS.accountError.code,
];

let stage: Stage;
let server: TestServer;
/** One world for all calls: with each it has more to lose. */
let victim: World;
beforeAll(async () => {
  stage = await openStage();
  server = stage.server;
  victim = await stage.newWorld();
  // Its notices that wait for others are sent before anything is compared.
  server.advance(MINUTE);
});
afterAll(() => stage.stop());

/** Ids of both accounts: those the attacker may know, and those it must not be able to use. */
function knownIds(worlds: readonly World[]): string[] {
  return [...idsIn(worlds.map((world) => ({ ...world, server: null })))];
}

/** Whether the handler ran. Handlers also refuse inputs as invalid, but only those that pass the schema. */
function wasHandled(call: Call, input: unknown, code: number): boolean {
  if (code !== ERRORS.invalidInput.code) return !STOPPED_BEFORE.includes(code);
  return call.method !== 'GET' && call.input.safeParse(JSON.parse(JSON.stringify(input))).success;
}

interface Attacker {
  readonly world: World;
  readonly example: object;
}

async function arrive(name: CallName, world: World): Promise<Attacker> {
  await forgetThrottles(server);
  return { world, example: await examples[name](world) };
}

describe.each(Object.entries(callTable))('%s', (callName, call) => {
  const name = callName as CallName;

  test('no input makes it fail or access another account', async () => {
    let attacker = await arrive(name, await stage.newWorld());
    // The input of a public call is proof of identity: with the victim's it rightly acts for the victim.
    const foreign = call.access === 'public' ? null : (await arrive(name, victim)).example;
    const untouched = await stage.atRest(victim);
    const known = knownIds([victim, attacker.world]);
    const attempt = fc.oneof(
      { weight: 4, arbitrary: mutation(known).map((mutate) => () => mutate(attacker.example)) },
      { weight: 3, arbitrary: mutation(known).map((mutate) => () => mutate(foreign ?? attacker.example)) },
      { weight: 3, arbitrary: hostileInput(call.input, known).map((input) => () => input) },
    );
    let runs = 0;
    let reached = 0;

    const send = async (input: unknown) => {
      const who = { as: attacker.world.owner.token, headers: { cookie: 'airloom_wechat=any' } };
      let answer = await server.send(name, input, who);
      if (THROTTLED.includes(answer.code)) {
        await forgetThrottles(server);
        answer = await server.send(name, input, who);
      }
      const asked = (JSON.stringify(input) ?? '').slice(0, 1000);
      expect(answer.status, `${answer.msg}: ${asked}`).toBeLessThan(500);
      expect(answer.code, asked).not.toBe(ERRORS.systemError.code);
      return answer;
    };

    await fc.assert(
      fc.asyncProperty(attempt, async (make) => {
        if (call.effect === 'write' && runs > 0 && runs % RUNS_PER_EXAMPLE === 0)
          attacker = await arrive(name, await stage.newWorld());
        runs += 1;
        let input = make();
        let answer = await send(input);
        if (call.access !== 'public' && SIGNED_OUT.includes(answer.code)) {
          // An earlier input signed the attacker out: continue as a new person.
          attacker = await arrive(name, await stage.newWorld());
          input = make();
          answer = await send(input);
        }
        if (wasHandled(call, input, answer.code)) reached += 1;
      }),
      { numRuns: RUNS, endOnFailure: true, examples: [[() => attacker.example]] },
    );
    expect(reached).toBeGreaterThanOrEqual(REACHED_MIN);
    const { before, now } = await stage.rows.beforeAndNow(victim.owner.tenant, untouched);
    expect(now).toEqual(before);
  });
});
