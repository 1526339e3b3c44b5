import { macOfSerial } from '@airloom/contract/devices/serial';
import { DAY } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildMember } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { forgetRefusedAttempts } from '../devices.jobs.ts';
import { buildEstate, type Estate } from '../testing/estate.ts';

let server: TestServer;
let estate: Estate;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  estate = await buildEstate(server);
});

let serials = 0x02_aa_00_00_00_00;
function newSerial(): string {
  serials += 1;
  return serials.toString(16).padStart(12, '0');
}

async function registered(siteUUID: string): Promise<{ serial: string; mac: string }> {
  const serial = newSerial();
  const mac = macOfSerial(serial);
  expectSuccess(await server.call('addDevices', { siteUUID, rows: [{ kind: 'ap', mac }] }, estate.as));
  return { serial, mac };
}

interface Attempt {
  serial: string;
  reason?: string;
  codeId?: string | null;
  at?: Date;
}

async function refuse({ serial, reason = 'untrusted', codeId = null, at = server.platform.now() }: Attempt) {
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
    insert into refused_attempt (tenant_id, serial, reason, claim_code_id, address, count, first_at, last_at)
    values (${estate.owner.tenant}, ${serial}, ${reason}, ${codeId}, '192.0.2.7', 3, ${at}, ${at})`),
  );
}

async function newCode(siteUUID: string | null): Promise<string> {
  return (await server.call('createClaimCode', { siteUUID, uses: 2 }, estate.as)).data.claimCodeUUID;
}

test('lists refused attempts of devices and codes of the account, the newest first', async () => {
  const { serial, mac } = await registered(estate.lobby);
  const codeId = await newCode(estate.lobby);
  const unknown = newSerial();
  await refuse({ serial, at: new Date(server.platform.now().getTime() - 1000) });
  await refuse({ serial: unknown, reason: 'codeExpired', codeId });
  const { data } = await server.call('listRefusedAttempts', {}, estate.as);
  expect(data).toMatchObject({
    total: 2,
    rows: [
      { mac: macOfSerial(unknown), deviceUUID: null, reason: 'codeExpired', address: '192.0.2.7', count: 3 },
      { mac, deviceName: expect.any(String), deviceKind: 'ap', reason: 'untrusted' },
    ],
  });
  const byMac = await server.call('listRefusedAttempts', { macs: mac }, estate.as);
  expect(byMac.data.rows.map(({ reason }) => reason)).toEqual(['untrusted']);
  const byCode = await server.call('listRefusedAttempts', { claimCodeUUID: codeId }, estate.as);
  expect(byCode.data.rows.map(({ reason }) => reason)).toEqual(['codeExpired']);
});

test('hides attempts of other sites from a person with one site', async () => {
  const [here, there] = [await registered(estate.lobby), await registered(estate.library)];
  const codeId = await newCode(estate.library);
  await refuse({ serial: here.serial });
  await refuse({ serial: there.serial });
  await refuse({ serial: newSerial(), reason: 'codeUsedUp', codeId });
  await refuse({ serial: newSerial(), reason: 'codeUsedUp', codeId: await newCode(null) });
  const member = await buildMember(server, estate.owner, 'siteAdministrator', {
    siteIds: [estate.lobby],
  });
  const { data } = await server.call('listRefusedAttempts', {}, { as: member.token });
  expect(data.rows.map(({ mac }) => mac)).toEqual([here.mac]);
  const foreign = await server.call('addingProgress', { claimCodeUUID: codeId }, { as: member.token });
  expectFailure(foreign, 'notFound');
});

test('hides attempts from before the last connection of a device', async () => {
  const { serial, mac } = await registered(estate.lobby);
  await refuse({ serial });
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
    update device set status = 'online', online_at = now() + interval '1 hour', first_online_at = now()
    where serial = ${serial}`),
  );
  expect((await server.call('listRefusedAttempts', { macs: mac }, estate.as)).data.total).toBe(0);
});

test('reports the stage of expected devices', async () => {
  const [waiting, connected, online] = [
    await registered(estate.lobby),
    await registered(estate.lobby),
    await registered(estate.lobby),
  ];
  await server.platform.database.asSystem(async (tx) => {
    await tx.run(sql`update device set status = 'online', online_at = now()
      where serial = any(${[connected.serial, online.serial]}::text[])`);
    await tx.run(sql`insert into device_last (tenant_id, device_id, ts, clients)
      select tenant_id, id, now(), 0 from device where serial = ${online.serial}`);
  });
  const macs = [waiting, connected, online].map(({ mac }) => mac).join(',');
  const { data } = await server.call('addingProgress', { macs }, estate.as);
  expect(new Map(data.devices.map(({ mac, stage }) => [mac, stage]))).toEqual(
    new Map([
      [waiting.mac, 'waiting'],
      [connected.mac, 'connected'],
      [online.mac, 'online'],
    ]),
  );
  expect(data.usesLeft).toBeNull();
});

test('finds the devices that enrolled with a code', async () => {
  const claimCodeUUID = await newCode(estate.lobby);
  const { serial, mac } = await registered(estate.lobby);
  await registered(estate.lobby);
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
    insert into device_certificate (tenant_id, fingerprint, serial, device_id, claim_code_id, not_after)
    select tenant_id, ${serial}, serial, id, ${claimCodeUUID}, now() + interval '1 day'
    from device where serial = ${serial}`),
  );
  const { data } = await server.call('addingProgress', { claimCodeUUID }, estate.as);
  expect(data).toMatchObject({ usesLeft: 2, devices: [{ mac, enrolled: true, stage: 'waiting' }] });
});

test('deletes attempts after a week', async () => {
  const [old, recent] = [await registered(estate.lobby), await registered(estate.lobby)];
  await refuse({ serial: old.serial, at: new Date(server.platform.now().getTime() - 8 * DAY) });
  await refuse({ serial: recent.serial });
  await forgetRefusedAttempts(server.platform).run();
  const { data } = await server.call('listRefusedAttempts', {}, estate.as);
  expect(data.rows.map(({ mac }) => mac)).toEqual([recent.mac]);
});
