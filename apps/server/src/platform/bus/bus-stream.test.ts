import { expect, test } from 'vitest';
import { BusStream } from './bus-stream.ts';

/** Two connected ends; messages arrive at once. */
function streamPair(): { near: BusStream; far: BusStream } {
  const near: BusStream = new BusStream({ send: (message) => far.receive(message), ended: () => undefined });
  const far: BusStream = new BusStream({ send: (message) => near.receive(message), ended: () => undefined });
  return { near, far };
}

const SIZE = 200_000;

function reader(stream: BusStream) {
  const seen = { bytes: 0, end: '' };
  stream.listen({
    onData: (data) => {
      seen.bytes += data.length;
    },
    onEnd: (reason) => {
      seen.end = reason;
    },
  });
  return seen;
}

test('what was written before finishing arrives before the end', () => {
  const { near, far } = streamPair();
  const seen = reader(far);
  near.listen({ onData: () => undefined, onEnd: () => undefined });
  near.write(Buffer.alloc(SIZE));
  near.finish('closed');
  near.write(Buffer.from('too late'));
  expect(seen).toMatchObject({ end: '' });
  expect(seen.bytes).toBeLessThan(SIZE);
  while (seen.bytes < SIZE) far.consumed(seen.bytes);
  expect(seen).toEqual({ bytes: SIZE, end: 'closed' });
  expect(near.isOpen).toBe(false);
});

test('a reader that consumes nothing is not waited for without end', () => {
  const { near, far } = streamPair();
  const seen = reader(far);
  near.write(Buffer.alloc(SIZE));
  near.finish('closed');
  for (let beat = 0; beat < 4; beat += 1) {
    near.beat();
    far.beat();
  }
  expect(seen.end).toBe('');
  near.beat();
  expect(seen.end).toBe('closed');
});

test('progress of the reader is reported before everything is sent', () => {
  const { near, far } = streamPair();
  const seen = reader(far);
  const events: string[] = [];
  near.listen({
    onData: () => undefined,
    onDrain: () => events.push('drained'),
    onProgress: () => events.push('progress'),
    onEnd: () => undefined,
  });
  near.write(Buffer.alloc(100_000));
  far.consumed(seen.bytes / 2);
  expect(events).toEqual(['progress']);
  far.consumed(seen.bytes);
  expect(events).toContain('drained');
});
