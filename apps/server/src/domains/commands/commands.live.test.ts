import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InProcessBus } from '../../platform/bus/in-process-bus.ts';
import { createLog } from '../../platform/log.ts';
import { ChangedOrders } from './commands.live.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function listening() {
  const bus = new InProcessBus(createLog('silent'));
  const heard: (readonly [string, readonly string[]])[] = [];
  bus.subscribe('commands.changed', ({ tenant, batchIds }) => heard.push([tenant, batchIds]));
  return { orders: new ChangedOrders(bus), heard };
}

test('the first change is told at once, the many that follow twice a second at most', async () => {
  const { orders, heard } = listening();
  for (let change = 0; change < 500; change += 1) {
    orders.add('t', ['order']);
    await vi.advanceTimersByTimeAsync(4);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heard).toEqual(Array.from({ length: 5 }, () => ['t', ['order']]));
});

test('accounts do not wait for each other, and each order is named once', async () => {
  const { orders, heard } = listening();
  orders.add('one', ['a']);
  orders.add('one', ['b', 'a']);
  orders.add('one', ['b']);
  orders.add('two', ['c']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(heard).toEqual([
    ['one', ['a']],
    ['two', ['c']],
    ['one', ['b', 'a']],
  ]);
});
