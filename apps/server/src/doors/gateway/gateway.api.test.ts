import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, enrol } from '../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHarness, newSerial, type RunningGateway } from './testing/gateway-harness.ts';

let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  harness = await GatewayHarness.open();
  running = await harness.start();
  tenant = await harness.account();
});
afterAll(() => harness.close());

test('a device enrols and connects, and its row contains its identity and status', async () => {
  const serial = newSerial();
  const siteId = await harness.site(tenant);
  const code = await harness.code(tenant, { siteId });
  const { status, body, credentials } = await enrol(running.port, code, serial, {
    sn: 'EC0001',
    model: 'Early',
  });
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ serial, ca: (await ask(running.port, '/ca.pem')).body });
  expect(await harness.row(tenant, serial)).toMatchObject({
    status: 'neverConnected',
    site_id: siteId,
    sn: 'EC0001',
  });

  const device = harness.dial(running.port, serial, credentials);
  expect(await device.opened()).toBe('open');
  expect(device.socket.protocol).toBe('ucentral-broker');
  expect(device.socket.extensions).toBe('');
  device.hello({ model: 'EAP101', firmware: 'TIP-v4.2' });
  const row = await eventually(async () => {
    const found = await harness.row(tenant, serial);
    expect(found).toMatchObject({ status: 'online', model: 'EAP101', version: 'TIP-v4.2', ip: '127.0.0.1' });
    return found;
  });
  expect(row).toMatchObject({ sn: 'EC0001', site_id: siteId, kind: 'ap' });
  expect(row?.first_online_at).toEqual(row?.online_at);
  expect(row?.abilities).toMatchObject({ acknowledgedReports: false });
  expect(await harness.facts(tenant)).toContainEqual({
    type: 'DevicesOnline',
    payload: { deviceIds: [row?.id] },
  });
  device.report();
  await eventually(() =>
    expect(running.received.reports.at(-1)).toMatchObject({
      device: { tenant, deviceId: row?.id, siteId, serial },
      report: { unit: { uptimeSeconds: 100 } },
    }),
  );
});

test('a device that offers no WebSocket subprotocol is admitted', async () => {
  const serial = newSerial();
  const credentials = await harness.enrolled(running.port, tenant, serial);
  const device = harness.dial(running.port, serial, credentials, {}, []);
  expect(await device.opened()).toBe('open');
  expect(device.socket.protocol).toBe('');
  device.hello();
  await eventually(async () =>
    expect(await harness.row(tenant, serial)).toMatchObject({ status: 'online', model: 'EAP101' }),
  );
});

test('the gateway has a certificate of its own authority for its names', async () => {
  const ca = (await ask(running.port, '/ca.pem')).body;
  expect((await ask(running.port, '/ca.pem', { ca })).status).toBe(200);
});

test('a device without a site is unclaimed; a registered one is in its site', async () => {
  const waiting = newSerial();
  await harness.connected(running, tenant, waiting);
  expect(await harness.row(tenant, waiting)).toMatchObject({ site_id: null, status: 'online' });
  const known = newSerial();
  const siteId = await harness.site(tenant);
  const id = await harness.register(tenant, known, siteId);
  await harness.connected(running, tenant, known);
  expect(await harness.row(tenant, known)).toMatchObject({ id, site_id: siteId, status: 'online' });
});

test('accepts a code in lower case and without hyphens', async () => {
  const code = await harness.code(tenant, { code: 'ABCDE-FGH23' });
  expect(code).toBe('ABCDE-FGH23');
  expect((await enrol(running.port, ' abcdefgh23 ', newSerial())).status).toBe(200);
});

test('accepts one of many simultaneous uses of the last use of a code', async () => {
  const code = await harness.code(tenant, { uses: 1 });
  const answers = await Promise.all(Array.from({ length: 6 }, () => enrol(running.port, code, newSerial())));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
});

