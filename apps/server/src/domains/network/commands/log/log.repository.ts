import type { CommandBatch, CommandName } from '@airloom/contract/commands/commands.model';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import type { Page } from '@airloom/contract/paging';
import { type Expression, type SqlBool, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import { isAmong, rareMatches } from '../../../../platform/database/text-search.ts';
import type { Scope } from '../../../../platform/scope.ts';
import type { Asker } from '../../devices/index.ts';
import { visibleCommands } from './log-rows.repository.ts';

type Reader = Asker & Pick<Scope, 'manager'>;

function ofBatch(scope: Asker) {
  return visibleCommands(scope).where('command.batch_id', '=', sql.ref<string>('command_batch.id'));
}

const one = sql<number>`1`.as('one');

function some(query: ReturnType<typeof ofBatch>): Expression<SqlBool> {
  return sql<boolean>`exists (${query.select(one)})`;
}

const ENDED_WELL: CommandState = 'success';

/** Starts from the few commands that have not ended instead of checking every batch. */
function running(scope: Asker): Expression<SqlBool> {
  const open = visibleCommands(scope).where('command.ended_at', 'is', null).select('command.batch_id');
  return sql<boolean>`command_batch.id in (${open})`;
}

function hasFailures(scope: Asker): Expression<SqlBool> {
  return some(ofBatch(scope).where('command.state', 'not in', ['sending', ENDED_WELL]));
}

const not = (condition: Expression<SqlBool>): Expression<SqlBool> => sql<boolean>`not ${condition}`;

export type Outcome = 'sending' | 'succeeded' | 'failed';

function went(scope: Asker, outcome: Outcome): Expression<SqlBool> {
  if (outcome === 'sending') return running(scope);
  const failed = hasFailures(scope);
  return sql<boolean>`(${not(running(scope))} and ${outcome === 'failed' ? failed : not(failed)})`;
}

/** Batches with at least one visible command that the person has not removed from their log. */
function visibleBatches(scope: Reader) {
  return sqlBuilder
    .selectFrom('command_batch')
    .leftJoin('command_mark', (join) =>
      join
        .onRef('command_mark.tenant_id', '=', 'command_batch.tenant_id')
        .onRef('command_mark.batch_id', '=', 'command_batch.id')
        .on('command_mark.manager_id', '=', scope.manager),
    )
    .where('command_batch.tenant_id', '=', scope.tenant)
    .where(sql<boolean>`command_mark.hidden is not true`)
    .where(some(ofBatch(scope)));
}

/** Counts contain visible commands only: the same batch may look smaller to another person. */
function countedBatches(scope: Reader, found: ReturnType<typeof visibleBatches>) {
  return found
    .innerJoinLateral(
      ofBatch(scope)
        .select([
          sql<number>`count(*)::int`.as('total'),
          sql<number>`count(*) filter (where command.state = 'sending')::int`.as('sending'),
          sql<number>`count(*) filter (where command.state = ${ENDED_WELL})::int`.as('succeeded'),
          sql<Date | null>`max(command.ended_at)`.as('last_end'),
          sql<string>`min(command.device_name)`.as('device_name'),
        ])
        .as('counts'),
      (join) => join.onTrue(),
    )
    .select([
      'command_batch.id',
      'command_batch.command',
      'command_batch.created_at',
      'command_batch.created_by_name',
      'command_mark.hidden',
      'counts.total',
      'counts.sending',
      'counts.succeeded',
      'counts.last_end',
      'counts.device_name',
    ]);
}

type CountedBatch = Awaited<ReturnType<ReturnType<typeof countedBatches>['executeTakeFirstOrThrow']>>;

function batchOf(row: CountedBatch): CommandBatch {
  return {
    cfgUUID: row.id,
    command: row.command,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    total: row.total,
    sending: row.sending,
    succeeded: row.succeeded,
    failed: row.total - row.sending - row.succeeded,
    endedAt: row.sending === 0 ? (row.last_end?.toISOString() ?? null) : null,
    viewed: row.hidden !== null,
    deviceName: row.total === 1 ? row.device_name : null,
  };
}

const BATCH_SORTING: Sorting = {
  by: { createdAt: sql.ref('command_batch.created_at') },
  usual: '-createdAt',
  id: sql.ref('command_batch.id'),
};

export interface BatchesRequest extends PageRequest {
  readonly command?: CommandName | undefined;
  readonly outcome?: Outcome | undefined;
}

export async function listBatches(
  tx: Transaction,
  scope: Reader,
  request: BatchesRequest,
): Promise<Page<CommandBatch>> {
  let found = visibleBatches(scope);
  if (request.command !== undefined) found = found.where('command_batch.command', '=', request.command);
  if (request.outcome !== undefined) found = found.where(went(scope, request.outcome));
  if (request.search !== '') {
    const pattern = containing(request.search);
    const [byAuthor, byDevice] = await Promise.all([
      rareMatches(tx, 'command_batch', request.search),
      rareMatches(tx, 'command', request.search),
    ]);
    const rare = byAuthor === null || byDevice === null ? null : [...byAuthor, ...byDevice];
    found = found
      .where(isAmong('command_batch.id', rare))
      .where((where) =>
        where.or([
          where('command_batch.created_by_name', 'ilike', pattern),
          some(ofBatch(scope).where('command.device_name', 'ilike', pattern)),
        ]),
      );
  }
  const { total, rows } = await readPage(tx, request, found, countedBatches(scope, found), BATCH_SORTING);
  return { total, rows: rows.map(batchOf) };
}

export async function findBatch(tx: Transaction, scope: Reader, id: string): Promise<CommandBatch | null> {
  const found = visibleBatches(scope).where('command_batch.id', '=', id);
  const row = await tx.first(countedBatches(scope, found));
  return row === undefined ? null : batchOf(row);
}

export async function batchName(tx: Transaction, scope: Reader, id: string): Promise<CommandName | null> {
  const found = visibleBatches(scope).select('command_batch.command').where('command_batch.id', '=', id);
  return (await tx.first(found))?.command ?? null;
}

/** Exact counts above this number are not needed and slow. */
const COUNTED_MAX = 1000;

export async function countBatches(
  tx: Transaction,
  scope: Reader,
): Promise<{ sending: number; unviewed: number }> {
  const counted = (found: ReturnType<typeof visibleBatches>) =>
    tx.first(
      sql<{ count: number }>`
        select count(*)::int as count from (${found.select(one).limit(COUNTED_MAX)}) as found`,
    );
  const isRunning = running(scope);
  const [sending, unviewed] = await Promise.all([
    counted(visibleBatches(scope).where(isRunning)),
    // Batches without a person, such as the first configuration of a new device, need no attention.
    counted(
      visibleBatches(scope)
        .where('command_mark.batch_id', 'is', null)
        .where('command_batch.created_by', 'is not', null)
        .where(not(isRunning)),
    ),
  ]);
  return { sending: sending?.count ?? 0, unviewed: unviewed?.count ?? 0 };
}

/** Visible batches among these, and which of them still run. */
export function findMarkable(
  tx: Transaction,
  scope: Reader,
  ids: readonly string[],
): Promise<{ id: string; command: CommandName; running: boolean }[]> {
  return tx.all(
    visibleBatches(scope)
      .select(['command_batch.id', 'command_batch.command', sql<boolean>`${running(scope)}`.as('running')])
      .where('command_batch.id', '=', sql<string>`any(${ids}::uuid[])`),
  );
}

/** Returns how many marks are new or changed. */
export function mark(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'manager'>,
  ids: readonly string[],
  hidden: boolean,
): Promise<number> {
  return tx.run(sql`
    insert into command_mark (tenant_id, manager_id, batch_id, hidden)
    select ${scope.tenant}::uuid, ${scope.manager}::uuid, id, ${hidden}::boolean from unnest(${ids}::uuid[]) as id
    on conflict (tenant_id, manager_id, batch_id) do update set hidden = true
    where excluded.hidden and not command_mark.hidden`);
}
