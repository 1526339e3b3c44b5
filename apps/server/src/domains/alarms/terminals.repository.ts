import type { MonitoredTerminal } from '@airloom/contract/alarms/alarms.model';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../platform/database/database.ts';
import { containing, type PageRequest, readPage, type Sorting } from '../../platform/database/paging.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { type Asker, visibleDevices } from '../devices/index.ts';
import { storedMac, typedMac } from './mac-notation.ts';

/** Its newest session at a device the asker sees. */
function newestSession(scope: Asker) {
  return visibleDevices(scope)
    .innerJoin('terminal_session', (join) =>
      join
        .onRef('terminal_session.tenant_id', '=', 'device.tenant_id')
        .onRef('terminal_session.device_id', '=', 'device.id'),
    )
    .leftJoin('site', (join) =>
      join.onRef('site.tenant_id', '=', 'device.tenant_id').onRef('site.id', '=', 'device.site_id'),
    )
    .where('terminal_session.tenant_id', '=', scope.tenant)
    .where('terminal_session.mac', '=', sql.ref<string>('monitored_terminal.mac'))
    .select([
      'device.id as device_id',
      'device.kind as device_kind',
      'device.name as device_name',
      'site.name as site_name',
      sql<boolean>`terminal_session.ended_at is null`.as('online'),
      sql<Date>`coalesce(terminal_session.ended_at, terminal_session.started_at)`.as('changed_at'),
    ])
    .orderBy('terminal_session.started_at', 'desc')
    .orderBy('terminal_session.id', 'desc')
    .limit(1);
}

const SORTING: Sorting = {
  by: {
    name: sql`lower(monitored_terminal.name)`,
    mac: sql.ref('monitored_terminal.mac'),
    changedAt: sql.ref('session.changed_at'),
  },
  usual: 'name',
  id: sql.ref('monitored_terminal.id'),
};

export async function listTerminals(
  tx: Transaction,
  scope: Asker,
  request: PageRequest,
): Promise<Page<MonitoredTerminal>> {
  let found = sqlBuilder
    .selectFrom('monitored_terminal')
    .where('monitored_terminal.tenant_id', '=', scope.tenant);
  if (request.search !== '') {
    found = found.where((where) =>
      where.or([
        where('monitored_terminal.name', 'ilike', containing(request.search)),
        where('monitored_terminal.mac', 'like', containing(storedMac(request.search))),
      ]),
    );
  }
  const shown = found
    .leftJoinLateral(newestSession(scope).as('session'), (join) => join.onTrue())
    .select([
      'monitored_terminal.id',
      'monitored_terminal.mac',
      'monitored_terminal.name',
      'session.device_id',
      'session.device_kind',
      'session.device_name',
      'session.site_name',
      'session.online',
      'session.changed_at',
    ]);
  const { total, rows } = await readPage(tx, request, found, shown, SORTING);
  return {
    total,
    rows: rows.map((row) => ({
      terminalUUID: row.id,
      mac: typedMac(row.mac),
      name: row.name,
      online: row.online ?? false,
      device:
        row.device_id === null || row.device_kind === null || row.device_name === null
          ? null
          : { deviceUUID: row.device_id, kind: row.device_kind, name: row.device_name },
      siteName: row.site_name ?? '',
      changedAt: row.changed_at?.toISOString() ?? null,
    })),
  };
}

/** All an account watches, held: two that add at once do not pass its limit together. */
export function holdWatched(
  tx: Transaction,
  { tenant }: TenantScope,
): Promise<{ id: string; mac: string; name: string }[]> {
  return tx.all(
    sqlBuilder
      .selectFrom('monitored_terminal')
      .select(['id', 'mac', 'name'])
      .where('tenant_id', '=', tenant)
      .orderBy('id')
      .forUpdate(),
  );
}

export interface WatchedTerminal {
  readonly id: string;
  readonly mac: string;
  readonly name: string;
}

/** Those watched already get the name. */
export async function putTerminals(
  tx: Transaction,
  { tenant }: TenantScope,
  terminals: readonly WatchedTerminal[],
  now: Date,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .insertInto('monitored_terminal')
      .values(terminals.map(({ id, mac, name }) => ({ tenant_id: tenant, id, mac, name, created_at: now })))
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'mac']).doUpdateSet({ name: sql<string>`excluded.name` }),
      ),
  );
}

/** Tells what was removed. */
export function deleteTerminals(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<{ mac: string; name: string }[]> {
  return tx.all(
    sqlBuilder
      .deleteFrom('monitored_terminal')
      .where('tenant_id', '=', tenant)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .returning(['mac', 'name']),
  );
}
