import { CLAIM_LIMITS } from '@airloom/contract/devices/devices.limits';
import { HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildMember } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { claimCodeHash } from '../admission/enrolment.ts';
import { foreignAuthority } from '../testing/certificates.ts';
import { buildCertificate, buildEstate, type Estate, trustCa } from '../testing/estate.ts';

let server: TestServer;
let estate: Estate;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  estate = await buildEstate(server);
});

test('shows a code once and stores its hash', async () => {
  const made = await server.call(
    'createClaimCode',
    { siteUUID: estate.lobby, uses: 3, validHours: 2 },
    estate.as,
  );
  expectSuccess(made);
  expect(made.data.code).toMatch(/^(?:[2-9A-Z]{5}-){4}[2-9A-Z]{5}$/);
  const left = new Date(made.data.expiresAt).getTime() - server.platform.now().getTime();
  expect(left).toBeGreaterThan(1.9 * HOUR);
  expect(left).toBeLessThanOrEqual(2 * HOUR);
  const kept = await server.platform.database.asSystem((tx) =>
    tx.first(sql<{ uses_left: number }>`
      select uses_left from claim_code where hash = ${claimCodeHash(made.data.code)}`),
  );
  expect(kept?.uses_left).toBe(3);
  const listed = await server.call('listClaimCodes', {}, estate.as);
  expect(JSON.stringify(listed.data)).not.toContain(made.data.code);
  expect(listed.data.rows[0]).toMatchObject({ siteName: 'Lobby', usesLeft: 3, revokedAt: null });
  const log = await server.call('listOperations', {}, estate.as);
  expect(JSON.stringify(log.data)).not.toContain(made.data.code);
});

test('enforces limits of codes, and revokes a code', async () => {
  const { usesMax, validHoursMax } = CLAIM_LIMITS;
  for (const wrong of [{ uses: usesMax + 1 }, { uses: 0 }, { validHours: validHoursMax + 1 }]) {
    expectFailure(await server.call('createClaimCode', wrong, estate.as), 'invalidInput');
  }
  expectSuccess(await server.call('createClaimCode', { uses: 10_000, validHours: validHoursMax }, estate.as));
  const { claimCodeUUID } = (await server.call('createClaimCode', {}, estate.as)).data;
  expectSuccess(await server.call('revokeClaimCode', { claimCodeUUID }, estate.as));
  const [code] = (await server.call('listClaimCodes', {}, estate.as)).data.rows;
  expect(code?.revokedAt).not.toBeNull();
});

test('hides codes of other sites and of the whole account from a person with one site', async () => {
  await server.call('createClaimCode', {}, estate.as);
  const { claimCodeUUID } = (await server.call('createClaimCode', { siteUUID: estate.library }, estate.as))
    .data;
  await server.call('createClaimCode', { siteUUID: estate.lobby }, estate.as);
  const { token: as } = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.lobby] });
  const seen = await server.call('listClaimCodes', {}, { as });
  expect(seen.data.rows.map(({ siteName }) => siteName)).toEqual(['Lobby']);
  expectFailure(await server.call('revokeClaimCode', { claimCodeUUID }, { as }), 'notFound');
});

test('claims an unclaimed device into a site without changing its configuration', async () => {
  const { id } = await buildDevice(server, estate.owner, {
    siteId: null,
    name: 'newcomer',
    status: 'online',
  });
  const waiting = await server.call('listUnclaimed', { search: 'newc' }, estate.as);
  expect(waiting.data.rows.map(({ deviceUUID }) => deviceUUID)).toEqual([id]);
  const claimed = await server.call('claimDevices', { deviceUUIDs: [id], siteUUID: estate.bar }, estate.as);
  expect(claimed.data).toEqual({ claimed: 1, refused: [] });
  expect((await server.call('listUnclaimed', {}, estate.as)).data.total).toBe(0);
  const view = await server.call('viewDevice', { deviceUUID: id }, estate.as);
  expect(view.data).toMatchObject({ siteName: 'Bar', configurationState: 'unmanaged' });
  expectFailure(
    await server.call('claimDevices', { deviceUUIDs: [id], siteUUID: estate.lobby }, estate.as),
    'notFound',
  );
});

