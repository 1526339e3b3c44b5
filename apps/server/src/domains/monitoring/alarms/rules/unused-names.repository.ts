import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/database.ts';

const NAMES_AT_ONCE = 5_000;

interface Name {
  readonly tenant: string;
  readonly search: string;
}

/** On a row of `alarm_name` as `name`. */
const UNUSED = sql<boolean>`not exists (
  select from alarm
  where alarm.tenant_id = name.tenant_id and alarm.search = name.search
    and alarm.cleared_at is not null and alarm.removed_at is null)`;

/** Deletes names that no alarm of the history has. */
export async function forgetNames(database: Pick<Database, 'asSystem'>): Promise<void> {
  let after: Name | null = null;
  do {
    const some: (Name & { readonly unused: boolean })[] = await someNames(database, after);
    const unused = some.filter((name) => name.unused);
    if (unused.length > 0) await removeUnused(database, unused);
    after = some.length === NAMES_AT_ONCE ? (some.at(-1) ?? null) : null;
  } while (after !== null);
}

function someNames(database: Pick<Database, 'asSystem'>, after: Name | null) {
  const rest =
    after === null ? sql`true` : sql`(tenant_id, search) > (${after.tenant}::uuid, ${after.search}::text)`;
  return database.asSystem((tx) =>
    tx.all(sql<Name & { unused: boolean }>`
      select name.tenant_id as tenant, name.search, ${UNUSED} as unused
      from (select * from alarm_name where ${rest} order by tenant_id, search limit ${NAMES_AT_ONCE}) as name
      order by name.tenant_id, name.search`),
  );
}

/** The lock keeps others from adding names meanwhile; candidates are collected before to keep it short. */
async function removeUnused(database: Pick<Database, 'asSystem'>, unused: readonly Name[]): Promise<void> {
  await database.asSystem(async (tx) => {
    await tx.run(sql`lock table alarm_name in share row exclusive mode`);
    await tx.run(sql`
      delete from alarm_name name
      using unnest(${unused.map(({ tenant }) => tenant)}::uuid[], ${unused.map(({ search }) => search)}::text[])
        as given (tenant, search)
      where name.tenant_id = given.tenant and name.search = given.search and ${UNUSED}`);
  });
}
