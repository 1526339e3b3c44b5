import type { MonitoredTerminal } from '@airloom/contract/alarms/alarms.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { type Asker, visibleDevices } from '../../../network/devices/index.ts';
import { withinReach } from '../../../people/organizations/index.ts';
import { latestSession } from './latest-session.ts';
import { storedMac } from './mac-notation.ts';

/** When it connected or disconnected. */
const CHANGED_AT = sql<Date | null>`coalesce(session.ended_at, session.started_at)`;

const SORTING: Sorting = {
  by: {
    name: sql`lower(monitored_terminal.name)`,
    mac: sql.ref('monitored_terminal.mac'),
    changedAt: CHANGED_AT,
  },
  usual: 'name',
  id: sql.ref('monitored_terminal.id'),
};

/** People who do not see the whole account see clients whose last session is at a visible site. */
export async function listTerminals(
  tx: Transaction,
  scope: Asker,
  request: PageRequest,
): Promise<Page<MonitoredTerminal>> {
  let found = sqlBuilder
    .selectFrom('monitored_terminal')
    .leftJoinLateral(latestSession(scope, sql.ref('monitored_terminal.mac')).as('session'), (join) =>
      join.onTrue(),
    )
    .leftJoin(
      visibleDevices(scope)
        .select(['device.id', 'device.kind', 'device.name', 'device.site_id'])
        .as('device'),
      (join) => join.onRef('device.id', '=', 'session.device_id'),
    )
    .where('monitored_terminal.tenant_id', '=', scope.tenant);
  if (scope.reach.kind !== 'all') {
    const sites = sqlBuilder
      .selectFrom('site')
      .select('site.id')
      .where('site.tenant_id', '=', scope.tenant)
      .where(withinReach(scope));
    // The device may have been at another site then.
    found = found.where('device.id', 'is not', null).where('session.site_id', 'in', sites);
  }
  if (request.search !== '') {
    found = found.where((where) =>
      where.or([
        where('monitored_terminal.name', 'ilike', containing(request.search)),
        where('monitored_terminal.mac', 'like', containing(storedMac(request.search))),
      ]),
    );
  }
  const shown = found
    .leftJoin('site', (join) =>
      join.on('site.tenant_id', '=', scope.tenant).onRef('site.id', '=', 'device.site_id'),
    )
    .select([
      'monitored_terminal.id',
      'monitored_terminal.mac',
      'monitored_terminal.name',
      'device.id as device_id',
      'device.kind as device_kind',
      'device.name as device_name',
      'site.name as site_name',
      sql<boolean>`session.id is not null and session.ended_at is null`.as('online'),
      CHANGED_AT.as('changed_at'),
    ]);
  const { total, rows } = await readPage(tx, request, found, shown, SORTING);
  return {
    total,
    rows: rows.map((row) => ({
      terminalUUID: row.id,
      mac: displayMac(row.mac),
      name: row.name,
      online: row.online,
      device:
        row.device_id === null || row.device_kind === null || row.device_name === null
          ? null
          : { deviceUUID: row.device_id, kind: row.device_kind, name: row.device_name },
      siteName: row.site_name ?? '',
      changedAt: row.changed_at?.toISOString() ?? null,
    })),
  };
}

/** All monitored clients of an account. */
export function allMonitored(
  tx: Transaction,
  { tenant }: TenantScope,
): Promise<{ id: string; mac: string; name: string }[]> {
  return tx.all(
    sqlBuilder.selectFrom('monitored_terminal').select(['id', 'mac', 'name']).where('tenant_id', '=', tenant),
  );
}

export interface MonitoredClientRow {
  readonly id: string;
  readonly mac: string;
  readonly name: string;
}

/** Updates the name of clients that are already monitored. */
export async function putTerminals(
  tx: Transaction,
  { tenant }: TenantScope,
  terminals: readonly MonitoredClientRow[],
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

/** Returns the removed clients. */
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
