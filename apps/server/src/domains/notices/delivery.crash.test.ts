import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenOnLoopback } from '../../platform/senders/testing/loopback.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { buildStage, log, raise, tellBy } from './testing/notice-stage.ts';

const PROCESS = join(import.meta.dirname, 'testing/delivery-process.ts');
const SOON = { timeout: 20_000 };
const ALARMS = 60;
/** After so many posts arrived, the process that sent them is killed before it hears so. */
const KILLS = [1, 9, 23, 41];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('kill -9 between sending and writing it down: sent again under the same id, and the log says so', {
  timeout: 120_000,
}, async () => {
  const stage = await buildStage(server);
  const arrived: string[] = [];
  let kill: (() => void) | null = null;
  const receiver = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      arrived.push(String(request.headers['airloom-id']));
      if (kill !== null && arrived.length >= (KILLS[0] ?? Number.POSITIVE_INFINITY)) {
        KILLS.shift();
        kill();
        kill = null;
        return;
      }
      response.writeHead(200).end();
    });
  });
  const port = await listenOnLoopback(receiver);
  const hook = { name: 'Ledger', url: `http://127.0.0.1:${port}/` };
  const { webhookUUID } = (await server.call('createWebhook', hook, stage.as)).data;
  const night = { restTimes: [{ from: '00:00', to: '23:58' }] };
  // Rest keeps the server of the test itself from sending any; the processes live a day ahead.
  const webhook = { modes: ['webhook' as const], emails: [], webhookUUIDs: [webhookUUID], ...night };
  await tellBy(server, stage, webhook);
  await raise(server, stage, ...Array.from({ length: ALARMS }, (_, index) => ({ part: String(index) })));

  const story = JSON.stringify({
    url: server.databaseUrl,
    dataDir: server.platform.settings.dataDir,
    aheadMs: 25 * 60 * 60 * 1000,
    env: { WEBHOOK_ALLOW: '127.0.0.0/8' },
  });
  const states = async () => (await log(server, stage)).filter(({ state }) => state !== 'sent').length;
  let killed = 0;
  while ((await states()) > 0) {
    const child = spawn(process.execPath, [PROCESS, story], { stdio: ['ignore', 'inherit', 'inherit'] });
    const gone = once(child, 'exit');
    const dying = KILLS.length > 0;
    kill = () => child.kill('SIGKILL');
    if (dying) {
      await gone;
      killed += 1;
      continue;
    }
    await expect.poll(states, SOON).toBe(0);
    child.kill('SIGKILL');
    await gone;
  }
  receiver.closeAllConnections();
  receiver.close();

  expect(killed).toBe(4);
  const rows = await log(server, stage);
  expect(rows).toHaveLength(ALARMS);
  expect(new Set(arrived)).toEqual(new Set(rows.map(({ noticeUUID }) => noticeUUID)));
  // Whatever came twice is marked; nothing came twice that is not.
  const twice = rows.filter(({ noticeUUID }) => arrived.filter((id) => id === noticeUUID).length > 1);
  expect(twice.length).toBeGreaterThan(0);
  for (const { error, attempts } of twice) {
    expect([error, attempts > 1]).toEqual(['interrupted', true]);
  }
});
