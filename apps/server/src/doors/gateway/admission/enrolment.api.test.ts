import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrol } from '../../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHouse, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

let house: GatewayHouse;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  house = await GatewayHouse.open();
  running = await house.start();
  tenant = await house.account();
});
afterAll(() => house.close());

/** A device of a site, connected. */
async function settled() {
  const serial = newSerial();
  const siteId = await house.site(tenant);
  const { credentials } = await enrol(running.port, await house.code(tenant, { siteId }), serial);
  return { serial, siteId, device: await house.comeIn(running, serial, credentials) };
}

test('nobody gets the certificate of a device that is connected, and the code is none the less for it', async () => {
  const { serial, siteId, device } = await settled();
  const code = await house.code(tenant, { siteId });
  const wrong = await enrol(running.port, 'no such code', serial);
  const refused = await enrol(running.port, code, serial);
  expect([refused.status, JSON.parse(refused.body).code]).toEqual([403, JSON.parse(wrong.body).code]);
  const anywhere = await house.code(tenant);
  expect((await enrol(running.port, anywhere, serial)).status).toBe(403);
  expect(device.closedWith).toBeNull();
  expect((await enrol(running.port, code, newSerial())).status).toBe(200);
});

test('a device that is connected at another process is connected', async () => {
  const { serial, siteId } = await settled();
  const other = await house.start();
  const code = await house.code(tenant, { siteId });
  expect((await enrol(other.port, code, serial)).status).toBe(403);
  await house.stop(other);
});

test('a code of one site is none for a device of another, until a person revokes it', async () => {
  const { serial, siteId, device } = await settled();
  device.end();
  await eventually(() => expect(running.heard.gone.at(-1)?.serial).toBe(serial));
  const code = await house.code(tenant, { siteId: await house.site(tenant) });
  expect((await enrol(running.port, code, serial)).status).toBe(403);
  await house.revoke(tenant, serial);
  expect((await enrol(running.port, code, serial)).status).toBe(200);
  expect(await house.row(tenant, serial)).toMatchObject({ site_id: siteId });
});

test('a code for the whole account is good for a device of any site that is not connected', async () => {
  const { serial, device } = await settled();
  device.end();
  await eventually(() => expect(running.heard.gone.at(-1)?.serial).toBe(serial));
  expect((await enrol(running.port, await house.code(tenant), serial)).status).toBe(200);
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
  const account = await house.account();
  const serial = newSerial();
  expect((await enrol(running.port, await house.code(account), serial, { kind, sn })).status).toBe(200);
  const row = await house.row(account, serial);
  expect(row?.sn).toBe(kept);
  expect(row?.name === sn).toBe(kept !== '');
});

test('of many that enrol at once with the same number one has it, and all are in', async () => {
  const serials = Array.from({ length: 12 }, newSerial);
  const codes = await Promise.all(serials.map(() => house.code(tenant)));
  const answers = await Promise.all(
    serials.map((serial, index) =>
      enrol(running.port, codes[index] ?? '', serial, { kind: 'ac', sn: 'SAME' }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(serials.map(() => 200));
  const rows = await Promise.all(serials.map((serial) => house.row(tenant, serial)));
  expect(rows.filter((row) => row?.sn === 'SAME')).toHaveLength(1);
  expect(rows.filter((row) => row?.sn === '')).toHaveLength(serials.length - 1);
});
