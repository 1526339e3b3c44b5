import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { GatewayLimits } from '../limits.ts';
import { Entrance, type TurnedAway } from './handshake-queue.ts';

class Guest extends EventEmitter {
  readonly name: string;
  gone = false;

  constructor(name: string) {
    super();
    this.name = name;
  }

  destroy(): void {
    this.gone = true;
    this.emit('close');
  }
}

function open(limits: Partial<GatewayLimits> = {}) {
  const started: string[] = [];
  const away: TurnedAway[] = [];
  const clock = { now: 0 };
  const entrance = new Entrance({
    limits: {
      entering: 4,
      enteringPerAddress: 2,
      startsPerTurn: 2,
      waiting: 3,
      waitingMs: 1000,
      handshakeMs: 100,
      ...limits,
    },
    now: () => clock.now,
    start: (socket) => {
      if (socket instanceof Guest) started.push(socket.name);
    },
    turnedAway: (why) => away.push(why),
  });
  const arrive = (name: string, block: string): Guest => {
    const guest = new Guest(name);
    entrance.arrive(guest, block);
    return guest;
  };
  return { entrance, started, away, clock, arrive };
}

async function turns(count = 6): Promise<void> {
  for (let left = count; left > 0; left -= 1) await turn();
}

test('only so many start in one turn', async () => {
  const { started, arrive } = open({ enteringPerAddress: 4, waiting: 9 });
  for (const name of ['a1', 'a2', 'a3']) arrive(name, 'a');
  expect(started).toEqual([]);
  await turn();
  expect(started).toEqual(['a1', 'a2']);
  await turns();
  expect(started).toEqual(['a1', 'a2', 'a3']);
});

test('an address takes no more than its share, and others pass it by', async () => {
  const { entrance, started, arrive } = open({ waiting: 9 });
  const first = arrive('a1', 'a');
  for (const name of ['a2', 'a3', 'a4']) arrive(name, 'a');
  arrive('b1', 'b');
  await turns();
  expect(started).toEqual(['a1', 'b1', 'a2']);
  entrance.leave(first);
  await turns();
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
  expect(entrance.waiting).toBe(1);
});

test('whoever finds the queue full, waits too long or is too slow is sent away', async () => {
  const { entrance, started, away, clock, arrive } = open();
  const slow = [arrive('a1', 'a'), arrive('a2', 'a')];
  await turns();
  const waiting = [arrive('a3', 'a'), arrive('a4', 'a'), arrive('a5', 'a')];
  const late = arrive('b1', 'b');
  expect(late.gone).toBe(true);
  expect(away).toEqual(['queueFull']);
  clock.now = 100;
  entrance.sweep();
  expect(slow.every(({ gone }) => gone)).toBe(true);
  await turns();
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4']);
  clock.now = 199;
  entrance.allow(waiting[0] ?? late, 5_000);
  clock.now = 1_000;
  entrance.sweep();
  expect(waiting.map(({ gone }) => gone)).toEqual([false, true, true]);
  expect(away).toEqual(['queueFull', 'tooSlow', 'tooSlow', 'tooSlow', 'waitedTooLong']);
});

test('one that goes by itself leaves its place to the next', async () => {
  const { entrance, started, arrive } = open({ entering: 1 });
  const first = arrive('a1', 'a');
  arrive('b1', 'b');
  await turns();
  expect(started).toEqual(['a1']);
  first.destroy();
  await turns();
  expect(started).toEqual(['a1', 'b1']);
  expect(entrance.size).toBe(1);
});
