import { MINUTE, SECOND } from '@airloom/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase, sqlBuilder } from '../database/database.ts';
import { Vault } from '../secrets.ts';
import { ConcurrentCodes } from './concurrent-codes.ts';
import { OneTimeCodes } from './one-time-codes.ts';

const BEGAN = new Date('2026-03-02T10:00:00Z').getTime();
const TARGET = 'mira@example.com';
const WRONG = { key: 'codeWrong' };

let testDatabase: TestDatabase;
let database: Database;
let now = BEGAN;
let codes: OneTimeCodes<'open' | 'close'>;
let concurrent: ConcurrentCodes;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ connectionString: testDatabase.url, max: 2, onError: () => undefined });
  const platform = {
    database,
    vault: new Vault(Buffer.alloc(32, 7)),
    now: () => new Date(now),
  };
  const times = { validMs: 10 * MINUTE, resendMs: MINUTE };
  codes = new OneTimeCodes(platform, { ...times, digits: 6, attemptsMax: 3 });
  concurrent = new ConcurrentCodes(platform, {
    ...times,
    purpose: 'reset',
    digits: 12,
    sentAtOnceMax: 2,
  });
});
afterAll(async () => {
  await database.end();
  await testDatabase.drop();
});
beforeEach(async () => {
  now = BEGAN;
  await database.asSystem((tx) => tx.run(sqlBuilder.deleteFrom('verification_code')));
});

function issue(): Promise<string> {
  return database.asSystem((tx) => codes.issue(tx, 'open', TARGET));
}

function consume(code: string): Promise<void> {
  return database.asSystem((tx) => codes.consume(tx, 'open', TARGET, code));
}

function issueAnother(): Promise<string | null> {
  return database.asSystem((tx) => concurrent.issue(tx, TARGET));
}

async function issued(): Promise<string> {
  const code = await issueAnother();
  expect(code).toMatch(/^\d{12}$/);
  return code ?? '';
}

function otherThan(code: string): string {
  return code.startsWith('0') ? `1${code.slice(1)}` : `0${code.slice(1)}`;
}

describe('one code per purpose and target', () => {
  test('is valid for its purpose until it is used', async () => {
    const code = await issue();
    expect(code).toMatch(/^\d{6}$/);
    await expect(codes.check('close', TARGET, code)).rejects.toMatchObject(WRONG);
    await codes.check('open', TARGET, code);
    await consume(code);
    await expect(codes.check('open', TARGET, code)).rejects.toMatchObject(WRONG);
    await expect(consume(code)).rejects.toMatchObject(WRONG);
  });

  test('expires', async () => {
    const code = await issue();
    now += 10 * MINUTE;
    await expect(codes.check('open', TARGET, code)).rejects.toMatchObject(WRONG);
  });

  test('allows few attempts', async () => {
    const code = await issue();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(codes.check('open', TARGET, otherThan(code))).rejects.toMatchObject(WRONG);
    }
    await expect(codes.check('open', TARGET, code)).rejects.toMatchObject(WRONG);
  });

  test('is replaced by a new one, after a pause', async () => {
    const first = await issue();
    now += MINUTE - SECOND;
    await expect(issue()).rejects.toMatchObject({ key: 'codeSentTooOften' });
    now += SECOND;
    const second = await issue();
    if (first !== second) await expect(codes.check('open', TARGET, first)).rejects.toMatchObject(WRONG);
    await codes.check('open', TARGET, second);
  });
});

describe('several codes of a target', () => {
  test('are valid at the same time, and all used up with one', async () => {
    const first = await issued();
    now += MINUTE;
    const second = await issued();
    await concurrent.check(TARGET, first);
    await concurrent.check(TARGET, second);
    await database.asSystem((tx) => concurrent.consume(tx, TARGET, first));
    await expect(concurrent.check(TARGET, second)).rejects.toMatchObject(WRONG);
  });

  test('are sent after a pause, which grows with their number', async () => {
    await issued();
    expect(await issueAnother()).toBeNull();
    now += MINUTE;
    await issued();
    now += 5 * MINUTE - SECOND;
    expect(await issueAnother()).toBeNull();
    now += SECOND;
    await issued();
  });
});
