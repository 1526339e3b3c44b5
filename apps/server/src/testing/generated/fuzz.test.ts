import { type CallName, callTable } from '@airloom/contract/all-calls';
import { ERRORS } from '@airloom/contract/errors';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';
import { buildWorld, type World } from '../world.ts';
import { hostileInput } from './hostile-input.ts';
import { fingerprintOf } from './rows.ts';
import { forgetThrottles } from './throttles.ts';

const RUNS = 60;
const SEED = 20_261_115;

let server: TestServer;
let victim: World;
let attacker: World;
let untouched: string;
beforeAll(async () => {
  server = await startTestServer();
  victim = await buildWorld(server);
  attacker = await buildWorld(server);
  untouched = await fingerprintOf(server.databaseUrl, victim.owner.tenant);
});
afterAll(() => server.stop());

/** Ids of both accounts: what the attacker might have seen, and what it must not be able to use. */
function knownIds(): string[] {
  return [victim, attacker].flatMap((world) => [
    world.siteUUID,
    world.enterpriseUUID,
    world.binnedSiteUUID,
    world.observerRoleUUID,
    world.ownRoleUUID,
    world.invitationUUID,
    world.apiKeyUUID,
    world.operator.membershipId,
    world.owner.tenant,
    world.owner.managerId,
  ]);
}

describe.each(Object.entries(callTable))('%s', (callName, call) => {
  const name = callName as CallName;

  test('no input makes it fail or reach into another account', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(hostileInput(call.input, knownIds()), async (input) => {
        await forgetThrottles(server);
        const answer = await server.send(name, input, { as: attacker.owner.token });
        // The attacker signed itself out: it comes back as someone new.
        if (answer.status === 401 || answer.code === ERRORS.accountError.code)
          attacker = await buildWorld(server);
        expect(answer.status, answer.msg).toBeLessThan(500);
        expect(answer.code).not.toBe(ERRORS.systemError.code);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    expect(await fingerprintOf(server.databaseUrl, victim.owner.tenant)).toBe(untouched);
  });
});
