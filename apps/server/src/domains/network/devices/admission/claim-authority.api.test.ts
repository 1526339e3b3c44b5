import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
});
afterAll(() => server.stop());

function certificateOfGateway(ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(`https://127.0.0.1:${server.gatewayPort}/ca.pem`, { ca }, (response) => {
      text(response).then(resolve, reject);
    });
    asked.on('error', reject).end();
  });
}

test('returns the certificate that identifies the gateway with a claim code', async () => {
  const owner = await buildAccount(server);
  const { data } = await server.call('createClaimCode', {}, { as: owner.token });
  expect((await certificateOfGateway(data.ca)).trim()).toBe(data.ca.trim());
});
