import type { OperationLogRow } from '@airloom/contract/accounts/accounts.model';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import { z } from 'zod';
import { sqlBuilder, type Transaction } from '../../platform/database/database.ts';
import { containing, type PageRequest, readPage, type Sorting } from '../../platform/database/paging.ts';
import type { Scope } from '../../platform/scope.ts';

export interface OperationsRequest extends PageRequest {
  readonly call?: string | undefined;
  readonly managerUUID?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const SORTING: Sorting = { by: { at: sql.ref('at') }, usual: '-at', id: sql.ref('id') };

const value = z.json().nullable();

/** Rows carry no site, so whoever sees less than the whole account sees what they did themselves. */
function visibleOperations(scope: Pick<Scope, 'tenant' | 'manager' | 'reach'>) {
  const all = sqlBuilder.selectFrom('operation_log').where('tenant_id', '=', scope.tenant);
  return scope.reach.kind === 'all' ? all : all.where('manager_id', '=', scope.manager);
}

export async function listOperations(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'manager' | 'reach'>,
  request: OperationsRequest,
): Promise<Page<OperationLogRow>> {
  let found = visibleOperations(scope);
  if (request.call !== undefined) found = found.where('call', '=', request.call);
  if (request.managerUUID !== undefined) found = found.where('manager_id', '=', request.managerUUID);
  if (request.from !== undefined) found = found.where('at', '>=', new Date(request.from));
  if (request.to !== undefined) found = found.where('at', '<=', new Date(request.to));
  if (request.search !== '') {
    const pattern = containing(request.search);
    found = found.where((where) =>
      where.or([where('target', 'ilike', pattern), where('user_name', 'ilike', pattern)]),
    );
  }
  const whole = found.select([
    'id',
    'at',
    'manager_id',
    'user_name',
    'address',
    'call',
    'target',
    'before',
    'after',
  ]);
  const { total, rows } = await readPage(tx, request, found, whole, SORTING);
  return {
    total,
    rows: rows.map((row) => ({
      operationUUID: row.id,
      at: row.at.toISOString(),
      managerUUID: row.manager_id,
      userName: row.user_name,
      address: row.address,
      call: row.call,
      target: row.target,
      before: value.parse(row.before),
      after: value.parse(row.after),
    })),
  };
}

/**
 * Removes some rows older than `until`; tells how many. Account by account, because that is how the table is
 * indexed.
 */
export function trimOperations(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    with old as (
      select log.tenant_id, log.id
      from account
      cross join lateral (
        select tenant_id, id from operation_log
        where tenant_id = account.id and at < ${until}
        limit ${atMost}
      ) log
      limit ${atMost}
    )
    delete from operation_log using old
    where operation_log.tenant_id = old.tenant_id and operation_log.id = old.id
  `);
}

/** Removes some rows of one account; tells how many. */
export function deleteSomeOperations(tx: Transaction, tenant: string, atMost: number): Promise<number> {
  return tx.run(
    sqlBuilder
      .with('some', (db) =>
        db.selectFrom('operation_log').select('id').where('tenant_id', '=', tenant).limit(atMost),
      )
      .deleteFrom('operation_log')
      .using('some')
      .where('operation_log.tenant_id', '=', tenant)
      .whereRef('operation_log.id', '=', 'some.id'),
  );
}
