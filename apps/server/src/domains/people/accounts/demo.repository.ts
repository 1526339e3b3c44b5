import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';

/** The installation stores its demo under this key, and also that the demo was removed. */
const KEY = 'demo';

const tenantOfDemo = sql<string>`(installation.value ->> 'tenant')::uuid`;
const visitorOfDemo = sql<string>`(installation.value ->> 'visitor')::uuid`;

/** Of several concurrent starts one fills the demo; false for the others, and from then on. */
export async function claimDemo(tx: Transaction): Promise<boolean> {
  const claimed = await tx.run(
    sqlBuilder
      .insertInto('installation')
      .values({ key: KEY, value: '{}' })
      .onConflict((conflict) => conflict.column('key').doNothing()),
  );
  return claimed === 1;
}

export async function rememberDemo(
  tx: Transaction,
  demo: { readonly tenant: string; readonly visitor: string } | { readonly removedAt: string },
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('installation')
      .set({ value: JSON.stringify(demo) })
      .where('key', '=', KEY),
  );
}

/** The parts that were added to the demo so far. */
const PARTS_KEY = 'demoParts';

export async function demoParts(tx: Transaction): Promise<ReadonlySet<string>> {
  const row = await tx.first(
    sql<{ part: string[] }>`select array(select jsonb_array_elements_text(value)) as part
      from installation where key = ${PARTS_KEY}`,
  );
  return new Set(row?.part);
}

export async function noteDemoPart(tx: Transaction, part: string): Promise<void> {
  await tx.run(sql`
    insert into installation (key, value) values (${PARTS_KEY}, jsonb_build_array(${part}::text))
    on conflict (key) do update set value = installation.value || excluded.value`);
}

/** A demo that is filled anew has none of them. */
export async function forgetDemoParts(tx: Transaction): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('installation').where('key', '=', PARTS_KEY));
}

/** The demo account, locked until the transaction ends, with the person who owns it. */
export async function lockDemo(tx: Transaction) {
  // In its own statement: one that waited for the lock would still join the account from before a reset.
  await tx.first(sqlBuilder.selectFrom('installation').select('key').where('key', '=', KEY).forUpdate());
  return tx.first(
    sqlBuilder
      .selectFrom('installation')
      .innerJoin('account', (join) => join.on('account.id', '=', tenantOfDemo))
      .leftJoin('membership', (join) =>
        join.onRef('membership.tenant_id', '=', 'account.id').on('membership.owner', '=', true),
      )
      .select(['account.id as tenant', 'account.name', 'membership.manager_id as ownerId'])
      .select(visitorOfDemo.as('visitorId'))
      .where('installation.key', '=', KEY),
  );
}

/** The person a visitor of the demo signs in as; null where there is no demo. */
export async function demoVisitor(tx: Transaction) {
  const visitor = await tx.first(
    sqlBuilder
      .selectFrom('installation')
      .innerJoin('membership', (join) =>
        join.on('membership.tenant_id', '=', tenantOfDemo).on('membership.manager_id', '=', visitorOfDemo),
      )
      .innerJoin('manager', 'manager.id', 'membership.manager_id')
      .select([
        'manager.id as managerId',
        'manager.user_name as userName',
        'membership.tenant_id as tenant',
        'membership.id as membershipId',
      ])
      .where('installation.key', '=', KEY),
  );
  return visitor ?? null;
}

export async function userNameOf(tx: Transaction, managerId: string): Promise<string> {
  const manager = await tx.first(
    sqlBuilder.selectFrom('manager').select('user_name').where('id', '=', managerId),
  );
  return manager?.user_name ?? '';
}

/** A person without a password, who signs in only by the demo call. False when the name is in use. */
export async function insertVisitor(
  tx: Transaction,
  visitor: { readonly id: string; readonly userName: string; readonly language: string },
): Promise<boolean> {
  const inserted = await tx.run(
    sqlBuilder
      .insertInto('manager')
      .values({
        id: visitor.id,
        user_name: visitor.userName,
        nickname: visitor.userName,
        language: visitor.language,
      })
      .onConflict((conflict) => conflict.doNothing()),
  );
  if (inserted === 0) return false;
  await tx.run(sqlBuilder.insertInto('manager_secret').values({ manager_id: visitor.id }));
  return true;
}

export async function deleteVisitor(tx: Transaction, managerId: string): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('manager').where('id', '=', managerId));
}