test.each([
  ['gateway', 'apUnderGateway'],
  ['ac', 'apUnderController'],
  ['controller', 'apUnderController'],
] as const)('what waits under a %s is claimed with it, not alone', async (kind, reason) => {
  const above = await buildDevice(server, estate.owner, { siteId: null, name: `the ${kind}`, kind });
  const bound = await buildDevice(server, estate.owner, {
    siteId: null,
    name: `under ${kind}`,
    managedBy: above.id,
  });
  const waiting = await server.call('listUnclaimed', { search: `under ${kind}` }, estate.as);
  expect(waiting.data.rows[0]?.managedBy).toEqual({ deviceUUID: above.id, kind, name: `the ${kind}` });
  const claim = (deviceUUIDs: string[]) =>
    server.call('claimDevices', { deviceUUIDs, siteUUID: estate.bar }, estate.as);
  const alone = await claim([bound.id]);
  expectFailure(alone, reason);
  expect(alone.msg).toContain(`under ${kind}`);
  const both = await claim([above.id, bound.id]);
  expect(both.data).toEqual({
    claimed: 1,
    refused: [{ deviceUUID: bound.id, name: `under ${kind}`, reason }],
  });
  const view = await server.call('viewDevice', { deviceUUID: bound.id }, estate.as);
  expect(view.data.siteUUID).toBeNull();
});

async function storedCertificate(fingerprint: string) {
  return server.platform.database.asSystem((tx) =>
    tx.first(sql<{ device_id: string | null; revoked_at: Date | null }>`
      select device_id, revoked_at from device_certificate where fingerprint = ${fingerprint}`),
  );
}

test('deletes a rejected device and keeps its certificate as revoked', async () => {
  const device = await buildDevice(server, estate.owner, { siteId: null, status: 'online' });
  await buildCertificate(estate, device, `rejected ${device.id}`);
  const placed = await buildDevice(server, estate.owner, { siteId: estate.lobby });
  expectFailure(await server.call('rejectUnclaimed', { deviceUUIDs: [placed.id] }, estate.as), 'notFound');
  const rejected = await server.call('rejectUnclaimed', { deviceUUIDs: [device.id] }, estate.as);
  expect(rejected.data).toEqual({ rejected: 1 });
  expect(await storedCertificate(`rejected ${device.id}`)).toEqual({
    device_id: null,
    revoked_at: expect.any(Date),
  });
});

test('revokes the certificates of a device', async () => {
  const device = await buildDevice(server, estate.owner, { siteId: estate.lobby });
  await buildCertificate(estate, device, `revoked ${device.id}`);
  expectSuccess(await server.call('revokeDevice', { deviceUUID: device.id }, estate.as));
  const view = await server.call('viewDevice', { deviceUUID: device.id }, estate.as);
  expect(view.data.certificates[0]?.revokedAt).not.toBeNull();
});

async function authorityAdded(as: { as: string }) {
  const authority = await foreignAuthority('Factory of ours');
  const added = await server.call('addTrustedCa', { name: 'Factory', pem: authority.pem }, as);
  expectSuccess(added);
  return { authority, ...added.data };
}

