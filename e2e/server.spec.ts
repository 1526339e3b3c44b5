import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@playwright/test';

const SERVER = new URL('./support/server.ts', import.meta.url).href;
const SCRIPT = `
  import { startServer } from ${JSON.stringify(SERVER)};
  const { url } = await startServer({ AIRLOOM_DEMO: 'off' });
  process.stdout.write(url);
`;

test('the console exits when the test process is killed', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url]: unknown[] = await once(child.stdout, 'data');
  const answers = async () => {
    try {
      return (await fetch(`${String(url)}/healthz`)).ok;
    } catch {
      return false; // the server is gone
    }
  };
  expect(await answers()).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(answers).toBe(false);
});
