import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enrol } from '../../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHouse, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let house: GatewayHouse;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  house = await GatewayHouse.open();
});
afterAll(() => house.close());
beforeEach(async () => {
  running = await house.start({ enrolmentsMax: 3, enrolmentEveryMs: 60_000 });
  tenant = await house.account();
});
afterEach(() => house.stop(running));

describe.each([
  ['an hour back', -HOUR],
  ['a day back', -DAY],
  ['an hour forward', HOUR],
  ['a day forward', DAY],
])('the clock is set %s', (_, jump) => {
  test('reports of a connected device are received', async () => {
    const serial = newSerial();
    const device = await house.connected(running, tenant, serial);
    device.report();
    await eventually(() => expect(running.heard.reports).toHaveLength(1));
    house.setClock(jump);
    for (let count = 2; count <= 4; count += 1) {
      device.report();
      await eventually(() => expect(running.heard.reports).toHaveLength(count));
    }
    running.gateway.sweep();
    expect(device.closedWith).toBeNull();
    expect(await house.row(tenant, serial)).toMatchObject({ status: 'online' });
  });

  test('a device that disconnected is offline after the grace period, not before', async () => {
    const [before, after] = [newSerial(), newSerial()];
    const devices = [
      await house.connected(running, tenant, before),
      await house.connected(running, tenant, after),
    ];
    devices[0]?.end();
    await eventually(() => expect(running.heard.gone).toHaveLength(1));
    house.setClock(jump);
    devices[1]?.end();
    await eventually(() => expect(running.heard.gone).toHaveLength(2));
    house.advance(10_000);
    // A device that connects now is written after the sweep had its chance to find the others offline.
    await house.connected(running, tenant, newSerial());
    expect(await house.row(tenant, before)).toMatchObject({ status: 'online' });
    house.advance(11_000);
    for (const serial of [before, after]) {
      await eventually(async () =>
        expect(await house.row(tenant, serial)).toMatchObject({ status: 'offline' }),
      );
    }
  });

  test('devices of a gateway that ended go offline, those of the others stay online', async () => {
    const [lost, kept] = [newSerial(), newSerial()];
    const ended = await house.start();
    await house.connected(ended, tenant, lost);
    await house.connected(running, tenant, kept);
    const watching = await house.start();
    await watching.gateway.beat();
    await house.stop(ended);

    await house.setDatabaseClock(jump);
    await watching.gateway.beat();
    for (const serial of [lost, kept]) {
      expect(await house.row(tenant, serial)).toMatchObject({ status: 'online' });
    }
    await house.advanceAll(61_000);
    await running.gateway.beat();
    await watching.gateway.beat();
    expect(await house.row(tenant, lost)).toMatchObject({ status: 'offline', gateway_id: null });
    expect(await house.row(tenant, kept)).toMatchObject({ status: 'online' });
    await house.stop(watching);
  });

  test('enrolment is not blocked by earlier failed attempts', async () => {
    expect((await enrol(running.port, 'AAAA-BBBB-CCCC-DDDD', newSerial())).status).toBe(403);
    house.setClock(jump);
    const serial = newSerial();
    expect((await enrol(running.port, await house.code(tenant), serial)).status).toBe(200);
  });

  test('a command without an answer ends after its own time', async () => {
    const serial = newSerial();
    await house.connected(running, tenant, serial);
    const deviceId = (await house.row(tenant, serial))?.id ?? '';
    let outcome = 'open';
    const sent = running.connections.send(tenant, deviceId, { name: 'reboot' }).catch((error: Error) => {
      outcome = error.message;
    });
    house.setClock(jump);
    running.connections.sweep();
    await Promise.resolve();
    expect(outcome).toBe('open');
    house.advance(31_000);
    await sent;
    expect(outcome).toBe('noAnswer');
  });
});
