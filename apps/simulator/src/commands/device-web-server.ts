import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Node } from '../simulation/node.ts';

const servers = new WeakMap<Node, Server>();
const PASSWORD = 'admin';
const COOKIE = 'session=signed-in';
const LARGE_MAX_BYTES = 64 * 1024 * 1024;
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** The web pages of a device. The server listens nowhere: connections are passed to it. */
export function deviceWebServer(node: Node): Server {
  const server = servers.get(node) ?? createServer((request, response) => answer(node, request, response));
  if (!servers.has(node)) server.on('upgrade', echo);
  servers.set(node, server);
  return server;
}

function answer(node: Node, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://device');
  const page = PAGES[`${request.method} ${pathname}`];
  if (page !== undefined) return page({ node, request, response, query: searchParams });
  response.writeHead(404, { 'Content-Type': 'text/plain' });
  response.end('Not found');
}

interface Visit {
  readonly node: Node;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
}

const PAGES: Readonly<Record<string, (visit: Visit) => void>> = {
  'GET /': ({ node, request, response }) => {
    const isSignedIn = (request.headers.cookie ?? '').split('; ').includes(COOKIE);
    html(response, isSignedIn ? overview(node) : loginForm(node));
  },
  'POST /login': ({ request, response }) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body = (body + chunk.toString()).slice(0, 1_000);
    });
    request.on('end', () => {
      const isRight = new URLSearchParams(body).get('password') === PASSWORD;
      // A device does not know that others share the host of the proxy.
      const cookie = { 'Set-Cookie': `${COOKIE}; Path=/; HttpOnly; Domain=localhost` };
      response.writeHead(303, { Location: '/', ...(isRight ? cookie : {}) });
      response.end();
    });
  },
  'GET /favicon.ico': ({ response }) => {
    response.writeHead(204);
    response.end();
  },
  'GET /headers': ({ request, response }) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(request.headers));
  },
  'GET /large': ({ response, query }) => {
    const bytes = Math.min(LARGE_MAX_BYTES, Number(query.get('bytes')) || 0);
    response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': bytes });
    send(response, bytes);
  },
};

function send(response: ServerResponse, left: number): void {
  if (left <= 0) return void response.end();
  const part = Buffer.alloc(Math.min(left, 64 * 1024), 'x');
  response.write(part, () => send(response, left - part.length));
}

function html(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8">${body}</html>`);
}

/** Answers every WebSocket frame of up to 125 bytes with its text. */
function echo(request: IncomingMessage, socket: Duplex): void {
  const key = `${request.headers['sec-websocket-key']}${WEBSOCKET_GUID}`;
  const accepted = createHash('sha1').update(key).digest('base64');
  socket.on('error', () => undefined);
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
  );
  socket.on('data', (frame: Buffer) => {
    const length = (frame[1] ?? 0) & 0x7f;
    const mask = frame.subarray(2, 6);
    const text = Buffer.from(frame.subarray(6, 6 + length).map((byte, at) => byte ^ (mask[at % 4] ?? 0)));
    socket.write(Buffer.concat([Buffer.of(0x81, length), text]));
  });
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function loginForm({ name, model }: Node): string {
  return `<title>${escape(model.name)}</title><h1>${escape(name)}</h1>
<form method="post" action="/login"><label>Password <input type="password" name="password"></label>
<button>Sign in</button></form>`;
}

/** Its script reports what it can read of the browser beyond this page. */
function overview({ name, model, firmware, mac }: Node): string {
  return `<title>${escape(model.name)}</title><h1>${escape(name)}</h1>
<dl><dt>Model</dt><dd>${escape(model.name)}</dd><dt>Firmware</dt><dd>${escape(firmware)}</dd><dt>MAC</dt><dd>${mac}</dd></dl>
<pre id="readable"></pre>
<script>
const readable = {};
const attempt = (name, read) => { try { readable[name] = read(); } catch (error) { readable[name] = 'error'; } };
attempt('cookie', () => document.cookie);
attempt('storage', () => Object.keys(localStorage).join());
attempt('parent', () => parent === window ? '' : parent.location.href);
attempt('opener', () => opener === null ? '' : opener.location.href);
document.getElementById('readable').textContent = JSON.stringify(readable);
</script>`;
}
