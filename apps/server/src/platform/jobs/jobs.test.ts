import { MINUTE } from '@airloom/contract/time';
import { Client } from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { WITHIN } from '../../testing/within.ts';
import { type CronJob, Jobs, type QueuedJob } from './jobs.ts';

let database: TestDatabase;
const running: Jobs[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  await database.drop();
});

async function start(
  work: { cron?: CronJob<string>[]; queued?: QueuedJob<string>[] },
  lines: string[] = [],
): Promise<Jobs> {
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  const jobs = await Jobs.start(database.url, log, { cron: work.cron ?? [], queued: work.queued ?? [] });
  running.push(jobs);
  return jobs;
}

async function query<R extends object>(text: string): Promise<R[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

test('a queued job runs with its data', async () => {
  const ran: unknown[] = [];
  const jobs = await start({ queued: [{ name: 'greet', run: async (payload) => void ran.push(payload) }] });
  await jobs.add('greet', { to: 'Anna' }, 'a');
  await jobs.add('greet', { to: 'Ben' }, 'b');
  await expect.poll(() => ran.length, WITHIN).toBe(2);
  expect(ran).toEqual(expect.arrayContaining([{ to: 'Anna' }, { to: 'Ben' }]));
});

test('the same key twice is one job, pending or running', async () => {
  const ran: unknown[] = [];
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const jobs = await start({
    queued: [
      {
        name: 'slow',
        run: async (payload) => {
          ran.push(payload);
          begun.resolve();
          await finish.promise;
        },
      },
      { name: 'after', run: async () => void ran.push('after') },
    ],
  });
  await jobs.add('slow', { first: true }, 'key');
  await jobs.add('slow', { first: false }, 'key');
  await begun.promise;
  await jobs.add('slow', { first: false }, 'key');
  finish.resolve();
  await jobs.add('after', {}, 'after');
  await expect.poll(() => ran, WITHIN).toContain('after');
  expect(ran).toEqual([{ first: true }, 'after']);
});

test('long jobs run one at a time, and do not block others', async () => {
  const ran: string[] = [];
  const finish = Promise.withResolvers<void>();
  const jobs = await start({
    queued: [
      {
        name: 'long',
        long: true,
        run: async () => {
          ran.push('long');
          await finish.promise;
        },
      },
      { name: 'short', run: async () => void ran.push('short') },
    ],
  });
  for (const key of ['a', 'b', 'c', 'd']) await jobs.add('long', {}, key);
  await jobs.add('short', {}, 'e');
  await expect.poll(() => ran.toSorted(), WITHIN).toEqual(['long', 'short']);
  finish.resolve();
  await expect.poll(() => ran.filter((name) => name === 'long'), WITHIN).toHaveLength(4);
});

const STUBBORN = `select 1 from graphile_worker.jobs where task_identifier = 'stubborn'`;

test('a failed job is retried later, knows its last attempt, and is kept', async () => {
  const attempts: boolean[] = [];
  const lines: string[] = [];
  const jobs = await start(
    {
      queued: [
        {
          name: 'stubborn',
          run: async (_, { last }) => {
            attempts.push(last);
            throw new Error('gateway is down');
          },
        },
        { name: 'nudge', run: async () => undefined },
      ],
    },
    lines,
  );
  await jobs.add('stubborn', { secret: 'sealed-message' }, 'key');
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await expect.poll(() => attempts.length, WITHIN).toBe(attempt);
    // Put back with a pause once it has failed.
    await expect
      .poll(
        () => query(`${STUBBORN} and attempts = ${attempt} and locked_at is null and run_at > now()`),
        WITHIN,
      )
      .toHaveLength(1);
    await query('update graphile_worker._private_jobs set run_at = now()');
    // Other jobs make the queue check at once.
    await jobs.add('nudge', {}, `nudge ${attempt}`);
  }
  expect(attempts).toEqual([false, false, false, false, false, false, false, true]);
  expect(lines.join('')).not.toContain('sealed-message');
  expect(lines.join('')).toContain('gateway is down');
});

test('a scheduled job is registered in the queue and runs by its name', async () => {
  let ran = 0;
  const tidy: CronJob<string> = {
    name: 'tidy',
    schedule: '41 3 * * *',
    run: async () => {
      ran += 1;
    },
  };
  const jobs = await start({ cron: [tidy] });
  await expect
    .poll(() => query('select identifier from graphile_worker._private_known_crontabs'), WITHIN)
    .toEqual([{ identifier: 'tidy' }]);
  await jobs.add('tidy', {}, 'now');
  await expect.poll(() => ran, WITHIN).toBe(1);
});

test('jobs queued before a stop run after the next start', async () => {
  const first = await start({});
  await first.add('greet', { to: 'Anna' }, 'a');
  await first.stop();
  running.length = 0;
  const ran: unknown[] = [];
  await start({ queued: [{ name: 'greet', run: async (payload) => void ran.push(payload) }] });
  await expect.poll(() => ran, WITHIN).toEqual([{ to: 'Anna' }]);
});

test('scheduled jobs continue after the clock is set back by an hour', async () => {
  const minute = Math.floor(Date.now() / MINUTE) * MINUTE;
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: minute - 3_000 });
  try {
    const ran: string[] = [];
    await start({
      cron: [{ name: 'tick', schedule: '* * * * *', run: async () => void ran.push('tick') }],
      queued: [{ name: 'later', run: async () => void ran.push('later') }],
    });
    await expect.poll(() => ran, WITHIN).toEqual(['tick']);
    await query(`select graphile_worker.add_job('later', run_at => now() + interval '50 minutes')`);
    vi.setSystemTime(minute - 60 * MINUTE - 10_000);
    await expect.poll(() => ran.toSorted(), WITHIN).toEqual(['later', 'tick', 'tick']);
  } finally {
    vi.useRealTimers();
  }
});

test('the schedule follows the clock although the database refused it at first', async () => {
  const minute = Math.floor(Date.now() / MINUTE) * MINUTE;
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: minute - 3_000 });
  try {
    const ran: string[] = [];
    const lines: string[] = [];
    await start(
      { cron: [{ name: 'tick', schedule: '* * * * *', run: async () => void ran.push('tick') }] },
      lines,
    );
    await expect.poll(() => ran, WITHIN).toEqual(['tick']);
    await query('alter table graphile_worker._private_jobs rename to away');
    vi.setSystemTime(minute - 24 * 60 * MINUTE - 20_000);
    await expect.poll(() => lines.join(''), WITHIN).toContain('jobs could not follow the clock');
    await query('alter table graphile_worker.away rename to _private_jobs');
    await expect.poll(() => ran, WITHIN).toEqual(['tick', 'tick']);
  } finally {
    vi.useRealTimers();
  }
});
