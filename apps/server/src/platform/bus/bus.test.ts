import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InstalledNats, needsInstalledNats } from '../../testing/installed-nats.ts';
import { WITHIN } from '../../testing/within.ts';
import { createLog } from '../log.ts';
import { type Bus, inParts, MESSAGE_MAX_BYTES, MessageTooLarge } from './bus.ts';
import { InProcessBus } from './in-process-bus.ts';
import { NatsBus } from './nats-bus.ts';

const WAKE = { tenant: 't', deviceIds: ['d'] };
const log = createLog('silent');

/** Two ends of one bus; within a process there is only one. */
interface Ends {
  readonly one: Bus;
  readonly other: Bus;
  close(): Promise<void>;
}

async function inOneProcess(): Promise<Ends> {
  const bus = new InProcessBus(log);
  return { one: bus, other: bus, close: () => bus.close() };
}

async function overNats(): Promise<Ends> {
  const server = await InstalledNats.start();
  const [one, other] = await Promise.all([
    NatsBus.connect(server.url, 'one', log),
    NatsBus.connect(server.url, 'other', log),
  ]);
  return {
    one,
    other,
    close: async () => {
      await Promise.all([one.close(), other.close()]);
      await server.stop();
    },
  };
}

const KINDS = [
  { name: 'in one process', open: inOneProcess, runs: true },
  { name: 'over NATS', open: overNats, runs: needsInstalledNats('the bus over NATS') },
];

/** Messages to one bus arrive in order. */
async function caughtUp(from: Bus, at: Bus): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = at.subscribe('campaigns.due', () => resolve(), 'marker');
  const asking = setInterval(() => from.publish('campaigns.due', {}, 'marker'), 5);
  await promise;
  clearInterval(asking);
  leave();
}

describe.each(KINDS)('$name', ({ open, runs }) => {
  let ends: Ends;
  beforeEach(async ({ skip }) => {
    if (!runs) skip();
    ends = await open();
  });
  afterEach(async () => {
    if (runs) await ends.close();
  });

  test('a message reaches every subscriber of its subject once, and nobody else', async () => {
    const { one, other } = ends;
    const received: string[] = [];
    one.subscribe('device.wake', ({ deviceIds }) => received.push(`here ${deviceIds.join()}`));
    other.subscribe('device.wake', ({ deviceIds }) => received.push(`there ${deviceIds.join()}`));
    other.subscribe('device.wake', () => received.push('of another process'), 'p1');
    other.subscribe('gateway.trust', () => received.push('of another topic'));
    await caughtUp(one, other);
    one.publish('device.wake', WAKE);
    await caughtUp(one, other);
    expect(received.sort()).toEqual(['here d', 'there d']);
  });

  test('a message to one process reaches only that process', async () => {
    const received: string[] = [];
    ends.one.subscribe('device.wake', () => received.push('p1'), 'p1');
    ends.other.subscribe('device.wake', () => received.push('p2'), 'p2');
    await caughtUp(ends.one, ends.other);
    ends.one.publish('device.wake', WAKE, 'p2');
    await caughtUp(ends.one, ends.other);
    expect(received).toEqual(['p2']);
  });

  test('messages arrive unchanged and in order', async () => {
    const received: unknown[] = [];
    ends.other.subscribe('device.recheck', (message) => received.push(message));
    await caughtUp(ends.one, ends.other);
    const sent = Array.from({ length: 200 }, (_, index) => ({
      tenant: `ü ${index}`,
      deviceIds: index % 2 === 0 ? null : ['a', 'b'],
    }));
    for (const message of sent) ends.one.publish('device.recheck', message);
    await expect.poll(() => received.length, WITHIN).toBe(200);
    expect(received).toEqual(sent);
  });

  test('a failing subscriber does not affect others, and an unsubscribed one receives nothing', async () => {
    const received: string[] = [];
    ends.other.subscribe('device.wake', () => {
      throw new Error('broken');
    });
    ends.other.subscribe('device.wake', () => received.push('stays'));
    ends.other.subscribe('device.wake', () => received.push('left'))();
    await caughtUp(ends.one, ends.other);
    ends.one.publish('device.wake', WAKE);
    await expect.poll(() => received, WITHIN).toEqual(['stays']);
    await caughtUp(ends.one, ends.other);
    expect(received).toEqual(['stays']);
  });

  test('a message that is too large is refused', () => {
    const deviceIds = ['x'.repeat(MESSAGE_MAX_BYTES)];
    expect(() => ends.one.publish('device.wake', { tenant: 't', deviceIds })).toThrow(MessageTooLarge);
  });
});

test('ids are split into parts that fit into a message', () => {
  const ids = Array.from({ length: 5_001 }, (_, index) => String(index).padStart(36, '0'));
  const parts = [...inParts(ids)];
  expect(parts.flat()).toEqual(ids);
  for (const deviceIds of parts)
    expect(JSON.stringify({ tenant: ids[0], deviceIds }).length).toBeLessThan(MESSAGE_MAX_BYTES);
});
