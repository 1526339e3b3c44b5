import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAuthority } from '../../../domains/network/devices/testing/certificates.ts';
import { type Credentials, enrol } from '../../../domains/network/devices/testing/virtual-device.ts';
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

interface Attempt {
  tenant: string;
  serial: string;
  reason: string;
  address: string;
  count: number;
}

function attemptsOf(serial: string): Promise<Attempt[]> {
  return harness.database.asSystem((tx) =>
    tx.all(sql<Attempt>`select tenant_id as tenant, serial, reason, address, count from refused_attempt
      where serial = ${serial} order by reason`),
  );
}

async function expectAttempt(serial: string, reason: string, of = tenant): Promise<void> {
  await eventually(async () =>
    expect(await attemptsOf(serial)).toMatchObject([{ tenant: of, reason, address: '127.0.0.1' }]),
  );
}

/** Tries to connect with a certificate of an authority. */
async function present(serial: string, certificate: Promise<Credentials>): Promise<void> {
  const device = harness.dial(running.port, serial, await certificate);
  if ((await device.opened()) === 'open') device.hello();
}

test('stores that the authority of a registered device is not trusted, once per device and reason', async () => {
  const serial = newSerial();
  await harness.register(tenant, serial, await harness.site(tenant));
  const authority = await foreignAuthority('Unknown');
  await present(serial, authority.issue(serial));
  await expectAttempt(serial, 'untrusted');
  await present(serial, authority.issue(serial));
  await present(serial, authority.issue(serial));
  harness.advance(11_000);
  await present(serial, authority.issue(serial));
  await eventually(async () => expect(await attemptsOf(serial)).toMatchObject([{ count: 4 }]));
});

test.each([
  ['expired', -2, -1],
  ['notYetValid', 1, 2],
])('distinguishes certificates that are %s', async (reason, from, to) => {
  const serial = newSerial();
  await harness.register(tenant, serial, await harness.site(tenant));
  const authority = await foreignAuthority('Clock');
  const day = (days: number) => new Date(harness.now().getTime() + days * 86_400_000);
  await present(serial, authority.issue(serial, { notBefore: day(from), notAfter: day(to) }));
  await expectAttempt(serial, reason);
});

test('stores nothing for a device that no account awaits', async () => {
  const [unknown, known] = [newSerial(), newSerial()];
  await harness.register(tenant, known, await harness.site(tenant));
  const authority = await foreignAuthority('Unknown');
  await present(unknown, authority.issue(unknown));
  await enrol(running.port, 'no such code', unknown);
  await present(known, authority.issue(known));
  await expectAttempt(known, 'untrusted');
  expect(await attemptsOf(unknown)).toEqual([]);
});

test('of two accounts that registered a device, shows its attempts to the first only', async () => {
  const serial = newSerial();
  const second = await harness.account();
  await harness.register(tenant, serial, await harness.site(tenant));
  await harness.register(second, serial, await harness.site(second));
  await present(serial, (await foreignAuthority('Unknown')).issue(serial));
  await expectAttempt(serial, 'untrusted');
});

test('stores a revoked certificate for the account that revoked it', async () => {
  const serial = newSerial();
  const credentials = await harness.enrolled(running.port, tenant, serial);
  await harness.revoke(tenant, serial);
  await present(serial, Promise.resolve(credentials));
  await expectAttempt(serial, 'revoked');
});

test('stores a certificate of another account only as not trusted', async () => {
  const serial = newSerial();
  const [former, current] = [await harness.account(), await harness.account()];
  const credentials = await harness.enrolled(running.port, former, serial);
  await harness.remove(former, serial);
  await harness.register(current, serial, await harness.site(current));
  await present(serial, Promise.resolve(credentials));
  await expectAttempt(serial, 'untrusted', current);
});

async function attempt(code: string): Promise<string> {
  const serial = newSerial();
  expect((await enrol(running.port, code, serial)).status).toBe(403);
  return serial;
}

