import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SendError } from './sender.ts';
import { SmsHttpSender } from './sms-http.ts';
import { listenOnLoopback } from './testing/loopback.ts';

const SMS = { channel: 'sms', target: '+86 13800138000', subject: '', body: '246810 是您的验证码' } as const;

let url: string;
let received: { method: string | undefined; authorization: string | undefined; body: unknown }[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const gateway = createServer((request, response) => {
  void receive(request, response);
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, headers } = request;
  received.push({ method, authorization: headers.authorization, body: await json(request) });
  answer(request, response);
}

beforeEach(async () => {
  received = [];
  answer = (_, response) => response.writeHead(202).end('{"status":"queued"}');
  url = `http://127.0.0.1:${await listenOnLoopback(gateway)}/messages`;
});
afterEach(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await once(gateway, 'close');
});

function sender(token: string | undefined, timeoutMs = 5_000): SmsHttpSender {
  return new SmsHttpSender({ url, token, from: 'Airloom', timeoutMs });
}

describe('SMS over HTTP', () => {
  it('posts the message with the token', async () => {
    await sender('t0ken').send(SMS);
    expect(received).toEqual([
      {
        method: 'POST',
        authorization: 'Bearer t0ken',
        body: { from: 'Airloom', to: '+8613800138000', text: SMS.body },
      },
    ]);
  });

  it('posts without a token where none is set', async () => {
    await sender(undefined).send(SMS);
    expect(received[0]?.authorization).toBeUndefined();
  });

  it.each([400, 401, 429, 500])('fails on %i without quoting the answer', async (status) => {
    answer = (_, response) => response.writeHead(status).end(`refused: ${SMS.body}`);
    const sent = sender('t0ken').send(SMS);
    await expect(sent).rejects.toThrow(new SendError(`The SMS gateway answered ${status}`));
  });

  it('does not send the token to another host', async () => {
    answer = (_, response) => response.writeHead(307, { location: url }).end();
    await expect(sender('t0ken').send(SMS)).rejects.toThrow('could not be reached');
    expect(received).toHaveLength(1);
  });

  it('times out when the gateway does not answer', async () => {
    answer = () => undefined;
    await expect(sender('t0ken', 100).send(SMS)).rejects.toThrow('TimeoutError');
  });
});
