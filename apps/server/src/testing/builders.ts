import { BUILT_IN_ROLES, type BuiltInRoleName } from '@airloom/contract/roles';
import { hash } from '@node-rs/argon2';
import { addMembership } from '../domains/people/access/index.ts';
import { openAccount } from '../domains/people/accounts/index.ts';
import { insertManager } from '../domains/people/identity/identity.repository.ts';
import { insertSession } from '../domains/people/identity/sessions/sessions.repository.ts';
import { sqlBuilder } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { hashToken, newToken } from '../platform/secrets.ts';
import type { TestServer } from './test-server.ts';

export const PASSWORD = 'Quiet-Harbour-42';
/** The cost of checking a password is in its stored hash: production hashes are slow on purpose. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let passwordHash: Promise<string> | undefined;
let people = 0;

export interface Person {
  readonly managerId: string;
  readonly userName: string;
  readonly email: string;
  readonly tenant: string;
  readonly membershipId: string;
  /** Signed in. */
  readonly token: string;
}

async function buildManager(server: TestServer, name?: string) {
  const id = newId();
  const userName = name ?? `person_${++people}`;
  const email = `${userName.toLowerCase()}@example.org`;
  passwordHash ??= hash(PASSWORD, CHEAP);
  const stored = await passwordHash;
  await server.platform.database.asSystem((tx) =>
    insertManager(tx, {
      id,
      userName,
      phone: null,
      email,
      language: 'en',
      passwordHash: stored,
      remindPassword: false,
    }),
  );
  return { managerId: id, userName, email };
}

async function signIn(
  server: TestServer,
  managerId: string,
  tenant: string,
  membershipId: string,
): Promise<string> {
  const token = newToken();
  await server.platform.database.asSystem((tx) =>
    insertSession(tx, {
      id: newId(),
      tokenHash: hashToken(token),
      managerId,
      tenant,
      membershipId,
      address: '127.0.0.1',
      client: 'test',
      now: server.platform.now(),
    }),
  );
  return token;
}

/** Another session of a person, after the first one has expired. */
export function signInAgain(
  server: TestServer,
  { managerId, tenant, membershipId }: Person,
): Promise<string> {
  return signIn(server, managerId, tenant, membershipId);
}

/** A main account with its owner, a super administrator, signed in. */
export async function buildAccount(server: TestServer, name?: string): Promise<Person> {
  const manager = await buildManager(server, name);
  const opened = await server.platform.database.asSystem((tx) =>
    openAccount(tx, {
      name: manager.userName,
      enterpriseName: '',
      ownerManagerId: manager.managerId,
      ownerAlias: manager.userName,
      demo: false,
    }),
  );
  return {
    ...manager,
    ...opened,
    token: await signIn(server, manager.managerId, opened.tenant, opened.membershipId),
  };
}

/** A person in an existing account with a built-in role for the given organizations or sites, signed in. */
export async function buildMember(
  server: TestServer,
  owner: Person,
  role: BuiltInRoleName,
  reach: { readonly enterpriseIds?: string[]; readonly siteIds?: string[] } = {},
): Promise<Person> {
  const manager = await buildManager(server);
  const membershipId = await server.platform.database.asSystem(async (tx) => {
    const row = await tx.first(
      sqlBuilder
        .selectFrom('role')
        .select('id')
        .where('tenant_id', '=', owner.tenant)
        .where('key', '=', BUILT_IN_ROLES[role].key),
    );
    if (!row) throw new Error(`No role ${role}`);
    return addMembership(tx, {
      tenant: owner.tenant,
      managerId: manager.managerId,
      roleId: row.id,
      alias: manager.userName,
      owner: false,
      enterpriseIds: reach.enterpriseIds ?? [],
      siteIds: reach.siteIds ?? [],
    });
  });
  const token = await signIn(server, manager.managerId, owner.tenant, membershipId);
  return { ...manager, tenant: owner.tenant, membershipId, token };
}

export async function buildOrganization(server: TestServer, owner: Person, name: string): Promise<string> {
  const answer = await server.call('createEnterprise', { name }, { as: owner.token });
  return answer.data.enterpriseUUID;
}

export async function buildSite(
  server: TestServer,
  owner: Person,
  enterpriseUUID: string,
  name: string,
): Promise<string> {
  const answer = await server.call(
    'createSite',
    { enterpriseUUID, name, countryCode: 'PL', timeZone: 'UTC+01:00' },
    { as: owner.token },
  );
  return answer.data.siteUUID;
}
