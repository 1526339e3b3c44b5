import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases } from '../../../../../tools/testing/run-length.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { buildWorld, type World } from '../world.ts';
import { type Read, readsOf, send } from './read-calls.ts';
import { WITH_GATEWAY } from './with-gateway.ts';

const ROUNDS = cases(12, 36);
const AT_ONCE = 6;
/** Reads of one round that are sent together. */
const TOGETHER = 12;

interface Busy {
  readonly world: World;
  readonly reads: readonly Read[];
}

let server: TestServer;
let one: Busy;
let other: Busy;
beforeAll(async () => {
  server = await startTestServer(WITH_GATEWAY);
  const [first, second] = [await buildWorld(server), await buildWorld(server)];
  one = { world: first, reads: await readsOf(first, []) };
  other = { world: second, reads: await readsOf(second, []) };
});
afterAll(() => server.stop());

/** One account's busy hour: every read call after a write; returns all answers as text. */
async function hammer({ world, reads }: Busy, round: number): Promise<string[]> {
  const reader = round % 3 === 0 ? world.operator : world.owner;
  const written = await server.call(
    'createSite',
    {
      enterpriseUUID: world.enterpriseUUID,
      name: `${world.marker} ${round}`,
      countryCode: 'CN',
      timeZone: 'UTC+08:00',
    },
    { as: world.owner.token },
  );
  expect(written.code).toBe(0);
  const answers: unknown[] = [written.data];
  for (let first = 0; first < reads.length; first += TOGETHER)
    answers.push(
      ...(await Promise.all(reads.slice(first, first + TOGETHER).map((read) => send(server, reader, read)))),
    );
  return answers.map((answer) => JSON.stringify(answer));
}

test('two accounts under load never see each other', async () => {
  let requests = 0;
  let leaks = 0;
  let seen = 0;
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  const worker = async (): Promise<void> => {
    for (let round = rounds.shift(); round !== undefined; round = rounds.shift()) {
      const [mine, foreign] = round % 2 === 0 ? [one, other] : [other, one];
      for (const answered of await hammer(mine, round)) {
        requests += 1;
        if (answered.includes(foreign.world.marker)) leaks += 1;
        if (answered.includes(mine.world.marker)) seen += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(leaks).toBe(0);
  expect(requests).toBe((ROUNDS / 2) * (one.reads.length + other.reads.length + 2));
  // Were the answers empty, the absence of leaks would prove nothing.
  expect(seen).toBeGreaterThan(requests / 3);
  for (const { world } of [one, other]) {
    const sites = await server.call('getAllSiteName', {}, { as: world.owner.token });
    expect(sites.data).toHaveLength(ROUNDS / 2 + 1);
  }
});
