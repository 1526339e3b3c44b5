import type { IncomingMessage } from 'node:http';
import { SECOND } from '@airloom/contract/time';

/** Long enough to receive the answer, too short to send for nothing. */
const DISCARD_MS = 5 * SECOND;

/**
 * Reads and discards the rest of an upload that is already answered, for a short time. A connection closed with data
 * that nobody read is reset, and the browser loses the answer.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  const { socket } = request;
  const closing = setTimeout(() => socket.destroy(), DISCARD_MS);
  const stop = () => clearTimeout(closing);
  request.once('end', stop);
  socket.once('close', stop);
  request.unpipe();
  request.resume();
}
