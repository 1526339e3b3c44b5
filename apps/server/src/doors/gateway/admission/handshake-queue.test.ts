import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { GatewayLimits } from '../limits.ts';
import { type DropReason, HandshakeQueue } from './handshake-queue.ts';

class QueueEntry extends EventEmitter {
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
  const away: DropReason[] = [];
  const clock = { now: 0 };
  const handshakes = new HandshakeQueue({
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
      if (socket instanceof QueueEntry) started.push(socket.name);
    },
    dropped: (reason) => away.push(reason),
  });
  const arrive = (name: string, block: string): QueueEntry => {
    const entry = new QueueEntry(name);
    handshakes.arrive(entry, block);
    return entry;
  };
  return { handshakes, started, away, clock, arrive };
}

async function turns(count = 6): Promise<void> {
  for (let left = count; left > 0; left -= 1) await turn();
}

test('starts a limited number of handshakes per turn', async () => {
  const { started, arrive } = open({ enteringPerAddress: 4, waiting: 9 });
  for (const name of ['a1', 'a2', 'a3']) arrive(name, 'a');
  expect(started).toEqual([]);
  await turn();
  expect(started).toEqual(['a1', 'a2']);
  await turns();
  expect(started).toEqual(['a1', 'a2', 'a3']);
});

test('limits the handshakes per address, and lets other addresses overtake', async () => {
  const { handshakes, started, arrive } = open({ waiting: 9 });
  const first = arrive('a1', 'a');
  for (const name of ['a2', 'a3', 'a4']) arrive(name, 'a');
  arrive('b1', 'b');
  await turns();
  expect(started).toEqual(['a1', 'b1', 'a2']);
  handshakes.leave(first);
  await turns();
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
  expect(handshakes.waiting).toBe(1);
});

test('closes sockets when the queue is full, the wait is too long or the handshake too slow', async () => {
  const { handshakes, started, away, clock, arrive } = open();
  const slow = [arrive('a1', 'a'), arrive('a2', 'a')];
  await turns();
  const waiting = [arrive('a3', 'a'), arrive('a4', 'a'), arrive('a5', 'a')];
  const late = arrive('b1', 'b');
  expect(late.gone).toBe(true);
  expect(away).toEqual(['queueFull']);
  clock.now = 100;
  handshakes.sweep();
  expect(slow.every(({ gone }) => gone)).toBe(true);
  await turns();
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4']);
  clock.now = 199;
  handshakes.allow(waiting[0] ?? late, 5_000);
  clock.now = 1_000;
  handshakes.sweep();
  expect(waiting.map(({ gone }) => gone)).toEqual([false, true, true]);
  expect(away).toEqual(['queueFull', 'tooSlow', 'tooSlow', 'tooSlow', 'waitedTooLong']);
});

test('a socket that closes makes room for the next', async () => {
  const { handshakes, started, arrive } = open({ entering: 1 });
  const first = arrive('a1', 'a');
  arrive('b1', 'b');
  await turns();
  expect(started).toEqual(['a1']);
  first.destroy();
  await turns();
  expect(started).toEqual(['a1', 'b1']);
  expect(handshakes.size).toBe(1);
});
