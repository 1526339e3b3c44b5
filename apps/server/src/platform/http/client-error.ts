import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { SOURCE_LANGUAGE } from '@airloom/contract/languages';
import { Failure } from '../failure.ts';
import { failure } from './envelope.ts';

/** Requests so broken that no route ever sees them still get the envelope, where anything can be sent at all. */
export function answerClientError(error: Error, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const code = 'code' in error ? error.code : '';
  const [status, key] =
    code === 'HPE_HEADER_OVERFLOW'
      ? (['431 Request Header Fields Too Large', 'payloadTooLarge'] as const)
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? (['408 Request Timeout', 'malformedRequest'] as const)
        : (['400 Bad Request', 'malformedRequest'] as const);
  const body = JSON.stringify(failure(new Failure(key), randomUUID(), SOURCE_LANGUAGE).body);
  socket.write(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // The other side may never close its half: what was written goes out, then the connection ends.
  socket.destroySoon();
}
