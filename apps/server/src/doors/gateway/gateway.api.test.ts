import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, enrol } from '../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHouse, newSerial, type RunningGateway } from './testing/gateway-harness.ts';

let house: GatewayHouse;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  house = await GatewayHouse.open();
  running = await house.start();
  tenant = await house.account();
});
afterAll(() => house.close());

test('a device enrols, connects, and its row says who it is and that it is here', async () => {
  const serial = newSerial();
  const siteId = await house.site(tenant);
  const code = await house.code(tenant, { siteId });
  const { status, body, credentials } = await enrol(running.port, code, serial, {
    sn: 'EC0001',
    model: 'Early',
  });
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ serial, ca: (await ask(running.port, '/ca.pem')).body });
  expect(await house.row(tenant, serial)).toMatchObject({ status: 'offline', site_id: siteId, sn: 'EC0001' });

  const device = house.dial(running.port, serial, credentials);
  expect(await device.opened()).toBe('open');
  expect(device.socket.protocol).toBe('ucentral-broker');
  expect(device.socket.extensions).toBe('');
  device.hello({ model: 'EAP101', firmware: 'TIP-v4.2' });
  const row = await eventually(async () => {
    const found = await house.row(tenant, serial);
    expect(found).toMatchObject({ status: 'online', model: 'EAP101', version: 'TIP-v4.2', ip: '127.0.0.1' });
    return found;
  });
  expect(row).toMatchObject({ sn: 'EC0001', site_id: siteId, kind: 'ap' });
  expect(row?.first_online_at).toEqual(row?.online_at);
  expect(row?.abilities).toMatchObject({ acknowledgedReports: false });
  expect(await house.facts(tenant)).toContainEqual({
    type: 'DevicesOnline',
    payload: { deviceIds: [row?.id] },
  });
  device.report();
  await eventually(() =>
    expect(running.heard.reports.at(-1)).toMatchObject({
      device: { tenant, deviceId: row?.id, siteId, serial },
      report: { unit: { uptimeSeconds: 100 } },
    }),
  );
});

test('a device that offers no WebSocket subprotocol is admitted', async () => {
  const serial = newSerial();
  const credentials = await house.enrolled(running.port, tenant, serial);
  const device = house.dial(running.port, serial, credentials, {}, []);
  expect(await device.opened()).toBe('open');
  expect(device.socket.protocol).toBe('');
  device.hello();
  await eventually(async () =>
    expect(await house.row(tenant, serial)).toMatchObject({ status: 'online', model: 'EAP101' }),
  );
});

test('the gateway shows a certificate of its own authority, good for its names', async () => {
  const ca = (await ask(running.port, '/ca.pem')).body;
  expect((await ask(running.port, '/ca.pem', { ca })).status).toBe(200);
});

test('a device without a site waits; one registered in advance is where it was put', async () => {
  const waiting = newSerial();
  await house.connected(running, tenant, waiting);
  expect(await house.row(tenant, waiting)).toMatchObject({ site_id: null, status: 'online' });
  const known = newSerial();
  const siteId = await house.site(tenant);
  const id = await house.register(tenant, known, siteId);
  await house.connected(running, tenant, known);
  expect(await house.row(tenant, known)).toMatchObject({ id, site_id: siteId, status: 'online' });
});

test('a code may be typed in small letters and without its hyphens', async () => {
  const code = await house.code(tenant, { code: 'ABCDE-FGH23' });
  expect(code).toBe('ABCDE-FGH23');
  expect((await enrol(running.port, ' abcdefgh23 ', newSerial())).status).toBe(200);
});

test('of many who come at once with the last use of a code one wins', async () => {
  const code = await house.code(tenant, { uses: 1 });
  const answers = await Promise.all(Array.from({ length: 6 }, () => enrol(running.port, code, newSerial())));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
});

test('codes that ended, and requests that make no sense, get nothing and use nothing up', async () => {
  const ended = await house.code(tenant, { validMs: -1 });
  expect((await enrol(running.port, ended, newSerial())).status).toBe(403);
  const code = await house.code(tenant);
  expect((await enrol(running.port, code, 'lobby')).status).toBe(422);
  const post = (body: string) => ask(running.port, '/enrol', { method: 'POST', body });
  expect((await post(JSON.stringify({ code, csr: 'x' }))).status).toBe(422);
  expect((await post('{')).status).toBe(400);
  expect((await post(JSON.stringify({ code, csr: 'x'.repeat(17_000) }))).status).toBe(413);
  expect((await ask(running.port, '/enrol')).status).toBe(405);
  expect((await ask(running.port, '/devices')).status).toBe(404);
  expect((await enrol(running.port, code, newSerial())).status).toBe(200);
});

