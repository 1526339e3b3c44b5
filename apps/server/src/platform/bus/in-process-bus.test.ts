import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { NoResponder, RequestTimeout } from './bus.ts';
import { InProcessBus } from './in-process-bus.ts';

const WAKE = { tenant: 't', deviceId: 'd' };
const bus = () => new InProcessBus(createLog('silent'));

test('a message reaches everyone who listens to its subject, and nobody else', async () => {
  const one = bus();
  const heard: string[] = [];
  one.subscribe('device.wake', ({ deviceId }) => heard.push(`first ${deviceId}`));
  one.subscribe('device.wake', ({ deviceId }) => heard.push(`second ${deviceId}`));
  one.subscribe('device.wake', () => heard.push('of another process'), 'p1');
  one.subscribe('gateway.trust', () => heard.push('of another topic'));
  one.publish('device.wake', WAKE);
  await Promise.resolve();
  expect(heard).toEqual(['first d', 'second d']);
});

test('a listener that fails keeps nobody else from hearing, one that left hears nothing', async () => {
  const one = bus();
  const heard: string[] = [];
  one.subscribe('device.wake', () => {
    throw new Error('broken');
  });
  one.subscribe('device.wake', () => heard.push('stays'));
  one.subscribe('device.wake', () => heard.push('left'))();
  one.publish('device.wake', WAKE);
  await Promise.resolve();
  expect(heard).toEqual(['stays']);
});

test('a request is answered by one, or refused at once when there is nobody, or given up in time', async () => {
  const one = bus();
  await expect(one.request('device.wake', WAKE, { timeoutMs: 1000 })).rejects.toThrow(NoResponder);
  const leave = one.respond('device.wake', async ({ deviceId }) => deviceId.toUpperCase());
  expect(await one.request('device.wake', WAKE, { timeoutMs: 1000 })).toBe('D');
  leave();
  one.respond('device.wake', () => new Promise(() => undefined), 'p1');
  await expect(one.request('device.wake', WAKE, { timeoutMs: 5, token: 'p1' })).rejects.toThrow(
    RequestTimeout,
  );
});
