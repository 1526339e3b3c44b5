import { MINUTE, SECOND } from '@airloom/contract/time';
import { SHELL_LIMITS } from '@airloom/contract/web-shell/web-shell.limits';
import type { ShellEnd, ShellNote } from '@airloom/contract/web-shell/web-shell.model';
import { afterEach, expect, test, vi } from 'vitest';
import type { BusStream } from '../../../platform/bus/bus-stream.ts';
import { BusStreams } from '../../../platform/bus/bus-streams.ts';
import { InProcessBus } from '../../../platform/bus/in-process-bus.ts';
import { Failure } from '../../../platform/failure.ts';
import { createLog } from '../../../platform/log.ts';
import { type ShellBrowser, ShellSession } from './shell-session.ts';
import { SHELL_STREAM } from './shell-stream.ts';

const log = createLog('silent');
const open: BusStreams[] = [];
afterEach(() => {
  for (const streams of open.splice(0)) streams.close();
});

function stage() {
  let now = 0;
  const bus = new InProcessBus(log);
  const [console, gateway] = [new BusStreams(bus, 'console', log), new BusStreams(bus, 'gateway', log)];
  open.push(console, gateway);
  const { promise: served, resolve } = Promise.withResolvers<BusStream>();
  gateway.serve(SHELL_STREAM, (stream) => resolve(stream));
  const ends: ShellEnd[] = [];
  const notes: ShellNote[] = [];
  const output: Buffer[] = [];
  const session = new ShellSession({
    id: 's',
    device: { id: 'd', name: 'AP', kind: 'ap', site_id: null },
    gatewayId: 'gateway',
    scope: {
      tenant: 't',
      manager: 'm',
      membership: 'r',
      userName: 'u',
      roleKey: 'k',
      grants: new Set(),
      reach: { kind: 'all' },
      demo: false,
      demoSession: null,
      origin: { address: '', call: '', requestId: '' },
    },
    loginSession: 'l',
    tokenHash: Buffer.alloc(32),
    recorded: false,
    size: { columns: 80, rows: 24 },
    openedAt: new Date(0),
    streams: console,
    monotonic: () => now,
    ended: (_, reason) => ends.push(reason),
  });
  const pauses: boolean[] = [];
  const browser: ShellBrowser = {
    send: (data) => output.push(data),
    note: (note) => notes.push(note),
    pause: (isPaused) => pauses.push(isPaused),
    close: () => undefined,
    again: async () => new Failure('tokenTimeout'),
  };
  const pass = (ms: number): void => {
    now += ms;
    session.sweep();
  };
  return { session, browser, served, ends, notes, output, pauses, pass };
}

test('ends after 30 minutes without input, with a warning before', () => {
  const { session, browser, notes, ends, pass } = stage();
  session.join(browser);
  pass(SHELL_LIMITS.idleMs - 2 * MINUTE);
  expect(notes).toEqual([]);
  pass(MINUTE + 30 * SECOND);
  expect(notes).toEqual([{ type: 'idle', seconds: 30 }]);
  session.input(Buffer.from('x'));
  expect(notes.at(-1)).toEqual({ type: 'idle', seconds: 0 });
  pass(SHELL_LIMITS.idleMs - 20 * SECOND);
  session.stay();
  pass(SHELL_LIMITS.idleMs - 20 * SECOND);
  expect(ends).toEqual([]);
  pass(21 * SECOND);
  expect(ends).toEqual(['idle']);
});

test('ends when nobody joins', () => {
  const { ends, pass } = stage();
  pass(SHELL_LIMITS.joinMs);
  expect(ends).toEqual([]);
  pass(SECOND);
  expect(ends).toEqual(['neverJoined']);
});

test('output beyond the window waits until the browser has shown it', async () => {
  const { session, browser, served, output } = stage();
  session.join(browser);
  const stream = await served;
  stream.listen({ onData: () => undefined, onEnd: () => undefined });
  const total = 1024 * 1024;
  stream.write(Buffer.alloc(total));
  const bytes = (): number => output.reduce((sum, { length }) => sum + length, 0);
  await vi.waitFor(() => expect(bytes()).toBe(64 * 1024));
  expect(stream.queuedBytes).toBe(total - 64 * 1024);
  // More than was sent is not counted.
  session.acknowledge(10 * total);
  await vi.waitFor(() => expect(bytes()).toBe(128 * 1024));
});

test('input that the device does not accept pauses the browser; it arrives complete and in order', async () => {
  const { session, browser, served, pauses } = stage();
  session.join(browser);
  const stream = await served;
  const received: Buffer[] = [];
  stream.listen({
    onData: (data) => {
      received.push(data);
      stream.consumed(data.length);
    },
    onEnd: () => undefined,
  });
  const parts = Array.from({ length: 120 }, (_, part) => Buffer.alloc(1_000, part));
  for (const part of parts) session.input(part);
  expect(pauses).toContain(true);
  await vi.waitFor(() => expect(pauses.at(-1)).toBe(false));
  await vi.waitFor(() => expect(Buffer.concat(received).equals(Buffer.concat(parts))).toBe(true));
});

test('ends when the device accepts no input for 20 seconds, since a paused browser is not heard', async () => {
  const { session, browser, served, ends, pauses, pass } = stage();
  session.join(browser);
  const stream = await served;
  let unread = 0;
  stream.listen({
    onData: (data) => {
      unread += data.length;
    },
    onEnd: () => undefined,
  });
  for (let part = 0; part < 200; part += 1) session.input(Buffer.alloc(1_000));
  expect(pauses.at(-1)).toBe(true);
  await vi.waitFor(() => expect(unread).toBe(64 * 1024));
  pass(15 * SECOND);
  // Slow is not gone.
  stream.consumed(32 * 1024);
  await vi.waitFor(() => expect(unread).toBeGreaterThan(64 * 1024));
  pass(15 * SECOND);
  expect(ends).toEqual([]);
  pass(6 * SECOND);
  expect(ends).toEqual(['deviceLost']);
});
