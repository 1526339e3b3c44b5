import { expect, test } from 'vitest';
import { ConnectionShares } from './connection-shares.ts';

test('calls of another account do not wait behind all those of one account', async () => {
  const shares = new ConnectionShares({ all: 3, shared: 2, calls: 1 });
  const started: string[] = [];
  const use = async (name: string, account: string) => {
    await shares.acquire('calls', account);
    started.push(name);
    shares.release('calls');
  };
  await shares.acquire('calls', 'busy');
  const waiting = [
    use('busy 1', 'busy'),
    use('busy 2', 'busy'),
    use('busy 3', 'busy'),
    use('other', 'quiet'),
  ];
  shares.release('calls');
  await Promise.all(waiting);
  expect(started).toEqual(['busy 1', 'other', 'busy 2', 'busy 3']);
});
