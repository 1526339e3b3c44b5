import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { runInFront, runQuietly } from './child.mjs';

/**
 * Runs a launcher in a process of its own, as npm would: under a shell. Its child prints each signal it gets, and ends
 * a while after the first, or on its own should none come.
 */
function launch() {
  const child = `
    let signals = 0;
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {
      console.log(signal);
      if (++signals === 1) setTimeout(() => process.exit(5), 300);
    });
    setTimeout(() => process.exit(6), 4000);
    console.log('ready');`;
  const launcher = `
    const { runInFront } = await import(${JSON.stringify(import.meta.resolve('./child.mjs'))});
    console.log(process.pid);
    process.exit((await runInFront([process.execPath, '-e', ${JSON.stringify(child)}], {})).code);`;
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; exit $?', process.execPath, launcher], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: 'start' },
    detached: true,
  });
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
  return { shell, lines };
}

async function rest(lines: AsyncIterator<string>) {
  const output: string[] = [];
  for (let line = await lines.next(); !line.done; line = await lines.next()) output.push(line.value);
  return output;
}

test('captures the full output of a quiet command, stdout and stderr', async () => {
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

describe.skipIf(process.platform === 'win32')('a launcher that is stopped', () => {
  test.for([
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGTERM'],
    ['SIGHUP', 'SIGTERM'],
  ] as const)('by %s passes it on once, waits and keeps the exit code', async ([sent, received]) => {
    const { shell, lines } = launch();
    const closed = once(shell, 'close');
    const launcher = Number((await lines.next()).value);
    expect((await lines.next()).value).toBe('ready');
    process.kill(launcher, sent);
    expect((await lines.next()).value).toBe(received);
    process.kill(launcher, sent);
    expect(await rest(lines)).toEqual([]);
    expect(await closed).toEqual([5, null]);
  });

  test('by Ctrl-C, which a terminal sends to the whole group, passes it on once', async () => {
    const { shell, lines } = launch();
    await lines.next();
    expect((await lines.next()).value).toBe('ready');
    process.kill(-(shell.pid ?? Number.NaN), 'SIGINT');
    expect(await rest(lines)).toEqual(['SIGINT']);
  });

  test('by the end of the shell that npm runs it in stops its child', async () => {
    const { shell, lines } = launch();
    await lines.next();
    expect((await lines.next()).value).toBe('ready');
    shell.kill('SIGTERM');
    expect(await rest(lines)).toEqual(['SIGTERM']);
  });
});
