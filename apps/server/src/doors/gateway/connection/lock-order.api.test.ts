import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Transaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { eventually, GatewayHarness, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

/** Processes that lock rows in the same sequence wait for each other; in different sequences they deadlock. */

let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  harness = await GatewayHarness.open();
  running = await harness.start();
});
afterAll(() => harness.close());
beforeEach(async () => {
  tenant = await harness.account();
});

/** Another process in the middle of its transaction: its first change is uncommitted while `meanwhile` runs. */
async function whileHeld(
  hold: (tx: Transaction) => Promise<unknown>,
  meanwhile: (isWaitedFor: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await harness.database.asSystem(async (tx) => {
    await hold(tx);
    const self = await tx.first(sql<{ pid: number }>`select pg_backend_pid() as pid`);
    await meanwhile(() =>
      eventually(async () => {
        const waiting = await harness.database.asSystem((other) =>
          other.all(
            sql`select from pg_locks where not granted and ${self?.pid}::int = any(pg_blocking_pids(pid))`,
          ),
        );
        expect(waiting.length).toBeGreaterThan(0);
      }),
    );
  });
}

function holdRow(tx: Transaction, serial: string): Promise<unknown> {
  return tx.all(
    sql`select id from device where tenant_id = ${tenant} and serial = ${serial} for no key update nowait`,
  );
}

/** Inserts a device, or fails when another transaction is about to. */
async function addRow(tx: Transaction, serial: string): Promise<void> {
  await tx.run(sql`set local lock_timeout = '200ms'`);
  await tx.run(sql`insert into device (tenant_id, id, serial, sn, kind, name)
    values (${tenant}, ${newId()}, ${serial}, '', 'ap', ${serial})`);
}

class Undone extends Error {}

async function undone(work: (tx: Transaction) => Promise<unknown>): Promise<void> {
  const done = harness.database.asSystem(async (tx) => {
    await work(tx);
    throw new Undone();
  });
  await expect(done).rejects.toBeInstanceOf(Undone);
}

/** Two connected devices, in lock sequence; their rows are stored in the opposite one. */
async function twoDevices() {
  const devices = [
    await harness.connected(running, tenant, newSerial()),
    await harness.connected(running, tenant, newSerial()),
  ];
  const rows = await Promise.all(
    devices.map(async (device) => ({ device, id: (await harness.row(tenant, device.serial))?.id ?? '' })),
  );
  const [first, second] = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  if (first === undefined || second === undefined) throw new Error('two devices are two');
  await harness.database.asSystem(async (tx) => {
    const makeMember = () =>
      tx.all(sql`select from device one, device other where one.id = ${first.id} and other.id = ${second.id}
        and one.ctid > other.ctid`);
    const move = () => tx.run(sql`update device set remark = remark || '.' where id = ${first.id}`);
    for (let tries = 0; tries < 100 && (await makeMember()).length === 0; tries += 1) await move();
    expect(await makeMember()).toHaveLength(1);
  });
  return [first.device, second.device] as const;
}

test('departures', async () => {
  const [first, second] = await twoDevices();
  for (const device of [second, first]) {
    device.end();
    await eventually(() => expect(running.received.gone.at(-1)?.serial).toBe(device.serial));
  }
  await whileHeld(
    (tx) => holdRow(tx, first.serial),
    async (isWaitedFor) => {
      harness.advance(21_000);
      await isWaitedFor();
      await undone((tx) => holdRow(tx, second.serial));
    },
  );
  await eventually(async () =>
    expect(await harness.row(tenant, second.serial)).toMatchObject({ status: 'offline' }),
  );
});

const foundAt = (ip: string) => ({ interfaces: [{ name: 'up0v0', ipv4: { addresses: [ip] } }] });

test('addresses', async () => {
  const [first, second] = await twoDevices();
  await whileHeld(
    (tx) => holdRow(tx, first.serial),
    async (isWaitedFor) => {
      second.report(foundAt('192.0.2.2/24'));
      first.report(foundAt('192.0.2.1/24'));
      await isWaitedFor();
      // Whether or not both are in one batch, the second is unlocked or stored.
      if ((await harness.row(tenant, second.serial))?.ip === '192.0.2.2') return;
      await undone((tx) => holdRow(tx, second.serial));
    },
  );
  await eventually(async () =>
    expect(await harness.row(tenant, first.serial)).toMatchObject({ ip: '192.0.2.1' }),
  );
});

test.each(['low first', 'high first'])('unknown members, %s', async (said) => {
  const manager = newSerial();
  await harness.register(tenant, manager, await harness.site(tenant), 'ac');
  const controller = await harness.connected(running, tenant, manager);
  const [low, high] = [newSerial(), newSerial()];
  const member = { name: 'AP', model: 'AP-1', firmware: '1.0', ip: null, online: true, clients: 0 };
  await whileHeld(
    (tx) => addRow(tx, low),
    async (isWaitedFor) => {
      const serials = said === 'low first' ? [low, high] : [high, low];
      controller.report({ 'x-airloom': { members: serials.map((serial) => ({ ...member, serial })) } });
      await isWaitedFor();
      await undone((tx) => addRow(tx, high));
    },
  );
  await eventually(async () => expect(await harness.row(tenant, high)).toMatchObject({ status: 'online' }));
});
