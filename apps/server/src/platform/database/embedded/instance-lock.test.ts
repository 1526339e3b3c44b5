import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockInstance } from './instance-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airloom-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Any user who can open the file can lock it. */
function modeOf(name: string): number {
  return statSync(join(folder, name)).mode & 0o777;
}

test('the lock file cannot be opened by other users', () => {
  const lock = lockInstance(folder);
  expect(modeOf('instance.lock')).toBe(0o600);
  lock.release();
});

test('a lock file that others could open is made private', () => {
  writeFileSync(join(folder, 'instance.lock'), '');
  chmodSync(join(folder, 'instance.lock'), 0o644);
  const lock = lockInstance(folder);
  expect(modeOf('instance.lock')).toBe(0o600);
  lock.release();
});
