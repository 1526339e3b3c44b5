import { afterAll, beforeAll, expect, test } from 'vitest';
import { SpawnedConsole } from '../testing/spawned-console.ts';

const WRITERS = 8;
const WRITES_BEFORE_KILL = 60;

let server: SpawnedConsole;
beforeAll(async () => {
  server = await SpawnedConsole.on(null);
});
afterAll(() => server.end());

interface Row {
  readonly name: string;
  readonly target: string;
}

async function rowsOf(path: string): Promise<readonly Row[]> {
  return (await server.get<{ rows: readonly Row[] }>(path)).data.rows;
}

test('kill -9 in the middle of writes loses nothing that was answered and leaves no partial transaction', async () => {
  await server.start();
  const password = server.password ?? '';
  const { data } = await server.post('/enterprise/create', { name: 'Crash' });

  const answered = new Set<string>();
  let next = 0;
  const write = async (): Promise<void> => {
    for (;;) {
      const name = `Site ${++next}`;
      const answer = await server.post('/site/create', {
        enterpriseUUID: data['enterpriseUUID'],
        name,
        countryCode: 'PL',
        timeZone: 'UTC+01:00',
      });
      if (answer.code === 0) answered.add(name);
      if (answered.size >= WRITES_BEFORE_KILL) server.kill();
    }
  };
  // They end when the server no longer answers.
  await Promise.allSettled(Array.from({ length: WRITERS }, write));
  await server.stop('SIGKILL');
  expect(answered.size).toBeGreaterThanOrEqual(WRITES_BEFORE_KILL);

  await server.start();
  expect(server.password).toBeNull();
  const sites = (await rowsOf('/site/list?size=200')).map(({ name }) => name);
  for (const name of answered) expect(sites).toContain(name);
  // A site and its line in the operation log are one transaction: neither exists without the other.
  expect(await rowsOf('/account/operations?size=200&call=createSite')).toHaveLength(sites.length);
  // The session from before the crash is still valid, and a new sign-in works.
  await server.signIn(password);
  await server.stop('SIGTERM');
});
