import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import type { Tables } from '../../../../platform/database/tables.ts';
import { isAmong, rareMatches } from '../../../../platform/database/text-search.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { ACCOUNT_FLAGS } from '../roles/role-grants.ts';
import { GIVEN } from './memberships.repository.ts';
import { memberWithin } from './within-reach.ts';

type Caller = Pick<Scope, 'tenant' | 'reach'>;

const SORTING: Sorting = {
  by: { userName: sql`lower(manager.user_name)`, createdAt: sql.ref('membership.created_at') },
  usual: 'createdAt',
  id: sql.ref('membership.id'),
};

const COLUMNS = [
  'membership.id',
  'membership.manager_id',
  'membership.role_id',
  'membership.alias',
  'membership.owner',
  'membership.disabled_at',
  'membership.created_at',
  'manager.user_name',
  'manager.nickname',
  'manager.phone',
  'manager.email',
  'role.key as role_key',
  'role.name as role_name',
  'role.grants as role_grants',
  ACCOUNT_FLAGS.as('role_flags'),
] as const;

const LAST_SEEN_AT = sql<Date | null>`(
  select max(session.last_seen_at) from session
  where session.tenant_id = membership.tenant_id and session.membership_id = membership.id
)`.as('last_seen_at');

function people({ tenant }: Pick<Scope, 'tenant'>) {
  return sqlBuilder
    .selectFrom('membership')
    .innerJoin('manager', 'manager.id', 'membership.manager_id')
    .innerJoin('role', (join) =>
      join.onRef('role.tenant_id', '=', 'membership.tenant_id').onRef('role.id', '=', 'membership.role_id'),
    )
    .where('membership.tenant_id', '=', tenant);
}

/** By what people chose, and their alias in the account. */
async function matchesPerson(tx: Transaction, search: string): Promise<Expression<SqlBool>> {
  const rare = await rareMatches(tx, 'membership', search);
  const pattern = containing(search);
  const where = expressionBuilder<Tables, 'membership' | 'manager'>();
  return where.and([
    isAmong('membership.id', rare),
    where.or([
      where('manager.user_name', 'ilike', pattern),
      where('membership.alias', 'ilike', pattern),
      where('manager.nickname', 'ilike', pattern),
      where('manager.phone', 'ilike', pattern),
      where('manager.email', 'ilike', pattern),
    ]),
  ]);
}

/** Some people, for the search in everything. */
export async function findPeople(
  tx: Transaction,
  scope: Caller,
  search: string,
  atMost: number,
): Promise<{ managerUUID: string; userName: string; alias: string; nickname: string }[]> {
  const rows = await tx.all(
    people(scope)
      // Once, whatever number of roles a person has.
      .distinctOn(sql`lower(manager.user_name)`)
      .select(['membership.manager_id', 'manager.user_name', 'membership.alias', 'manager.nickname'])
      .where(memberWithin(scope.reach))
      .where(await matchesPerson(tx, search))
      .orderBy(sql`lower(manager.user_name)`)
      .orderBy('membership.id')
      .limit(atMost),
  );
  return rows.map((row) => ({
    managerUUID: row.manager_id,
    userName: row.user_name,
    alias: row.alias,
    nickname: row.nickname,
  }));
}

export async function listPeople(
  tx: Transaction,
  scope: Caller,
  request: PageRequest & { readonly roleUUID?: string | undefined },
) {
  let visible = people(scope).where(memberWithin(scope.reach));
  if (request.roleUUID !== undefined) visible = visible.where('membership.role_id', '=', request.roleUUID);
  if (request.search !== '') visible = visible.where(await matchesPerson(tx, request.search));
  const whole = visible.select(COLUMNS).select(GIVEN).select(LAST_SEEN_AT);
  return readPage(tx, request, visible, whole, SORTING);
}

/** Those of these people whom the caller sees, and who are not disabled. */
export async function peopleAmong(
  tx: Transaction,
  scope: Caller,
  managerIds: readonly string[],
): Promise<string[]> {
  const found = await tx.all(
    people(scope)
      .select('membership.manager_id')
      .distinct()
      .where(memberWithin(scope.reach))
      .where('membership.disabled_at', 'is', null)
      .where('membership.manager_id', '=', sql<string>`any(${managerIds}::uuid[])`),
  );
  return found.map((person) => person.manager_id);
}

/** Names of people of the account, for the operation log. */
export function peopleNames(tx: Transaction, scope: Pick<Scope, 'tenant'>, managerIds: readonly string[]) {
  return tx.all(
    people(scope)
      .select(['membership.manager_id as id', 'manager.user_name as name'])
      .distinct()
      .where('membership.manager_id', '=', sql<string>`any(${managerIds}::uuid[])`),
  );
}

export type Member = NonNullable<Awaited<ReturnType<typeof lockMember>>>;

/**
 * A member, locked until the transaction ends, and whether they see nothing beyond the caller's reach. Locked
 * before reading, so that the values read are current.
 */
export async function lockMember(tx: Transaction, scope: Caller, id: string) {
  const [, member] = await Promise.all([
    tx.run(
      sqlBuilder
        .selectFrom('membership')
        .select('id')
        .where('tenant_id', '=', scope.tenant)
        .where('id', '=', id)
        .forUpdate(),
    ),
    tx.first(
      people(scope)
        .select(COLUMNS)
        .select(GIVEN)
        .select(memberWithin(scope.reach).as('within'))
        .where('membership.id', '=', id),
    ),
  ]);
  return member;
}
