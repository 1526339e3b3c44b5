import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@playwright/test';

const HOUSE = new URL('./support/house.ts', import.meta.url).href;
const WALK = `
  import { openHouse } from ${JSON.stringify(HOUSE)};
  const { url } = await openHouse({ AIRLOOM_DEMO: 'off' });
  process.stdout.write(url);
`;

test('the console of a walk that was killed ends by itself', async () => {
  const walk = spawn(process.execPath, ['--input-type=module', '--eval', WALK], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url]: unknown[] = await once(walk.stdout, 'data');
  const answers = async () => {
    try {
      return (await fetch(`${String(url)}/healthz`)).ok;
    } catch {
      return false; // nobody listens any more
    }
  };
  expect(await answers()).toBe(true);
  walk.kill('SIGKILL');
  await expect.poll(answers).toBe(false);
});
