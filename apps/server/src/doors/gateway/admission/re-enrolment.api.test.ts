import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCsr, newKeys } from '../../../domains/network/devices/testing/certificates.ts';
import { ask, enrol } from '../../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHarness, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

/** A device known to an account that requests a certificate with another key. */

let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  harness = await GatewayHarness.open();
  running = await harness.start();
  tenant = await harness.account();
});
afterAll(() => harness.close());

/** A device of a site that was connected and is offline, with an open code for its site. */
async function departed() {
  const serial = newSerial();
  const siteId = await harness.site(tenant);
  const code = await harness.code(tenant, { siteId, uses: 10 });
  const { credentials } = await enrol(running.port, code, serial);
  const device = await harness.connectWith(running, serial, credentials);
  device.end();
  await eventually(() => expect(running.received.gone.at(-1)?.serial).toBe(serial));
  return { serial, code, credentials };
}

test('an impostor of an offline device is not admitted, and the device itself still is', async () => {
  const { serial, code, credentials } = await departed();
  const impostor = await enrol(running.port, code, serial);
  const hellos = running.received.hellos.length;
  const connection = harness.dial(running.port, serial, impostor.credentials);
  expect(await connection.opened()).toBe('open');
  connection.hello();
  expect(await connection.closed()).toBe(4403);
  expect(connection.received).toEqual([]);
  expect(running.received.hellos).toHaveLength(hellos);
  await harness.connectWith(running, serial, credentials);
  expect(await harness.row(tenant, serial)).toMatchObject({ status: 'online' });
});

test('a renewal with the certificate that waits for approval is refused', async () => {
  const { serial, code } = await departed();
  const { credentials } = await enrol(running.port, code, serial);
  const body = JSON.stringify({ csr: await newCsr(serial, await newKeys()) });
  const answer = await ask(running.port, '/renew', { method: 'POST', body, credentials });
  expect(answer.status).toBe(403);
});

test('a device that enrols again with its key is admitted at once', async () => {
  const serial = newSerial();
  const code = await harness.code(tenant, { uses: 2 });
  const keys = await newKeys();
  const enrolled = async () => {
    const body = JSON.stringify({ code, csr: await newCsr(serial, keys) });
    const answer = await ask(running.port, '/enrol', { method: 'POST', body });
    expect(answer.status).toBe(200);
    return { key: keys.pem, certificate: String(JSON.parse(answer.body).certificate) };
  };
  const device = await harness.connectWith(running, serial, await enrolled());
  device.end();
  await eventually(() => expect(running.received.gone.at(-1)?.serial).toBe(serial));
  await harness.connectWith(running, serial, await enrolled());
});

test('a device that never connected replaces its certificate without approval', async () => {
  const serial = newSerial();
  const code = await harness.code(tenant, { uses: 2 });
  const lost = await enrol(running.port, code, serial);
  const { credentials } = await enrol(running.port, code, serial);
  await harness.connectWith(running, serial, credentials);
  const first = harness.dial(running.port, serial, lost.credentials);
  expect(await first.opened()).toBe('open');
  first.hello();
  expect(await first.closed()).toBe(4403);
});

test.each([
  ['1 minute', 429],
  ['1 hour', 200],
])(
  'a request that ends after a later one of its device, issued %s ahead, returns %i',
  async (ahead, status) => {
    const serial = newSerial();
    const code = await harness.code(tenant, { uses: 2 });
    const later = await enrol(running.port, code, serial);
    await harness.database.asSystem((tx) =>
      tx.run(
        sql`update device_certificate set issued_at = now() + ${ahead}::interval where serial = ${serial}`,
      ),
    );
    const earlier = await enrol(running.port, code, serial);
    expect(earlier.status).toBe(status);
    await harness.connectWith(running, serial, (status === 429 ? later : earlier).credentials);
  },
);

test('limits the pending requests of a device, and the code keeps its uses', async () => {
  const { serial, code } = await departed();
  const statuses: number[] = [];
  for (let request = 0; request < 4; request += 1) {
    statuses.push((await enrol(running.port, code, serial)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await enrol(running.port, code, newSerial())).status).toBe(200);
});

test('a request does not move an unclaimed device into the site of the code', async () => {
  const serial = newSerial();
  const device = await harness.connected(running, tenant, serial);
  device.end();
  await eventually(() => expect(running.received.gone.at(-1)?.serial).toBe(serial));
  const code = await harness.code(tenant, { siteId: await harness.site(tenant) });
  expect((await enrol(running.port, code, serial)).status).toBe(200);
  expect(await harness.row(tenant, serial)).toMatchObject({ site_id: null });
});
