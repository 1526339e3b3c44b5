import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openAccount } from '../apps/server/src/domains/accounts/index.ts';
import { insertManager } from '../apps/server/src/domains/identity/identity.repository.ts';
import { insertSession } from '../apps/server/src/domains/identity/sessions.repository.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts';
import { startEmbedded } from '../apps/server/src/platform/database/embedded/index.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { hashToken, newToken } from '../apps/server/src/platform/secrets.ts';

export const TENANTS = 50;
export const TENANT_SITES = 200;
export const LARGE_SITES = 10_000;
const LARGE_ORGANIZATIONS = 50;

export interface TenantFixture {
  readonly tenant: string;
  readonly token: string;
  readonly others: number;
}

export interface Fixture {
  readonly folder: string;
  readonly connectionString: string;
  readonly postmasterPid: number;
  readonly tenants: readonly TenantFixture[];
  /** One account with ten thousand sites. */
  readonly large: TenantFixture;
  stop(): Promise<void>;
}

/** A database of many accounts on the embedded PostgreSQL, durable as in production. */
export async function buildFixture(): Promise<Fixture> {
  const folder = await mkdtemp(join(tmpdir(), 'airloom-bench-'));
  const cluster = await startEmbedded({ dataDir: folder, log: () => undefined });
  const { connectionString } = cluster;
  await migrate(connectionString, () => undefined);
  const database = openDatabase({
    connectionString,
    max: 4,
    onError: (error) => {
      throw error;
    },
  });
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  try {
    const tenants: TenantFixture[] = [];
    for (let index = 0; index < TENANTS; index += 1) {
      tenants.push(await account(database, owner, `bench_${index}`, 5, TENANT_SITES));
    }
    const large = await account(database, owner, 'bench_large', LARGE_ORGANIZATIONS, LARGE_SITES);
    await owner.query('analyze');
    const pidFile = await owner.query<{ text: string }>("select pg_read_file('postmaster.pid') as text");
    return {
      folder,
      connectionString,
      postmasterPid: Number(pidFile.rows[0]?.text.split('\n')[0]),
      tenants,
      large,
      stop: async () => {
        await cluster.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } finally {
    await owner.end();
    await database.end();
  }
}

async function account(
  database: Database,
  owner: pg.Client,
  userName: string,
  organizations: number,
  sites: number,
): Promise<TenantFixture> {
  const managerId = newId();
  const token = newToken();
  const opened = await database.asSystem(async (tx) => {
    await insertManager(tx, {
      id: managerId,
      userName,
      phone: null,
      email: null,
      language: 'en',
      passwordHash: null,
      remindPassword: false,
    });
    const membership = await openAccount(tx, {
      name: userName,
      enterpriseName: '',
      ownerManagerId: managerId,
      ownerAlias: userName,
      demo: false,
    });
    await insertSession(tx, {
      id: newId(),
      tokenHash: hashToken(token),
      managerId,
      tenant: membership.tenant,
      membershipId: membership.membershipId,
      address: '127.0.0.1',
      client: 'bench',
      now: new Date(),
    });
    return membership;
  });
  await owner.query(
    `insert into enterprise (tenant_id, id, name)
     select $1, gen_random_uuid(), 'Organization ' || n from generate_series(1, $2::int) n`,
    [opened.tenant, organizations],
  );
  await owner.query(
    `with numbered as (select id, row_number() over (order by name) - 1 as n from enterprise where tenant_id = $1)
     insert into site (tenant_id, id, enterprise_id, name, country_code, address, time_zone)
     select $1, gen_random_uuid(), numbered.id, 'Site ' || s, 'PL', 'Main street ' || s, 'UTC+01:00'
     from generate_series(1, $2::int) s join numbered on numbered.n = s % $3::int`,
    [opened.tenant, sites, organizations],
  );
  return { tenant: opened.tenant, token, others: TENANTS };
}
