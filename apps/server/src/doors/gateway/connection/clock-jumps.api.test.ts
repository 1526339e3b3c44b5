import { DAY, HOUR } from '@airloom/contract/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enrol } from '../../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHarness, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  harness = await GatewayHarness.open();
});
afterAll(() => harness.close());
beforeEach(async () => {
  running = await harness.start({ enrolmentsMax: 3, enrolmentEveryMs: 60_000 });
  tenant = await harness.account();
});
afterEach(() => harness.stop(running));

describe.each([
  ['an hour back', -HOUR],
  ['a day back', -DAY],
  ['an hour forward', HOUR],
  ['a day forward', DAY],
])('the clock is set %s', (_, jump) => {
  test('reports of a connected device are received', async () => {
    const serial = newSerial();
    const device = await harness.connected(running, tenant, serial);
    device.report();
    await eventually(() => expect(running.received.reports).toHaveLength(1));
    harness.setClock(jump);
    for (let count = 2; count <= 4; count += 1) {
      device.report();
      await eventually(() => expect(running.received.reports).toHaveLength(count));
    }
    running.gateway.sweep();
    expect(device.closedWith).toBeNull();
    expect(await harness.row(tenant, serial)).toMatchObject({ status: 'online' });
  });

  test('a device that disconnected is offline after the grace period, not before', async () => {
    const [before, after] = [newSerial(), newSerial()];
    const devices = [
      await harness.connected(running, tenant, before),
      await harness.connected(running, tenant, after),
    ];
    devices[0]?.end();
    await eventually(() => expect(running.received.gone).toHaveLength(1));
    harness.setClock(jump);
    devices[1]?.end();
    await eventually(() => expect(running.received.gone).toHaveLength(2));
    harness.advance(10_000);
    // A device that connects now is stored after the sweep has had its chance to find the others offline.
    await harness.connected(running, tenant, newSerial());
    expect(await harness.row(tenant, before)).toMatchObject({ status: 'online' });
    harness.advance(11_000);
    for (const serial of [before, after]) {
      await eventually(async () =>
        expect(await harness.row(tenant, serial)).toMatchObject({ status: 'offline' }),
      );
    }
  });

  test('devices of a gateway that ended go offline, those of the others stay online', async () => {
    const [lost, kept] = [newSerial(), newSerial()];
    const ended = await harness.start();
    await harness.connected(ended, tenant, lost);
    await harness.connected(running, tenant, kept);
    const watching = await harness.start();
    await watching.gateway.beat();
    await harness.stop(ended);

    await harness.setDatabaseClock(jump);
    await watching.gateway.beat();
    for (const serial of [lost, kept]) {
      expect(await harness.row(tenant, serial)).toMatchObject({ status: 'online' });
    }
    await harness.advanceAll(61_000);
    await running.gateway.beat();
    await watching.gateway.beat();
    expect(await harness.row(tenant, lost)).toMatchObject({ status: 'offline', gateway_id: null });
    expect(await harness.row(tenant, kept)).toMatchObject({ status: 'online' });
    await harness.stop(watching);
  });

  test('enrolment is not blocked by earlier failed attempts', async () => {
    expect((await enrol(running.port, 'AAAA-BBBB-CCCC-DDDD', newSerial())).status).toBe(403);
    harness.setClock(jump);
    const serial = newSerial();
    expect((await enrol(running.port, await harness.code(tenant), serial)).status).toBe(200);
  });

  test('a command without an answer ends after its own time', async () => {
    const serial = newSerial();
    await harness.connected(running, tenant, serial);
    const deviceId = (await harness.row(tenant, serial))?.id ?? '';
    let outcome = 'open';
    const sent = running.connections.send(tenant, deviceId, { name: 'reboot' }).catch((error: Error) => {
      outcome = error.message;
    });
    harness.setClock(jump);
    running.connections.sweep();
    await Promise.resolve();
    expect(outcome).toBe('open');
    harness.advance(31_000);
    await sent;
    expect(outcome).toBe('noAnswer');
  });
});
