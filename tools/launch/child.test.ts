import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { runInFront, runQuietly } from './child.mjs';

/** Runs a launcher in a process of its own, whose child counts the signals it gets before it ends. */
function launch() {
  const child = `
    let heard = 0;
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {
      console.log(signal);
      if (++heard === 1) setTimeout(() => process.exit(5), 300);
    });
    setInterval(() => {}, 1000);
    console.log('ready');`;
  const launcher = `
    const { runInFront } = await import(${JSON.stringify(import.meta.resolve('./child.mjs'))});
    process.exit((await runInFront([process.execPath, '-e', ${JSON.stringify(child)}], {})).code);`;
  const started = spawn(process.execPath, ['--input-type=module', '-e', launcher], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const lines: string[] = [];
  const reader = createInterface({ input: started.stdout }).on('line', (line) => lines.push(line));
  return { started, lines, ready: once(reader, 'line') };
}

test('a quiet command is heard in full, on both channels', async () => {
  const script = 'console.log("out"); console.error("err"); process.exit(3)';
  const { ok, output } = await runQuietly([process.execPath, '-e', script], {});
  expect(ok).toBe(false);
  expect(output.split('\n').sort()).toEqual(['', 'err', 'out']);
});

test('the exit code of a command in front is passed on', async () => {
  expect(await runInFront([process.execPath, '-e', 'process.exit(7)'], {})).toEqual({
    code: 7,
    interrupted: false,
  });
});

test('a command that cannot be started is an error', async () => {
  await expect(runInFront(['/no/such/program'], {})).rejects.toThrow('ENOENT');
});

describe.skipIf(process.platform === 'win32')('a launcher that is told to stop', () => {
  test.for([
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGTERM'],
    ['SIGHUP', 'SIGTERM'],
  ] as const)('by %s passes it on once, waits and keeps the exit code', async ([sent, heard]) => {
    const { started, lines, ready } = launch();
    await ready;
    started.kill(sent);
    started.kill(sent);
    expect(await once(started, 'close')).toEqual([5, null]);
    expect(lines).toEqual(['ready', heard]);
  });

  test('by Ctrl-C, which a terminal sends to the whole group, still passes it on once', async () => {
    const { started, lines, ready } = launch();
    await ready;
    process.kill(-(started.pid ?? Number.NaN), 'SIGINT');
    expect(await once(started, 'close')).toEqual([5, null]);
    expect(lines).toEqual(['ready', 'SIGINT']);
  });
});
