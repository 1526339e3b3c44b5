import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';
import { buildWorld, type World } from '../world.ts';

const ROUNDS = 500;
const AT_ONCE = 16;

let server: TestServer;
let one: World;
let other: World;
beforeAll(async () => {
  server = await startTestServer();
  one = await buildWorld(server);
  other = await buildWorld(server);
});
afterAll(() => server.stop());

const READS = [
  'getEnterprise',
  'getAllSiteName',
  'listSites',
  'listEnterprises',
  'listSubAccounts',
  'listOperations',
  'listDevices',
  'listUnclaimed',
  'listGroups',
  'queryAlarm',
  'listMaintenance',
] as const;

/** Concurrent use of one account: reads of all kinds between writes, recording every answer. */
async function hammer(world: World, round: number): Promise<string[]> {
  const as = { as: round % 3 === 0 ? world.operator.token : world.owner.token };
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
  const answers = await Promise.all(READS.map((name) => server.send(name, { size: 200, search: '' }, as)));
  return [written, ...answers].map((answer) => JSON.stringify(answer.data));
}

test('two accounts under load never see each other', { timeout: 120_000 }, async () => {
  let requests = 0;
  let leaks = 0;
  let seen = 0;
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  const worker = async (): Promise<void> => {
    for (let round = rounds.shift(); round !== undefined; round = rounds.shift()) {
      const [mine, foreign] = round % 2 === 0 ? [one, other] : [other, one];
      for (const answered of await hammer(mine, round)) {
        requests += 1;
        if (answered.includes(foreign.marker)) leaks += 1;
        if (answered.includes(mine.marker)) seen += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(leaks).toBe(0);
  expect(requests).toBe(ROUNDS * (READS.length + 1));
  // Empty answers would make the absence of leaks meaningless.
  expect(seen).toBeGreaterThan(requests / 2);
  for (const world of [one, other]) {
    const sites = await server.call('getAllSiteName', {}, { as: world.owner.token });
    expect(sites.data).toHaveLength(ROUNDS / 2 + 1);
  }
});
