import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { RawSockets } from './raw-sockets.ts';

const FROM = { remoteAddress: '192.0.2.7', remotePort: 40_000 };

function socketFrom(ends: typeof FROM): Socket {
  return Object.defineProperties(new Socket(), {
    remoteAddress: { value: ends.remoteAddress },
    remotePort: { value: ends.remotePort },
  });
}

test('finds a socket by its remote address and port until it closes', () => {
  const rawSockets = new RawSockets();
  const socket = socketFrom(FROM);
  rawSockets.add(socket);
  expect(rawSockets.below(FROM)).toBe(socket);
  expect(rawSockets.below({ ...FROM, remotePort: 40_001 })).toBeUndefined();
  socket.emit('close');
  expect(rawSockets.below(FROM)).toBeUndefined();
});

test('the late close of a socket does not remove the next one from the same port', () => {
  const rawSockets = new RawSockets();
  const [first, second] = [socketFrom(FROM), socketFrom(FROM)];
  rawSockets.add(first);
  rawSockets.add(second);
  first.emit('close');
  expect(rawSockets.below(FROM)).toBe(second);
});
