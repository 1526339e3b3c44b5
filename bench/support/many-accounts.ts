import { type Account, makeAccount, makeSites, numbered } from './account.ts';
import { temporaryFolder } from './cleanup.ts';
import { type BenchDatabase, startDatabase } from './database.ts';

export const TENANTS = 50;
export const TENANT_SITES = 200;
export const LARGE_SITES = 10_000;
const ORGANIZATIONS = 5;
const LARGE_ORGANIZATIONS = 50;

export interface Fixture extends BenchDatabase {
  readonly folder: string;
  readonly tenants: readonly Account[];
  /** An account with ten thousand sites. */
  readonly large: Account;
}

/** A database with many accounts on the embedded PostgreSQL. */
export async function buildFixture(): Promise<Fixture> {
  const database = await startDatabase('embedded');
  const tenants: Account[] = [];
  for (const name of numbered('bench', TENANTS)) {
    tenants.push(await accountWithSites(database, name, ORGANIZATIONS, TENANT_SITES));
  }
  const large = await accountWithSites(database, 'bench large', LARGE_ORGANIZATIONS, LARGE_SITES);
  await database.owner.query('analyze');
  return { ...database, folder: await temporaryFolder(), tenants, large };
}

async function accountWithSites(
  database: BenchDatabase,
  name: string,
  organizations: number,
  sites: number,
): Promise<Account> {
  const account = await makeAccount(database, name);
  await makeSites(database, account.tenant, numbered('Organization', organizations), numbered('Site', sites));
  return account;
}
