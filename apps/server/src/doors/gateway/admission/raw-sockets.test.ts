import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { Arrivals } from './raw-sockets.ts';

const FROM = { remoteAddress: '192.0.2.7', remotePort: 40_000 };

function socketFrom(ends: typeof FROM): Socket {
  return Object.defineProperties(new Socket(), {
    remoteAddress: { value: ends.remoteAddress },
    remotePort: { value: ends.remotePort },
  });
}

test('a socket is found by where it comes from, until it closes', () => {
  const arrivals = new Arrivals();
  const socket = socketFrom(FROM);
  arrivals.add(socket);
  expect(arrivals.below(FROM)).toBe(socket);
  expect(arrivals.below({ ...FROM, remotePort: 40_001 })).toBeUndefined();
  socket.emit('close');
  expect(arrivals.below(FROM)).toBeUndefined();
});

test('the late end of one leaves the next from the same port alone', () => {
  const arrivals = new Arrivals();
  const [first, second] = [socketFrom(FROM), socketFrom(FROM)];
  arrivals.add(first);
  arrivals.add(second);
  first.emit('close');
  expect(arrivals.below(FROM)).toBe(second);
});
