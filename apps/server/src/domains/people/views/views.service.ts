import type { SavedView } from '@airloom/contract/views/views.model';
import { sql } from 'kysely';
import { audit, recordOperation } from '../../../platform/audit.ts';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';

type Owner = Pick<Scope, 'tenant' | 'manager'>;

/** Views belong to one person in one account; nobody else ever sees them. */
function ownViews(scope: Owner) {
  return sqlBuilder
    .selectFrom('saved_view')
    .where('tenant_id', '=', scope.tenant)
    .where('manager_id', '=', scope.manager);
}

export async function listSavedViews(platform: Platform, scope: Scope, table: string): Promise<SavedView[]> {
  const rows = await platform.database.withTenant(scope, (tx) =>
    tx.all(
      ownViews(scope)
        .select(['id', 'name', 'query'])
        .where('table_name', '=', table)
        .orderBy(sql`lower(name)`),
    ),
  );
  return rows.map(({ id, name, query }) => ({ viewUUID: id, name, query }));
}

interface GivenView {
  readonly table: string;
  readonly name: string;
  readonly query: string;
}

/** A view of the same name is replaced. */
async function isKnown(tx: Transaction, scope: Owner, { table, name }: GivenView): Promise<boolean> {
  const known = await tx.first(
    ownViews(scope)
      .select('id')
      .where('table_name', '=', table)
      .where(sql`lower(name)`, '=', sql`lower(${name})`),
  );
  return known !== undefined;
}

export function saveView(platform: Platform, scope: Scope, view: GivenView): Promise<string> {
  return platform.database.withTenant(scope, async (tx) => {
    if (!(await isKnown(tx, scope, view))) {
      await platform.quotas.require(tx, scope, 'savedViews', { part: [scope.manager, view.table] });
    }
    const saved = await tx.first(sql<{ id: string }>`
      insert into saved_view (tenant_id, id, manager_id, table_name, name, query)
      values (${scope.tenant}, ${newId()}, ${scope.manager}, ${view.table}, ${view.name}, ${view.query})
      on conflict (tenant_id, manager_id, table_name, lower(name))
        do update set name = excluded.name, query = excluded.query
      returning id
    `);
    if (saved === undefined) throw new Error('the view was neither made nor found');
    const { table, query, name } = view;
    const changes = audit.values(null, { table, query });
    await recordOperation(tx, scope, audit.object('savedView', { id: saved.id, name }, {}, changes));
    return saved.id;
  });
}

export function deleteView(platform: Platform, scope: Scope, viewUUID: string): Promise<void> {
  return platform.database.withTenant(scope, async (tx) => {
    const removed = await tx.first(
      sqlBuilder
        .deleteFrom('saved_view')
        .where('tenant_id', '=', scope.tenant)
        .where('manager_id', '=', scope.manager)
        .where('id', '=', viewUUID)
        .returning(['table_name as table', 'name', 'query']),
    );
    if (removed === undefined) throw new Failure('notFound');
    const { table, query, name } = removed;
    const changes = audit.values({ table, query }, null);
    await recordOperation(tx, scope, audit.object('savedView', { id: viewUUID, name }, {}, changes));
  });
}
