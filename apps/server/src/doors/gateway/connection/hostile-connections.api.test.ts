import { type Socket, connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { HOUR } from '@airloom/contract/time';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ask, enrol } from '../../../domains/network/devices/testing/virtual-device.ts';
import { type GatewayHarness, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';
import { HostileStage } from '../testing/hostile-stage.ts';

/** Another address from the view of the gateway. */
const ELSEWHERE = '127.0.0.2';

let stage: HostileStage;
let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  stage = await HostileStage.open();
  ({ harness, running, tenant } = stage);
});
afterEach(() => stage.expectUnaffected());
afterAll(() => stage.harness.close());

test('serves only enrolment without a certificate', async () => {
  expect(await harness.dial(running.port, newSerial(), {}).opened()).toBe(401);
  expect((await ask(running.port, '/ca.pem')).status).toBe(200);
});

test('any message before hello closes the connection', async () => {
  const serial = newSerial();
  const device = harness.dial(running.port, serial, await harness.enrolled(running.port, tenant, serial));
  await device.opened();
  device.report();
  expect(await device.closed()).toBe(4400);
});

test('a missing hello closes the connection', async () => {
  const serial = newSerial();
  const device = harness.dial(running.port, serial, await harness.enrolled(running.port, tenant, serial));
  await device.opened();
  await device.closed();
  expect(await stage.metric('deviceEntries', 'tooSlow')).toBeGreaterThan(0);
});

function gone(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    socket.resume();
  });
}

/** Half a handshake each. */
function silentCrowd(port: number): Socket[] {
  const crowd = Array.from({ length: 100 }, () => tcpConnect({ port, host: '127.0.0.1' }));
  for (const socket of crowd) socket.write(Buffer.from([22, 3, 1, 2, 0, 1]));
  return crowd;
}

test('many silent connections do not block other devices', async () => {
  // No silent connection reaches its time limit before the others were served, however slow the machine is.
  const patient = await harness.start({
    handshakeMs: HOUR,
    waitingMs: HOUR,
    entering: 64,
    enteringPerAddress: 32,
  });
  const crowd = silentCrowd(patient.port);
  const ends = Promise.all(crowd.map(gone));
  const serial = newSerial();
  const { status } = await ask(patient.port, '/ca.pem', { from: ELSEWHERE });
  expect(status).toBe(200);
  const answer = await enrol(patient.port, await harness.code(tenant), serial, {}, ELSEWHERE);
  const device = harness.dial(patient.port, serial, answer.credentials, { localAddress: ELSEWHERE });
  expect(await device.opened()).toBe('open');
  expect(crowd.filter(({ destroyed }) => destroyed)).toHaveLength(0);
  await harness.stop(patient);
  await ends;
});

test('closes silent connections after a time', async () => {
  await Promise.all(silentCrowd(running.port).map(gone));
});

test('closes many connections that send their request one letter at a time', async () => {
  const crowd = Array.from({ length: 40 }, () =>
    tlsConnect({ port: running.port, host: '127.0.0.1', rejectUnauthorized: false }),
  );
  const ends = Promise.all(crowd.map(gone));
  const typing = setInterval(() => {
    for (const socket of crowd) if (socket.writable) socket.write('G');
  }, 50);
  const { status } = await ask(running.port, '/ca.pem', { from: ELSEWHERE });
  expect(status).toBe(200);
  await ends;
  clearInterval(typing);
});

test('closes an enrolment request whose body never ends', async () => {
  const socket = tlsConnect({ port: running.port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.write('POST /enrol HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{');
  await gone(socket);
});

test('slows down guessing of codes, for that address only', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 40; count += 1) {
    const body = JSON.stringify({ code: `guess ${count}`, csr: 'x' });
    statuses.push((await ask(running.port, '/enrol', { method: 'POST', body, from: '127.0.0.9' })).status);
  }
  expect(statuses.slice(0, 30).every((status) => status === 403)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  expect((await enrol(running.port, await harness.code(tenant), newSerial())).status).toBe(200);
});
