import type { IncomingMessage } from 'node:http';

const DRAIN_MAX_MS = 1_000;
const DRAIN_MAX_BYTES = 16 * 1024 * 1024;

/**
 * Discards the rest of an unread body, so that the next request on the connection can be parsed. False
 * when that takes too long or is too much: then the connection must be closed after the answer.
 */
export async function drainBody(request: IncomingMessage): Promise<boolean> {
  if (request.complete || request.destroyed) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let drained = 0;
  const count = (part: Buffer): void => {
    drained += part.length;
    if (drained > DRAIN_MAX_BYTES) resolve(false);
  };
  const end = (): void => resolve(true);
  const timer = setTimeout(() => resolve(false), DRAIN_MAX_MS);
  request.on('data', count).once('end', end).once('close', end);
  request.resume();
  const isDrained = await promise;
  clearTimeout(timer);
  request.off('data', count).off('end', end).off('close', end);
  return isDrained;
}