test('commands reach the device, and its answers those who asked', async () => {
  const serial = newSerial();
  const device = await house.connected(running, tenant, serial);
  const deviceId = (await house.row(tenant, serial))?.id ?? '';
  const { connections, heard } = running;
  expect(connections.isHere(tenant, deviceId)).toBe(true);
  const asked = connections.send(tenant, deviceId, { name: 'ping' });
  await eventually(() =>
    expect(device.received).toEqual([expect.objectContaining({ method: 'ping', id: 1 })]),
  );
  device.answer(1);
  expect(await asked).toMatchObject({ id: 1, error: 0 });
  // Some devices answer twice; what nobody asked is counted and comes to nothing.
  device.answer(1);
  await eventually(() =>
    expect(heard.answers.filter(({ device: { serial: of } }) => of === serial)).toHaveLength(2),
  );
  device.answer(77);
  device.answer(-5);
  device.report();
  await eventually(() => expect(heard.reports.at(-1)?.device.serial).toBe(serial));
  expect(heard.answers.filter(({ device: { serial: of } }) => of === serial)).toHaveLength(2);

  const unanswered = connections.send(tenant, deviceId, { name: 'ping' });
  device.end();
  await expect(unanswered).rejects.toThrow('gone');
  await expect(connections.send(tenant, deviceId, { name: 'ping' })).rejects.toThrow('notHere');
});

test('an answer that does not come in time is given up', async () => {
  const serial = newSerial();
  const device = await house.connected(running, tenant, serial);
  const deviceId = (await house.row(tenant, serial))?.id ?? '';
  const asked = running.connections.send(tenant, deviceId, { name: 'reboot' });
  const refused = expect(asked).rejects.toThrow('noAnswer');
  house.advance(31_000);
  await refused;
  expect(device.closedWith).toBeNull();
});

test('acknowledgements go to devices that keep their reports, and to no other', async () => {
  const [keeping, plain] = [newSerial(), newSerial()];
  const [keeper, other] = [
    house.dial(running.port, keeping, await house.enrolled(running.port, tenant, keeping, { kind: 'ac' })),
    await house.connected(running, tenant, plain),
  ];
  await keeper.opened();
  keeper.hello({ kind: 'ac', keeps: true, sn: 'AC1' });
  await eventually(async () => expect(await house.row(tenant, keeping)).toMatchObject({ status: 'online' }));
  const ids = await Promise.all([keeping, plain].map(async (of) => (await house.row(tenant, of))?.id ?? ''));
  await eventually(() => expect(running.connections.isHere(tenant, ids[0] ?? '')).toBe(true));
  for (const deviceId of ids) {
    const connectionId = running.connections.find(tenant, deviceId)?.connectionId ?? '';
    running.connections.acknowledge({ tenant, deviceId, connectionId: 'another' }, 6);
    running.connections.acknowledge({ tenant, deviceId, connectionId }, 7);
  }
  await eventually(() =>
    expect(keeper.received).toEqual([
      { jsonrpc: '2.0', method: 'x-airloom.ack', params: { serial: keeping, seq: 7 } },
    ]),
  );
  expect(other.received).toEqual([]);
  expect(await house.row(tenant, keeping)).toMatchObject({ kind: 'ac', sn: 'AC1' });
});

test('while nothing more can be taken in, devices are not read from, and nothing is lost', async () => {
  const device = await house.connected(running, tenant, newSerial());
  const mine = () =>
    running.heard.reports.filter(({ device: { serial } }) => serial === device.serial).length;
  device.report();
  await eventually(() => expect(mine()).toBe(1));
  running.heard.full = true;
  device.report();
  await eventually(() => expect(mine()).toBe(2));
  // It was told to wait with that one; by the time something else is answered, the rest would have come.
  for (let count = 0; count < 48; count += 1) device.report();
  await ask(running.port, '/ca.pem');
  expect(mine()).toBe(2);
  running.heard.full = false;
  await eventually(() => expect(mine()).toBe(50));
});
