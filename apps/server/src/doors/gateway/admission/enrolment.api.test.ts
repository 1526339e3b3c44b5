import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrol } from '../../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHarness, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  harness = await GatewayHarness.open();
  running = await harness.start();
  tenant = await harness.account();
});
afterAll(() => harness.close());

/** A connected device of a site. */
async function settled() {
  const serial = newSerial();
  const siteId = await harness.site(tenant);
  const { credentials } = await enrol(running.port, await harness.code(tenant, { siteId }), serial);
  return { serial, siteId, device: await harness.connectWith(running, serial, credentials) };
}

test('refuses a certificate for a connected device without using up the code', async () => {
  const { serial, siteId, device } = await settled();
  const code = await harness.code(tenant, { siteId });
  const wrong = await enrol(running.port, 'no such code', serial);
  const refused = await enrol(running.port, code, serial);
  expect([refused.status, JSON.parse(refused.body).code]).toEqual([403, JSON.parse(wrong.body).code]);
  const anywhere = await harness.code(tenant);
  expect((await enrol(running.port, anywhere, serial)).status).toBe(403);
  expect(device.closedWith).toBeNull();
  expect((await enrol(running.port, code, newSerial())).status).toBe(200);
});

test('refuses a certificate for a device that is connected to another process', async () => {
  const { serial, siteId } = await settled();
  const other = await harness.start();
  const code = await harness.code(tenant, { siteId });
  expect((await enrol(other.port, code, serial)).status).toBe(403);
  await harness.stop(other);
});

test('refuses the code of one site for a device of another until its certificate is revoked', async () => {
  const { serial, siteId, device } = await settled();
  device.end();
  await eventually(() => expect(running.received.gone.at(-1)?.serial).toBe(serial));
  const code = await harness.code(tenant, { siteId: await harness.site(tenant) });
  expect((await enrol(running.port, code, serial)).status).toBe(403);
  await harness.revoke(tenant, serial);
  expect((await enrol(running.port, code, serial)).status).toBe(200);
  expect(await harness.row(tenant, serial)).toMatchObject({ site_id: siteId });
});

test('accepts a code of the whole account for an offline device of any site', async () => {
  const { serial, device } = await settled();
  device.end();
  await eventually(() => expect(running.received.gone.at(-1)?.serial).toBe(serial));
  expect((await enrol(running.port, await harness.code(tenant), serial)).status).toBe(200);
});

const CAP_SN = 'WLABCDEFA101ABCDEF';

test.each([
  ['ac', 'AC1', 'AC1'],
  ['ap', CAP_SN, CAP_SN],
  ['ap', 'EC2109000123', 'EC2109000123'],
  ['ap', 'WL0001', ''],
  ['ac', 'AC 1', ''],
  ['ac', '<b>AC1</b>', ''],
  ['ac', '\u8bbe\u5907', ''],
  ['ac', 'x'.repeat(31), ''],
])('one of kind %s that says its number is %s keeps "%s"', async (kind, sn, kept) => {
  const account = await harness.account();
  const serial = newSerial();
  expect((await enrol(running.port, await harness.code(account), serial, { kind, sn })).status).toBe(200);
  const row = await harness.row(account, serial);
  expect(row?.sn).toBe(kept);
  expect(row?.name === sn).toBe(kept !== '');
});

test('assigns a serial number to one of several devices that enrol with it at once, and admits all', async () => {
  const serials = Array.from({ length: 12 }, newSerial);
  const codes = await Promise.all(serials.map(() => harness.code(tenant)));
  const answers = await Promise.all(
    serials.map((serial, index) =>
      enrol(running.port, codes[index] ?? '', serial, { kind: 'ac', sn: 'SAME' }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(serials.map(() => 200));
  const rows = await Promise.all(serials.map((serial) => harness.row(tenant, serial)));
  expect(rows.filter((row) => row?.sn === 'SAME')).toHaveLength(1);
  expect(rows.filter((row) => row?.sn === '')).toHaveLength(serials.length - 1);
});
