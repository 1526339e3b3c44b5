import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { listenOnLoopback } from '../senders/testing/loopback.ts';
import { guardedPost, RefusedAddress } from './guarded-fetch.ts';
import { Outside, parseNetwork } from './outside.ts';

describe('internal addresses', () => {
  test.each([
    '127.0.0.1',
    '127.255.0.3',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    'example.org',
    '',
  ])('%s', (address) => {
    expect(new Outside().allows(address)).toBe(false);
  });

  test.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
    'but not %s',
    (address) => {
      expect(new Outside().allows(address)).toBe(true);
    },
  );

  test('are allowed when their network is configured, and no other', () => {
    const outside = new Outside(['10.1.0.0/16', 'fd00:7::/32', '127.0.0.1']);
    for (const allowed of ['10.1.200.1', '::ffff:10.1.0.1', 'fd00:7::1', '127.0.0.1']) {
      expect([allowed, outside.allows(allowed)]).toEqual([allowed, true]);
    }
    for (const refused of ['10.2.0.1', 'fd00:8::1', '127.0.0.2', '169.254.169.254']) {
      expect([refused, outside.allows(refused)]).toEqual([refused, false]);
    }
  });

  test.each(['10.0.0.0/33', 'fd00::/129', 'example.org', '10.0.0', '10.0.0.0/', '10.0.0.0/-1', '/8'])(
    '%s is no network',
    (text) => {
      expect(parseNetwork(text)).toBeNull();
    },
  );
});

function exchange(url: string, outside: Outside, timeoutMs = 5_000) {
  return guardedPost(outside, { url, headers: { 'x-a': 'b' }, body: 'hällo', timeoutMs, answerMax: 1_000 });
}

async function post(url: string, outside: Outside, timeoutMs?: number): Promise<number> {
  return (await exchange(url, outside, timeoutMs)).status;
}

describe('a guarded post', () => {
  let server: Server | undefined;
  afterEach(async () => {
    server?.closeAllConnections();
    if (server?.listening) {
      server.close();
      await once(server, 'close');
    }
  });

  const local = new Outside(['127.0.0.0/8', '::1']);

  async function serve(answer: RequestListener): Promise<number> {
    server = createServer(answer);
    return listenOnLoopback(server);
  }

  test('reaches a name whose addresses are all allowed, and returns the status', async () => {
    const heard: string[] = [];
    const port = await serve((request, response) => {
      request.on('data', (chunk: Buffer) => heard.push(chunk.toString('utf8')));
      request.on('end', () => response.writeHead(204).end());
    });
    expect(await post(`http://localhost:${port}/`, local)).toBe(204);
    expect(heard.join('')).toBe('hällo');
  });

  test('does not connect to a refused address, by name or by number', async () => {
    let connections = 0;
    const port = await serve((_request, response) => response.end());
    server?.on('connection', () => {
      connections += 1;
    });
    for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]', '0x7f.1', '127.1']) {
      await expect(post(`http://${host}:${port}/`, new Outside())).rejects.toThrow(RefusedAddress);
    }
    expect(connections).toBe(0);
  });

  test('returns the answer', async () => {
    const port = await serve((_request, response) => response.end('{"errcode":0,"errmsg":"好"}'));
    const answer = await exchange(`http://127.0.0.1:${port}/`, local);
    expect(answer).toEqual({ status: 200, body: '{"errcode":0,"errmsg":"好"}' });
  });

  test('does not follow a redirect', async () => {
    const paths: (string | undefined)[] = [];
    const port = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/other' }).end();
    });
    expect(await post(`http://127.0.0.1:${port}/first`, local)).toBe(307);
    expect(paths).toEqual(['/first']);
  });

  test('times out on a slow answer', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200);
      response.write('begun');
    });
    await expect(post(`http://127.0.0.1:${port}/`, local, 300)).rejects.toThrow();
  });

  test('reads an endless answer only up to a limit', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (response.write('x'.repeat(10_000)));
        response.once('drain', more);
      };
      more();
    });
    const { status, body } = await exchange(`http://127.0.0.1:${port}/`, local);
    expect(status).toBe(200);
    expect(body.length).toBeLessThanOrEqual(1_000);
  });
});
