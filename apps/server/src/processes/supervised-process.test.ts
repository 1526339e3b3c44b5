import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WITHIN } from '../testing/within.ts';
import { SupervisedProcess } from './supervised-process.ts';

let folder: string;
const kept: SupervisedProcess[] = [];
let logged: { msg: string; exitCode?: number; signal?: string }[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airloom-kept-'));
  logged = [];
});
afterEach(async () => {
  await Promise.all(kept.splice(0).map((one) => one.stop()));
  await rm(folder, { recursive: true, force: true });
});

/** A process that records its start, and then behaves as given. */
async function keep(
  then: string,
  pauseMs: number,
  pauseMaxMs: number,
  name = 'it',
): Promise<SupervisedProcess> {
  const program = join(folder, `${name}.mjs`);
  const notes = join(folder, name);
  await writeFile(
    program,
    `import { appendFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(notes)}, Date.now() + '\\n');
     ${then}`,
  );
  const lines = new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(JSON.parse(line.toString()));
      done();
    },
  });
  const one = new SupervisedProcess({ name, command: [program], log: pino(lines), pauseMs, pauseMaxMs });
  kept.push(one);
  return one;
}

async function starts(name: string): Promise<number[]> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).map(Number);
}

async function eventuallyStarted(times: number, name = 'it'): Promise<number[]> {
  return vi.waitFor(async () => {
    const all = await starts(name);
    expect(all.length).toBeGreaterThanOrEqual(times);
    return all;
  }, WITHIN);
}

test('a process that exits is logged and restarted with growing pauses', async () => {
  await keep('process.exit(3);', 100, 400);
  const all = await eventuallyStarted(5);
  const pauses = all.slice(1).map((at, index) => at - (all[index] ?? 0));
  expect(pauses[0]).toBeGreaterThanOrEqual(100);
  expect(pauses[1]).toBeGreaterThanOrEqual(200);
  expect(pauses[3]).toBeGreaterThanOrEqual(400);
  expect(logged).toContainEqual(expect.objectContaining({ msg: 'it ended by itself', exitCode: 3 }));
});

test('a killed process is restarted with another pid', async () => {
  const one = await keep('setInterval(() => undefined, 1000);', 50, 5_000);
  await eventuallyStarted(1);
  const { pid } = one;
  process.kill(pid ?? 0, 'SIGKILL');
  await eventuallyStarted(2);
  expect(one.pid).not.toBe(pid);
  expect(logged).toEqual([expect.objectContaining({ msg: 'it ended by itself', signal: 'SIGKILL' })]);
});

test('a stopped process is not restarted, whether it runs or waits for a restart', async () => {
  const running = await keep('setInterval(() => undefined, 1000);', 20, 20);
  await eventuallyStarted(1);
  await running.stop();
  expect(logged).toEqual([]);
  const waiting = await keep('process.exit(1);', 200, 200, 'waiting');
  await vi.waitFor(() => expect(logged).toHaveLength(1), WITHIN);
  await waiting.stop();
  // Another process that exits at once is restarted meanwhile.
  await keep('process.exit(1);', 200, 200, 'witness');
  await eventuallyStarted(3, 'witness');
  expect([(await starts('it')).length, (await starts('waiting')).length]).toEqual([1, 1]);
});
