import type { ObjectKind } from '@airloom/contract/accounts/operation-log.model';
import { type RawBuilder, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  type LogOrder,
  type LogPosition,
  placeOf,
  readLogAfter,
} from '../../../../platform/database/log-rows.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import { isAmong, isWithinSearch, rareMatches } from '../../../../platform/database/text-search.ts';
import type { Asker, ReachedPlaces } from './operation-reach.ts';

export interface OperationFilters {
  readonly search: string;
  readonly call?: string | undefined;
  readonly managerUUID?: string | undefined;
  readonly kind?: ObjectKind | undefined;
  readonly object?: string | undefined;
  readonly enterpriseUUID?: string | undefined;
  readonly siteUUID?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const SORTING: Sorting = { by: { at: sql.ref('at') }, usual: '-at', id: sql.ref('id') };
const ORDER: LogOrder = { at: 'at', id: 'id' };

/** Own operations, and those about a place within reach; entries of earlier releases have no place. */
function visibleOperations(scope: Asker, places: ReachedPlaces | null) {
  const all = sqlBuilder.selectFrom('operation_log').where('tenant_id', '=', scope.tenant);
  if (places === null) return all;
  return all.where((where) =>
    where.or([
      where('manager_id', '=', scope.manager),
      // The columns are compared faster than all objects.
      sql<boolean>`(site_ids && ${[...places.siteIds]}::uuid[]
        or organization_ids && ${[...places.organizationIds]}::uuid[])
        and ${hasObject(scope, places, sql<boolean>`true`)}`,
    ]),
  );
}

/** Whether the entry has an object that the person sees and that fulfils the condition. */
function hasObject(
  scope: Asker,
  places: ReachedPlaces | null,
  condition: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const seen =
    places === null
      ? sql<boolean>`true`
      : sql<boolean>`(manager_id = ${scope.manager}
          or (object -> 'siteIds' ?| ${[...places.siteIds]}::text[]
            or object -> 'organizationIds' ?| ${[...places.organizationIds]}::text[])
          and object -> 'deviceKinds' <@ ${JSON.stringify(places.deviceKinds)}::jsonb)`;
  return sql<boolean>`exists (
    select from jsonb_array_elements(objects) as object where ${seen} and ${condition})`;
}

/** `rare` is the result of {@link rareMatches} for the searched text. */
function foundOperations(
  scope: Asker,
  places: ReachedPlaces | null,
  filters: OperationFilters,
  rare: readonly string[] | null,
) {
  const { call, managerUUID, kind, object, enterpriseUUID, siteUUID, from, to, search } = filters;
  let found = visibleOperations(scope, places);
  if (call !== undefined) found = found.where('call', '=', call);
  if (managerUUID !== undefined) found = found.where('manager_id', '=', managerUUID);
  if (from !== undefined) found = found.where('at', '>=', new Date(from));
  if (to !== undefined) found = found.where('at', '<=', new Date(to));
  if (siteUUID !== undefined) {
    const isSeen = places === null || places.siteIds.has(siteUUID);
    const isAt = sql<boolean>`${isSeen} and object -> 'siteIds' ? ${siteUUID}`;
    found = found.where(hasObject(scope, places, isAt));
  }
  if (enterpriseUUID !== undefined) {
    const isSeen = places === null || places.organizationIds.has(enterpriseUUID);
    const sites = sql`array(select site.id::text from site
      where site.tenant_id = ${scope.tenant} and site.enterprise_id = ${enterpriseUUID}
        and (${places === null} or site.id = any(${[...(places?.siteIds ?? [])]}::uuid[])))`;
    found = found.where(
      hasObject(
        scope,
        places,
        sql<boolean>`(object -> 'siteIds' ?| ${sites} or ${isSeen} and object -> 'organizationIds' ? ${enterpriseUUID})`,
      ),
    );
  }
  if (kind !== undefined || object !== undefined) {
    const isKind = kind === undefined ? sql`true` : sql`object ->> 'kind' = ${kind}`;
    const isObject = object === undefined ? sql`true` : sql`object ->> 'id' = ${object}`;
    found = found.where(hasObject(scope, places, sql<boolean>`${isKind} and ${isObject}`));
  }
  if (search === '') return found;
  const pattern = containing(search);
  return found
    .where(isAmong('id', rare))
    .where(isWithinSearch(search, 'at', found))
    .where((where) =>
      where.or([
        where('user_name', 'ilike', pattern),
        where.and([where('objects', 'is', null), where('target', 'ilike', pattern)]),
        hasObject(scope, places, sql<boolean>`object ->> 'name' ilike ${pattern}`),
      ]),
    );
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
    'objects',
    placeOf(ORDER),
  ]);
}

export type ShownOperation = ReturnType<typeof shown> extends { execute(): Promise<(infer R)[]> } ? R : never;

export async function listOperations(
  tx: Transaction,
  scope: Asker,
  places: ReachedPlaces | null,
  request: OperationFilters & PageRequest,
): Promise<{ total: number; rows: ShownOperation[] }> {
  const rare = await rareMatches(tx, 'operation_log', request.search);
  const found = foundOperations(scope, places, request, rare);
  return readPage(tx, request, found, shown(found), SORTING);
}

export function operationsAfter(
  tx: Transaction,
  scope: Asker,
  places: ReachedPlaces | null,
  filters: OperationFilters & { readonly rare: readonly string[] | null },
  after: LogPosition | null,
  atMost: number,
): Promise<ShownOperation[]> {
  return readLogAfter(tx, shown(foundOperations(scope, places, filters, filters.rare)), ORDER, after, atMost);
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
