import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { CLIENT_HEADER } from '@airloom/contract/call';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FILE_KINDS } from '../../platform/files/file-kinds.ts';
import { PATHS } from '../../platform/http/paths.ts';
import { buildAccount, type Person } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';
import { KIND_HEADER } from './files.ts';

const PART = Buffer.alloc(64 * 1024, 1);

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  person = await buildAccount(server);
});
afterAll(() => server.stop());

/** Sends one part more than allowed, without ending the body. */
async function sendTooMuch(): Promise<{ socket: Socket; answers: () => string }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (part) => {
    received += part.toString();
  });
  await once(socket, 'connect');
  socket.write(
    `POST ${PATHS.storage} HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n${CLIENT_HEADER}: test\r\n` +
      `Authorization: Bearer ${person.token}\r\nContent-Type: application/octet-stream\r\n` +
      `${KIND_HEADER}: image\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const parts = Math.ceil(FILE_KINDS.image.maxBytes / PART.length) + 1;
  for (let sent = 0; sent < parts; sent += 1) {
    socket.write(`${PART.length.toString(16)}\r\n`);
    socket.write(PART);
    socket.write('\r\n');
  }
  return { socket, answers: () => received };
}

test('closes the connection of a refused upload that does not end', async () => {
  const { socket, answers } = await sendTooMuch();
  await expect.poll(() => socket.closed, WITHIN).toBe(true);
  expect(answers()).toMatch(/^HTTP\/1\.1 413 /);
});

test('answers the next request on the connection of a refused upload that ends', async () => {
  const { socket, answers } = await sendTooMuch();
  socket.write('0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(answers, WITHIN).toContain('{"status":"ok"}');
  expect(answers()).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});
