import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

test('accounts take turns, whatever one of them has queued', () => {
  const queue = new FairQueue<string>();
  const accounts = ['a', 'a', 'a', 'b', 'b', 'c'];
  accounts.forEach((account, nth) => queue.add(account, `${account}${nth}`));
  queue.delete('a', 'a1');
  const taken: string[] = [];
  for (let next = queue.first(); next !== undefined; next = queue.first()) {
    taken.push(next);
    queue.delete(next.slice(0, 1), next);
  }
  expect(taken).toEqual(['b3', 'c5', 'a0', 'b4', 'a2']);
  expect(queue.size).toBe(0);
});
