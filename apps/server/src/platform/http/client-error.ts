import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { PlainErrorKey } from '@airloom/contract/errors';
import { SOURCE_LANGUAGE } from '@airloom/contract/languages';
import { errorCode } from '../error-code.ts';
import { Failure } from '../failure.ts';
import { failure } from './envelope.ts';

/** Requests too malformed for any route still get the envelope, where anything can be sent at all. */
export function answerClientError(error: Error, socket: Socket): void {
  const code = errorCode(error);
  if (code === 'HPE_HEADER_OVERFLOW') {
    endConnection(socket, '431 Request Header Fields Too Large', 'payloadTooLarge');
  } else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    endConnection(socket, '408 Request Timeout', 'malformedRequest');
  } else endConnection(socket, '400 Bad Request', 'malformedRequest');
}

/** Writes a final response on a connection that cannot be answered in the usual way. */
export function endConnection(socket: Socket, status: string, key: PlainErrorKey): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(failure(new Failure(key), randomUUID(), SOURCE_LANGUAGE).body);
  socket.write(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // The other side may never close its half: the response is flushed, then the connection ends.
  socket.destroySoon();
}
