import type { OperationLogRow } from '@airloom/contract/accounts/accounts.model';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import { z } from 'zod';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import {
  type LogOrder,
  type LogPosition,
  placeOf,
  readLogAfter,
} from '../../../platform/database/log-rows.ts';
import { containing, type PageRequest, readPage, type Sorting } from '../../../platform/database/paging.ts';
import { isAmong, isWithinSearch, rareMatches } from '../../../platform/database/text-search.ts';
import type { Scope } from '../../../platform/scope.ts';

export interface OperationFilters {
  readonly search: string;
  readonly call?: string | undefined;
  readonly managerUUID?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

type Asker = Pick<Scope, 'tenant' | 'manager' | 'reach'>;

const SORTING: Sorting = { by: { at: sql.ref('at') }, usual: '-at', id: sql.ref('id') };
const ORDER: LogOrder = { at: 'at', id: 'id' };

const value = z.json().nullable();

/** Rows have no site, so people who see less than the whole account see only their own operations. */
function visibleOperations(scope: Asker) {
  const all = sqlBuilder.selectFrom('operation_log').where('tenant_id', '=', scope.tenant);
  return scope.reach.kind === 'all' ? all : all.where('manager_id', '=', scope.manager);
}

/** `rare` is the result of {@link rareMatches} for the searched text. */
function foundOperations(scope: Asker, filters: OperationFilters, rare: readonly string[] | null) {
  const { call, managerUUID, from, to, search } = filters;
  let found = visibleOperations(scope);
  if (call !== undefined) found = found.where('call', '=', call);
  if (managerUUID !== undefined) found = found.where('manager_id', '=', managerUUID);
  if (from !== undefined) found = found.where('at', '>=', new Date(from));
  if (to !== undefined) found = found.where('at', '<=', new Date(to));
  if (search === '') return found;
  const pattern = containing(search);
  return found
    .where(isAmong('id', rare))
    .where(isWithinSearch(search, 'at', found))
    .where((where) => where.or([where('target', 'ilike', pattern), where('user_name', 'ilike', pattern)]));
}

function shown(found: ReturnType<typeof foundOperations>) {
  return found.select([
    'id',
    'at',
    'manager_id',
    'user_name',
    'address',
    'call',
    'target',
    'before',
    'after',
    placeOf(ORDER),
  ]);
}

export type ShownOperation = ReturnType<typeof shown> extends { execute(): Promise<(infer R)[]> } ? R : never;

export function operationOf(row: ShownOperation): OperationLogRow {
  return {
    operationUUID: row.id,
    at: row.at.toISOString(),
    managerUUID: row.manager_id,
    userName: row.user_name,
    address: row.address,
    call: row.call,
    target: row.target,
    before: value.parse(row.before),
    after: value.parse(row.after),
  };
}

export async function listOperations(
  tx: Transaction,
  scope: Asker,
  request: OperationFilters & PageRequest,
): Promise<Page<OperationLogRow>> {
  const rare = await rareMatches(tx, 'operation_log', request.search);
  const found = foundOperations(scope, request, rare);
  const { total, rows } = await readPage(tx, request, found, shown(found), SORTING);
  return { total, rows: rows.map(operationOf) };
}

export function operationsAfter(
  tx: Transaction,
  scope: Asker,
  filters: OperationFilters & { readonly rare: readonly string[] | null },
  after: LogPosition | null,
  atMost: number,
): Promise<ShownOperation[]> {
  return readLogAfter(tx, shown(foundOperations(scope, filters, filters.rare)), ORDER, after, atMost);
}

/**
 * Deletes some rows older than `until`; returns how many. Account by account, because that is how the table is
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

/** Deletes some rows of one account; returns how many. */
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
