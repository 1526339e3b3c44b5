import { openAccount } from '../../apps/server/src/domains/people/accounts/index.ts';
import { insertManager } from '../../apps/server/src/domains/people/identity/identity.repository.ts';
import { insertSession } from '../../apps/server/src/domains/people/identity/sessions/sessions.repository.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { hashToken, newToken } from '../../apps/server/src/platform/secrets.ts';
import type { BenchDatabase } from './database.ts';

export interface Account {
  readonly tenant: string;
  /** Session token of the owner. */
  readonly token: string;
}

/** Creates an account with a signed-in owner. */
export async function makeAccount({ database }: BenchDatabase, userName: string): Promise<Account> {
  const managerId = newId();
  const token = newToken();
  const { tenant } = await database.asSystem(async (tx) => {
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
  return { tenant, token };
}

/** Creates organizations, and sites distributed evenly over them. */
export async function makeSites(
  { owner }: BenchDatabase,
  tenant: string,
  organizations: readonly string[],
  sites: readonly string[],
): Promise<void> {
  await owner.query(
    `insert into enterprise (tenant_id, id, name)
     select $1, gen_random_uuid(), name from unnest($2::text[]) name`,
    [tenant, organizations],
  );
  await owner.query(
    `with turn as (select id, row_number() over (order by name) - 1 as n, count(*) over () as all_of_them
                   from enterprise where tenant_id = $1 and name = any($2::text[]))
     insert into site (tenant_id, id, enterprise_id, name, country_code, address, time_zone)
     select $1, gen_random_uuid(), turn.id, s.name, 'PL', 'Main street ' || s.n, 'Etc/GMT-1'
     from unnest($3::text[]) with ordinality as s (name, n) join turn on turn.n = s.n % turn.all_of_them`,
    [tenant, organizations, sites],
  );
}

export function numbered(what: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${what} ${index + 1}`);
}
