import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY } from '@airloom/contract/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { readSettings } from '../settings.ts';
import { readArchive } from './archive-file.ts';
import { scheduledBackups } from './scheduled.ts';

const PASSPHRASE = 'correct horse battery';

let scratch: string;
let database: TestDatabase;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'airloom-scheduled-'));
  database = await createTestDatabase();
  await mkdir(join(scratch, 'data'));
});
afterAll(async () => {
  await database.drop();
  await rm(scratch, { recursive: true, force: true });
});

async function schedule(env: Readonly<Record<string, string>>) {
  let now = Date.parse('2026-05-01T02:30:00Z');
  const metrics = createMetrics();
  const backups = await scheduledBackups(
    {
      settings: readSettings({ DATA_DIR: join(scratch, 'data'), ...env }),
      log: createLog('silent'),
      metrics,
      now: () => new Date(now),
    },
    database.url,
    'test',
  );
  const run = async (): Promise<void> => {
    await backups.cron[0]?.run();
    now += DAY;
  };
  const figure = async (name: string): Promise<number | undefined> =>
    (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value;
  const setClock = (ms: number): void => {
    now += ms;
  };
  return { ...backups, run, figure, setClock };
}

test('a console with a backup folder starts with its schedule, and refuses to start without a passphrase', async () => {
  const on = { databaseUrl: database.url, dataDir: join(scratch, 'data') };
  const settings = { BACKUP_DIR: join(scratch, 'none'), BACKUP_SCHEDULE: '15 */6 * * *' };
  const server = await startTestServer({ ...settings, BACKUP_PASSPHRASE: PASSPHRASE }, { on });
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toContain('airloom_backup_last_success_timestamp_seconds 0');
  await server.stop();
  await expect(schedule(settings)).rejects.toThrow('BACKUP_PASSPHRASE');
  await expect(schedule({ ...settings, BACKUP_PASSPHRASE: 'short' })).rejects.toThrow(
    'at least 12 characters',
  );
  expect(() => readSettings({ BACKUP_SCHEDULE: 'daily' })).toThrow('BACKUP_SCHEDULE');
});

test('there are no backups unless a folder is set', async () => {
  expect((await schedule({})).cron).toEqual([]);
});

test('keeps the configured number, and does not touch other files', async () => {
  const folder = join(scratch, 'kept');
  await mkdir(folder);
  await writeFile(join(folder, 'by-hand.backup'), '');
  await writeFile(join(folder, 'airloom-20260101T000000Z.backup.x.partial'), '');
  const { run, figure } = await schedule({
    BACKUP_DIR: folder,
    BACKUP_KEEP: '2',
    BACKUP_PASSPHRASE: PASSPHRASE,
  });
  for (let day = 0; day < 3; day += 1) await run();
  expect((await readdir(folder)).sort()).toEqual([
    'airloom-20260502T023000Z.backup',
    'airloom-20260503T023000Z.backup',
    'by-hand.backup',
  ]);
  expect(await figure('airloom_backup_last_success_timestamp_seconds')).toBe(
    Date.parse('2026-05-03T02:30:00Z') / 1000,
  );
  const kinds = new Set<string>();
  for await (const { header } of readArchive(join(folder, 'airloom-20260503T023000Z.backup'), PASSPHRASE)) {
    kinds.add(header.kind);
  }
  expect([...kinds]).toEqual(['about', 'dataFile', 'database', 'table', 'end']);
});

test.each([
  ['an hour', 60 * 60 * 1000],
  ['a day', DAY],
])('keeps the backup just made after the clock was set back by %s', async (_, ms) => {
  const folder = join(scratch, `set-back-${ms}`);
  const { run, setClock } = await schedule({
    BACKUP_DIR: folder,
    BACKUP_KEEP: '1',
    BACKUP_PASSPHRASE: PASSPHRASE,
  });
  await run();
  const [before] = await readdir(folder);
  setClock(-DAY - ms);
  await run();
  const kept = await readdir(folder);
  expect(kept).toHaveLength(1);
  expect(kept).not.toEqual([before]);
});

test('a failure keeps earlier backups and is counted until one succeeds', async () => {
  const folder = join(scratch, 'failing');
  const { run, figure } = await schedule({
    BACKUP_DIR: folder,
    BACKUP_KEEP: '1',
    BACKUP_PASSPHRASE: PASSPHRASE,
  });
  await run();
  const before = await readdir(folder);
  const key = join(scratch, 'data', 'secret.key');
  await rm(key);
  await expect(run()).rejects.toThrow('There is no secret.key');
  await expect(run()).rejects.toThrow();
  expect(await figure('airloom_backup_failures')).toBe(2);
  expect(await readdir(folder)).toEqual(before);
  await writeFile(key, 'back again');
  await run();
  expect(await figure('airloom_backup_failures')).toBe(0);
});

test('is cancelled when the console stops, and leaves no file', async () => {
  const folder = join(scratch, 'stopped');
  const { run, stop } = await schedule({ BACKUP_DIR: folder, BACKUP_PASSPHRASE: PASSPHRASE });
  const running = run();
  stop();
  await expect(running).rejects.toThrow('abort');
  expect(await readdir(folder)).toEqual([]);
});