test('refuses expired codes and invalid requests without using up a code', async () => {
  const ended = await harness.code(tenant, { validMs: -1 });
  expect((await enrol(running.port, ended, newSerial())).status).toBe(403);
  const code = await harness.code(tenant);
  expect((await enrol(running.port, code, 'lobby')).status).toBe(422);
  const post = (body: string) => ask(running.port, '/enrol', { method: 'POST', body });
  expect((await post(JSON.stringify({ code, csr: 'x' }))).status).toBe(422);
  expect((await post('{')).status).toBe(400);
  expect((await post(JSON.stringify({ code, csr: 'x'.repeat(17_000) }))).status).toBe(413);
  expect((await ask(running.port, '/enrol')).status).toBe(405);
  expect((await ask(running.port, '/devices')).status).toBe(404);
  expect((await enrol(running.port, code, newSerial())).status).toBe(200);
});

test('sends commands to the device, and returns its answers to the callers', async () => {
  const serial = newSerial();
  const device = await harness.connected(running, tenant, serial);
  const deviceId = (await harness.row(tenant, serial))?.id ?? '';
  const { connections, received } = running;
  expect(connections.isHere(tenant, deviceId)).toBe(true);
  const asked = connections.send(tenant, deviceId, { name: 'ping' });
  await eventually(() =>
    expect(device.received).toEqual([expect.objectContaining({ method: 'ping', id: 1 })]),
  );
  device.answer(1);
  expect(await asked).toMatchObject({ id: 1, error: 0 });
  // Some devices answer twice; an answer without a command is counted and dropped.
  device.answer(1);
  await eventually(() =>
    expect(received.answers.filter(({ device: { serial: of } }) => of === serial)).toHaveLength(2),
  );
  device.answer(77);
  device.answer(-5);
  device.report();
  await eventually(() => expect(received.reports.at(-1)?.device.serial).toBe(serial));
  expect(received.answers.filter(({ device: { serial: of } }) => of === serial)).toHaveLength(2);

  const unanswered = connections.send(tenant, deviceId, { name: 'ping' });
  device.end();
  await expect(unanswered).rejects.toThrow('gone');
  await expect(connections.send(tenant, deviceId, { name: 'ping' })).rejects.toThrow('notHere');
});

test('fails a command without an answer in time', async () => {
  const serial = newSerial();
  const device = await harness.connected(running, tenant, serial);
  const deviceId = (await harness.row(tenant, serial))?.id ?? '';
  const asked = running.connections.send(tenant, deviceId, { name: 'reboot' });
  const refused = expect(asked).rejects.toThrow('noAnswer');
  harness.advance(31_000);
  await refused;
  expect(device.closedWith).toBeNull();
});

test('sends acknowledgements only to devices that keep their reports', async () => {
  const [keeping, plain] = [newSerial(), newSerial()];
  const [keeper, other] = [
    harness.dial(
      running.port,
      keeping,
      await harness.enrolled(running.port, tenant, keeping, { kind: 'ac' }),
    ),
    await harness.connected(running, tenant, plain),
  ];
  await keeper.opened();
  keeper.hello({ kind: 'ac', keeps: true, sn: 'AC1' });
  await eventually(async () =>
    expect(await harness.row(tenant, keeping)).toMatchObject({ status: 'online' }),
  );
  const ids = await Promise.all(
    [keeping, plain].map(async (of) => (await harness.row(tenant, of))?.id ?? ''),
  );
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
  expect(await harness.row(tenant, keeping)).toMatchObject({ kind: 'ac', sn: 'AC1' });
});

test('pauses devices while the receivers are full, and loses no message', async () => {
  const device = await harness.connected(running, tenant, newSerial());
  const mine = () =>
    running.received.reports.filter(({ device: { serial } }) => serial === device.serial).length;
  device.report();
  await eventually(() => expect(mine()).toBe(1));
  running.received.full = true;
  device.report();
  await eventually(() => expect(mine()).toBe(2));
  // It is paused with that one; by the time something else is answered, the rest would have arrived.
  for (let count = 0; count < 48; count += 1) device.report();
  await ask(running.port, '/ca.pem');
  expect(mine()).toBe(2);
  running.received.full = false;
  await eventually(() => expect(mine()).toBe(50));
});
