import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listenOnLoopback } from '../../../../platform/senders/testing/loopback.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { type ForeignAuthority, foreignAuthority } from '../../../network/devices/testing/certificates.ts';
import { buildStage, log, notifyBy, raise, type Stage } from '../testing/notice-stage.ts';
import { startReceiver } from '../testing/webhook-receiver.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

let server: TestServer;
let stage: Stage;
let authority: ForeignAuthority;
const usual = getCACertificates();
beforeAll(async () => {
  authority = await foreignAuthority('Trusted');
  setDefaultCACertificates([...usual, authority.pem]);
  server = await startTestServer({ WEBHOOK_ALLOW: '127.0.0.0/8,::1' });
});
beforeEach(async () => {
  stage = await buildStage(server);
});
afterAll(async () => {
  setDefaultCACertificates(usual);
  await server.stop();
});

function certificateFor(host: string, by = authority) {
  return by.issue(host, { hosts: [host] });
}

async function notifyWebhooks(...urls: readonly string[]): Promise<void> {
  const webhookUUIDs: string[] = [];
  for (const url of urls) {
    const made = await server.call('createWebhook', { name: url.slice(0, 30), url }, stage.as);
    webhookUUIDs.push(made.data.webhookUUID);
  }
  await notifyBy(server, stage, { modes: ['webhook'], emails: [], webhookUUIDs });
}

describe('a webhook over TLS', () => {
  test.each([
    ['by name', 'localhost', '127.0.0.1'] as const,
    ['by address', '127.0.0.1', '127.0.0.1'] as const,
    ...(hasIpv6 ? [['over IPv6', '::1', '::1'] as const] : []),
  ])('is delivered to a host with a valid certificate: %s', async (_name, called, host) => {
    const receiver = await startReceiver({ host, tls: await certificateFor(called) });
    const inUrl = called.includes(':') ? `[${called}]` : called;
    await notifyWebhooks(`https://${inUrl}:${receiver.port}/`);
    await raise(server, stage);
    await expect.poll(() => receiver.posts.length, WITHIN).toBe(1);
    expect(receiver.posts[0]?.headers.host).toBe(`${inUrl}:${receiver.port}`);
    await receiver.stop();
  });

  test('is not delivered with a certificate for another host or an unknown issuer', async () => {
    const stranger = await foreignAuthority('Stranger');
    for (const [tls, error] of [
      [await certificateFor('127.0.0.2'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
      [await certificateFor('127.0.0.1', stranger), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ] as const) {
      stage = await buildStage(server);
      const receiver = await startReceiver({ tls });
      await notifyWebhooks(`https://127.0.0.1:${receiver.port}/`);
      await raise(server, stage);
      await expect.poll(async () => (await log(server, stage))[0]?.error, WITHIN).toBe(error);
      expect((await log(server, stage))[0]?.state).toBe('waiting');
      expect(receiver.posts).toEqual([]);
      await receiver.stop();
    }
  });
});

test.skipIf(!hasIpv6)('a webhook is delivered over plain IPv6', async () => {
  const receiver = await startReceiver({ host: '::1' });
  await notifyWebhooks(`http://[::1]:${receiver.port}/`);
  await raise(server, stage);
  await expect.poll(() => receiver.posts.length, WITHIN).toBe(1);
  await receiver.stop();
});

test('a webhook that never answers does not delay others', async () => {
  const alarms = 50;
  const hanging = createServer(() => undefined);
  const port = await listenOnLoopback(hanging);
  const receiver = await startReceiver();
  await notifyWebhooks(`http://127.0.0.1:${port}/`, `http://127.0.0.1:${receiver.port}/`);
  await raise(server, stage, ...Array.from({ length: alarms }, (_, index) => ({ part: String(index) })));
  // Before the first hanging request times out.
  await expect.poll(() => receiver.posts.length, WITHIN).toBe(alarms);
  hanging.closeAllConnections();
  hanging.close();
  await receiver.stop();
});
