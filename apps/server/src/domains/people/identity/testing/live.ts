import { once } from 'node:events';
import { liveFrame } from '@airloom/contract/live';
import { WebSocket } from 'ws';
import type { TestServer } from '../../../../testing/test-server.ts';

export interface Listening {
  readonly socket: WebSocket;
  /** Names of the messages received so far. */
  readonly heard: string[];
  /** Resolves with the close code once the server has closed the socket. */
  readonly closed: Promise<number>;
}

/** A live socket, open. */
export async function listen(
  server: TestServer,
  headers: Readonly<Record<string, string>>,
): Promise<Listening> {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/live`, { headers });
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => heard.push(liveFrame.parse(JSON.parse(data.toString())).name));
  const closed = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  return { socket, heard, closed };
}
