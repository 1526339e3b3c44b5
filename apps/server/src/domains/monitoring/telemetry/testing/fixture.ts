import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { RawBuilder } from 'kysely';
import { type Database, openDatabase, sqlBuilder } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { createLog } from '../../../../platform/log.ts';
import { createMetrics } from '../../../../platform/metrics.ts';
import { readSettings } from '../../../../platform/settings.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import type { ReportingDevice } from '../ingest/received-items.ts';

/** An account with a site on its own database, and a clock that can be set. */
export interface Fixture {
  readonly url: string;
  readonly platform: {
    readonly database: Database;
    readonly log: ReturnType<typeof createLog>;
    readonly metrics: ReturnType<typeof createMetrics>;
    readonly settings: ReturnType<typeof readSettings>;
    now(): Date;
  };
  readonly tenant: string;
  readonly siteId: string;
  setClock(at: number): void;
  device(kind?: DeviceKind, siteId?: string | null): Promise<ReportingDevice>;
  rows<R>(query: RawBuilder<R>): Promise<R[]>;
  end(): Promise<void>;
}

export async function openFixture(env: Readonly<Record<string, string>> = {}): Promise<Fixture> {
  const testDatabase = await createTestDatabase();
  const database = openDatabase({ connectionString: testDatabase.url, max: 6, onError: () => undefined });
  let clock: number | null = null;
  const { tenant, siteId } = await openAccount(database);
  let devices = 0;
  return {
    url: testDatabase.url,
    platform: {
      database,
      log: createLog('silent'),
      metrics: createMetrics(),
      settings: readSettings(env),
      now: () => new Date(clock ?? Date.now()),
    },
    tenant,
    siteId,
    setClock: (at) => {
      clock = at;
    },
    device: async (kind = 'ap', site = siteId) => {
      const serial = (0xa0_00_00_00_00_00 + ++devices).toString(16);
      return insertDevice(database, { tenant, siteId: site, kind }, serial);
    },
    rows: (query) => database.asSystem((tx) => tx.all(query)),
    end: async () => {
      await database.end();
      await testDatabase.drop();
    },
  };
}

export async function openAccount(database: Database): Promise<{ tenant: string; siteId: string }> {
  const [tenant, enterpriseId, siteId] = [newId(), newId(), newId()];
  await database.asSystem(async (tx) => {
    await tx.run(sqlBuilder.insertInto('account').values({ id: tenant, name: tenant }));
    await tx.run(
      sqlBuilder.insertInto('enterprise').values({ tenant_id: tenant, id: enterpriseId, name: 'North' }),
    );
    await tx.run(
      sqlBuilder.insertInto('site').values({
        tenant_id: tenant,
        id: siteId,
        enterprise_id: enterpriseId,
        name: 'Harbour',
        country_code: 'PL',
        time_zone: 'Etc/GMT-1',
      }),
    );
  });
  return { tenant, siteId };
}

export async function insertDevice(
  database: Database,
  { tenant, siteId, kind }: Pick<ReportingDevice, 'tenant' | 'siteId' | 'kind'>,
  serial: string,
): Promise<ReportingDevice> {
  const deviceId = newId();
  await database.asSystem((tx) =>
    tx.run(
      sqlBuilder.insertInto('device').values({
        tenant_id: tenant,
        id: deviceId,
        site_id: siteId,
        kind,
        serial,
        sn: serial,
        name: `Device ${serial}`,
      }),
    ),
  );
  return { tenant, deviceId, siteId, kind, connectionId: newId() };
}
