import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StoredFile } from '../../../platform/files/stored-files.ts';
import { createLog } from '../../../platform/log.ts';
import { WITHIN } from '../../../testing/within.ts';
import { FirmwareHttp } from './firmware-http.ts';

const SIZE = 1024 * 1024 * 1024;
const FILE: StoredFile = {
  id: 'image',
  kind: 'firmware',
  contentType: 'application/octet-stream',
  size: SIZE,
  sha256: 'f'.repeat(64),
  shownPublicly: false,
  demoSession: null,
  createdBy: 'somebody',
};
const TOKEN = 'a'.repeat(43);

let server: Server;
let port = 0;
let stayed = 0;
const open: IncomingMessage[] = [];
beforeEach(async () => {
  stayed = 0;
  const piece = Buffer.alloc(64 * 1024);
  const desk = new FirmwareHttp(
    {
      begin: async () => true,
      end: async () => undefined,
      find: async (token) => (/^[ac]/.test(token) ? { tenant: `account ${token[0]}`, file: FILE } : null),
      // More than a socket buffers: the download runs until the device disconnects.
      files: {
        read: async () =>
          new Readable({
            read() {
              this.push(piece);
            },
          }),
      },
    },
    createLog('silent'),
    // Downloads that nobody reads stay until the test ends.
    WITHIN.timeout,
  );
  server = createServer((asked, answer) => {
    const ours = desk.answer(asked, answer, () => {
      stayed += 1;
    });
    if (!ours) answer.writeHead(418).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(() => {
  for (const response of open.splice(0)) response.destroy();
  server.closeAllConnections();
  server.close();
});

async function get(path: string): Promise<IncomingMessage> {
  const asked = request({ host: '127.0.0.1', port, path, agent: false });
  asked.on('error', () => undefined);
  asked.end();
  const [response] = await once(asked, 'response');
  open.push(response);
  return response;
}

test('limits simultaneous downloads per token and per account', async () => {
  const first = await get(`/firmware/${TOKEN}`);
  expect([first.statusCode, (await get(`/firmware/${TOKEN}`)).statusCode]).toEqual([200, 200]);
  const third = await get(`/firmware/${TOKEN}`);
  expect([third.statusCode, third.headers['retry-after']]).toEqual([503, '10']);
  first.destroy();
  await expect.poll(async () => (await get(`/firmware/${TOKEN}`)).statusCode).toBe(200);
  const fetch = async (account: string, index: number) =>
    (await get(`/firmware/${account}${String(index).padStart(40, '0')}`)).statusCode;
  for (let index = 0; index < 98; index += 1) expect(await fetch('a', index)).toBe(200);
  expect(await fetch('a', 98)).toBe(503);
  for (let index = 0; index < 50; index += 1) expect(await fetch('c', index)).toBe(200);
  expect(await fetch('c', 50)).toBe(503);
});

test('keeps the connection only for a valid token, and ignores other paths', async () => {
  expect((await get('/firmware/a')).statusCode).toBe(404);
  expect((await get(`/firmware/b${TOKEN}`)).statusCode).toBe(404);
  expect((await get(`/firmware/${TOKEN}/../x`)).statusCode).toBe(404);
  expect((await get('/enrol')).statusCode).toBe(418);
  expect(stayed).toBe(0);
  const response = await get(`/firmware/${TOKEN}`);
  expect([stayed, response.headers['content-length'], response.headers['cache-control']]).toEqual([
    1,
    String(SIZE),
    'no-store',
  ]);
});
