import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChangedIds } from './changed-ids.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function listening() {
  const received: (readonly [string, readonly string[]])[] = [];
  return { changed: new ChangedIds((tenant, ids) => received.push([tenant, ids])), received };
}

test('the first change is sent at once, the following ones at most twice a second', async () => {
  const { changed, received } = listening();
  for (let change = 0; change < 500; change += 1) {
    changed.add('t', ['order']);
    await vi.advanceTimersByTimeAsync(4);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(received).toEqual(Array.from({ length: 5 }, () => ['t', ['order']]));
});

test('accounts do not wait for each other, and each id is sent once', async () => {
  const { changed, received } = listening();
  changed.add('one', ['a']);
  changed.add('one', ['b', 'a']);
  changed.add('one', ['b']);
  changed.add('two', ['c']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(received).toEqual([
    ['one', ['a']],
    ['two', ['c']],
    ['one', ['b', 'a']],
  ]);
});