test('stores why a code was refused, for the account of the code', async () => {
  const siteId = await harness.site(tenant);
  await expectAttempt(await attempt(await harness.code(tenant, { siteId, uses: 0 })), 'codeUsedUp');
  await expectAttempt(await attempt(await harness.code(tenant, { siteId, validMs: -1 })), 'codeExpired');
  const revoked = await harness.code(tenant, { siteId });
  await harness.database.asSystem((tx) =>
    tx.run(sql`update claim_code set revoked_at = now()
    where tenant_id = ${tenant} and uses_left = 1 and revoked_at is null`),
  );
  await expectAttempt(await attempt(revoked), 'codeRevoked');
});

test('stores an unknown code for the account that awaits the device', async () => {
  const serial = newSerial();
  await harness.register(tenant, serial, await harness.site(tenant));
  expect((await enrol(running.port, 'ABCDE-FGHIJ', serial)).status).toBe(403);
  await expectAttempt(serial, 'codeUnknown');
});

test('stores that a code was used in the name of a connected device', async () => {
  const serial = newSerial();
  await harness.connected(running, tenant, serial);
  expect((await enrol(running.port, await harness.code(tenant), serial)).status).toBe(403);
  await expectAttempt(serial, 'deviceInUse');
});

test('deletes the oldest rows of an account above the limit', async () => {
  const account = await harness.account();
  await harness.database.asSystem((tx) =>
    tx.run(sql`
    insert into refused_attempt (tenant_id, serial, reason, address, count, first_at, last_at)
    select ${account}, lpad(to_hex(n), 12, '0'), 'untrusted', '192.0.2.' || n % 250, 1, now() - n * interval '1 second',
      now() - n * interval '1 second' from generate_series(1, 1000) n`),
  );
  const serial = newSerial();
  await harness.register(account, serial, await harness.site(account));
  await present(serial, (await foreignAuthority('Unknown')).issue(serial));
  await expectAttempt(serial, 'untrusted', account);
  const counted = await harness.database.asSystem((tx) =>
    tx.first(sql<{ count: number; oldest: number }>`select count(*)::int as count,
      (count(*) filter (where serial = '0000000003e8'))::int as oldest from refused_attempt
      where tenant_id = ${account}`),
  );
  expect(counted).toEqual({ count: 1000, oldest: 0 });
});

test('invented serials push out neither attempts of known devices nor those from other addresses', async () => {
  const account = await harness.account();
  const siteId = await harness.site(account);
  const [known, other, serial] = [newSerial(), newSerial(), newSerial()];
  await harness.register(account, known, siteId);
  await harness.register(account, serial, siteId);
  await harness.database.asSystem(async (tx) => {
    await tx.run(sql`
      insert into refused_attempt (tenant_id, serial, reason, address, count, first_at, last_at)
      values (${account}, ${known}, 'untrusted', '192.0.2.1', 1, now() - interval '1 day', now() - interval '1 day'),
        (${account}, ${other}, 'codeExpired', '192.0.2.2', 1, now() - interval '1 day', now() - interval '1 day')`);
    await tx.run(sql`
      insert into refused_attempt (tenant_id, serial, reason, address, count, first_at, last_at)
      select ${account}, lpad(to_hex(n), 12, '0'), 'codeExpired', '192.0.2.1', 1, now(), now()
      from generate_series(1, 1500) n`);
  });
  await present(serial, (await foreignAuthority('Unknown')).issue(serial));
  await expectAttempt(serial, 'untrusted', account);
  expect(await attemptsOf(known)).toHaveLength(1);
  expect(await attemptsOf(other)).toHaveLength(1);
  const counted = await harness.database.asSystem((tx) =>
    tx.first(sql<{ count: number }>`
      select count(*)::int as count from refused_attempt where tenant_id = ${account}`),
  );
  expect(counted).toEqual({ count: 200 + 3 });
});

test('announces refused attempts to the console', async () => {
  const serial = newSerial();
  const account = await harness.account();
  await harness.register(account, serial, await harness.site(account));
  await present(serial, (await foreignAuthority('Unknown')).issue(serial));
  await eventually(async () =>
    expect(await harness.facts(account)).toMatchObject([{ type: 'DeviceAttemptsRefused' }]),
  );
});
