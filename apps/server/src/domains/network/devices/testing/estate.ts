import { sqlBuilder } from '../../../../platform/database/database.ts';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { expectSuccess } from '../../../people/identity/testing/expectations.ts';
import type { ForeignAuthority } from './certificates.ts';

/** One account: two organizations, the first with two sites, the second with one. */
export interface Estate {
  readonly server: TestServer;
  readonly owner: Person;
  readonly as: { readonly as: string };
  readonly hotels: string;
  readonly lobby: string;
  readonly bar: string;
  readonly schools: string;
  readonly library: string;
}

export async function buildEstate(server: TestServer): Promise<Estate> {
  const owner = await buildAccount(server);
  const hotels = await buildOrganization(server, owner, 'Hotels');
  const schools = await buildOrganization(server, owner, 'Schools');
  return {
    server,
    owner,
    as: { as: owner.token },
    hotels,
    schools,
    lobby: await buildSite(server, owner, hotels, 'Lobby'),
    bar: await buildSite(server, owner, hotels, 'Bar'),
    library: await buildSite(server, owner, schools, 'Library'),
  };
}

export interface LastReport {
  readonly at?: Date;
  readonly uptime?: number;
  readonly cpu?: number;
  readonly memory?: number;
  readonly clients?: number;
  readonly report?: object;
}

/** Stores the newest report of a device. */
export async function buildLastReport(
  { server, owner }: Pick<Estate, 'server' | 'owner'>,
  deviceId: string,
  { at = server.platform.now(), uptime = 60, cpu = 10, memory = 40, clients = 0, report = {} }: LastReport,
): Promise<void> {
  const whose = { tenant_id: owner.tenant, device_id: deviceId, ts: at };
  await server.platform.database.asSystem(async (tx) => {
    await tx.run(
      sqlBuilder
        .insertInto('device_last')
        .values({ ...whose, uptime, cpu, memory, temperature: null, clients, config_version: 7 }),
    );
    await tx.run(
      sqlBuilder.insertInto('device_last_report').values({ ...whose, report: JSON.stringify(report) }),
    );
  });
}

export async function buildCertificate(
  { server, owner }: Pick<Estate, 'server' | 'owner'>,
  device: { readonly id: string; readonly serial: string },
  fingerprint: string,
): Promise<void> {
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sqlBuilder.insertInto('device_certificate').values({
        tenant_id: owner.tenant,
        fingerprint,
        serial: device.serial,
        device_id: device.id,
        claim_code_id: null,
        not_after: new Date(Date.now() + 86_400_000),
        revoked_at: null,
        key_hash: null,
        maker: null,
        requested_at: null,
      }),
    ),
  );
}

/** A certificate with another key that requires approval. */
export async function buildEnrolmentRequest(
  { server, owner }: Pick<Estate, 'server' | 'owner'>,
  deviceId: string,
  fingerprint: string,
): Promise<void> {
  const now = server.platform.now();
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sqlBuilder.insertInto('device_certificate').values({
        tenant_id: owner.tenant,
        fingerprint,
        serial: '020000000001',
        device_id: deviceId,
        claim_code_id: null,
        not_after: new Date(now.getTime() + 86_400_000),
        revoked_at: null,
        key_hash: null,
        maker: 'own',
        requested_at: now,
        requested_from: '198.51.100.7',
      }),
    ),
  );
}

/** A dispute by another account. */
export async function buildDispute(
  { server, owner }: Pick<Estate, 'server' | 'owner'>,
  deviceId: string,
): Promise<void> {
  const claimant = await buildAccount(server);
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sqlBuilder.insertInto('device_dispute').values({
        tenant_id: owner.tenant,
        device_id: deviceId,
        claimant: claimant.tenant,
        names_sn: false,
        opened_at: server.platform.now(),
        answered_at: null,
      }),
    ),
  );
}

/** Adds an authority to an account and proves it. */
export async function trustCa(
  server: Pick<TestServer, 'call'>,
  as: { readonly as: string },
  name: string,
  authority: ForeignAuthority,
): Promise<string> {
  const { data } = await server.call('addTrustedCa', { name, pem: authority.pem }, as);
  const { trustedCaUUID, challenge } = data;
  const { certificate } = await authority.issue(challenge);
  expectSuccess(await server.call('proveTrustedCa', { trustedCaUUID, certificate }, as));
  return trustedCaUUID;
}