describe('a trusted authority', () => {
  test('waits for proof until it has issued a certificate to its challenge', async () => {
    const { authority, trustedCaUUID, challenge } = await authorityAdded(estate.as);
    const [waiting] = (await server.call('listTrustedCas', {}, estate.as)).data;
    expect(waiting).toMatchObject({ state: 'waitingForProof', challenge, shared: false });
    const { certificate } = await authority.issue(challenge);
    expectSuccess(await server.call('proveTrustedCa', { trustedCaUUID, certificate }, estate.as));
    const [proven] = (await server.call('listTrustedCas', {}, estate.as)).data;
    expect(proven).toMatchObject({ state: 'proven', challenge: null });
  });

  test('is not proven by a certificate for another name, of another maker, or for another account', async () => {
    const { authority, trustedCaUUID, challenge } = await authorityAdded(estate.as);
    const namesake = await foreignAuthority('Factory of ours');
    const other = await buildEstate(server);
    const theirs = await server.call('addTrustedCa', { name: 'Same', pem: authority.pem }, other.as);
    const refusals = [
      [await authority.issue('020000000001'), 'validation.caProofName'],
      [await authority.issue(theirs.data.challenge), 'validation.caProofName'],
      [await namesake.issue(challenge), 'validation.caProofIssuer'],
      [{ certificate: 'no certificate' }, 'validation.certificate'],
    ] as const;
    for (const [{ certificate }, key] of refusals) {
      const refused = await server.call('proveTrustedCa', { trustedCaUUID, certificate }, estate.as);
      expect(refused.failure.fields?.certificate?.key).toBe(key);
    }
    const { certificate } = await authority.issue(challenge);
    expectFailure(await server.call('proveTrustedCa', { trustedCaUUID, certificate }, other.as), 'notFound');
  });

  test('that two accounts proved is flagged to both, and to none that only added it', async () => {
    const authority = await foreignAuthority('Shared factory');
    const [other, onlooker] = [await buildEstate(server), await buildEstate(server)];
    await trustCa(server, estate.as, 'Ours', authority);
    await server.call('addTrustedCa', { name: 'Looking', pem: authority.pem }, onlooker.as);
    const shared = async ({ as }: Estate) => (await server.call('listTrustedCas', {}, as)).data[0]?.shared;
    expect(await Promise.all([estate, onlooker].map(shared))).toEqual([false, false]);
    await trustCa(server, other.as, 'Theirs', authority);
    expect(await Promise.all([estate, other, onlooker].map(shared))).toEqual([true, true, false]);
    await server.settled();
    for (const [{ as }, name] of [
      [estate, 'Ours'],
      [other, 'Theirs'],
    ] as const) {
      const { rows } = (await server.call('listMessages', { tab: 'system' }, as)).data;
      expect(rows.map(({ key, params }) => [key, params['name']])).toEqual([
        ['messages.sentence.trustedCaShared', name],
      ]);
    }
  });

  test('requires a CA certificate and a super administrator', async () => {
    const authority = await foreignAuthority('Factory of ours');
    const added = await server.call('addTrustedCa', { name: 'Factory', pem: authority.pem }, estate.as);
    expectSuccess(added);
    const [ca] = (await server.call('listTrustedCas', {}, estate.as)).data;
    expect(ca).toMatchObject({ name: 'Factory', subject: 'CN=Factory of ours' });
    expectFailure(
      await server.call('addTrustedCa', { name: 'Again', pem: authority.pem }, estate.as),
      'trustedCaTaken',
    );
    const leaf = await authority.issue('020000000001');
    const refusals = [
      [leaf.certificate, 'validation.certificateNotCa'],
      ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'validation.certificate'],
    ] as const;
    for (const [pem, key] of refusals) {
      const refused = await server.call('addTrustedCa', { name: 'Other', pem }, estate.as);
      expect(refused.failure.fields?.pem?.key).toBe(key);
    }
    const { trustedCaUUID } = added.data;
    expectSuccess(await server.call('removeTrustedCa', { trustedCaUUID }, estate.as));
    expect((await server.call('listTrustedCas', {}, estate.as)).data).toEqual([]);
    // Afterwards all sessions have ended.
    server.advance(400 * 24 * HOUR);
    try {
      const late = await foreignAuthority('Late');
      const owner = await buildEstate(server);
      const refused = await server.call('addTrustedCa', { name: 'Late', pem: late.pem }, owner.as);
      expect(refused.failure.fields?.pem?.key).toBe('validation.certificateExpired');
    } finally {
      server.advance(-400 * 24 * HOUR);
    }
  });
});
