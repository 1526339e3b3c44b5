import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { SHELL_LIMITS } from '@airloom/contract/web-shell/web-shell.limits';
import type { ShellEnd, ShellSettings } from '@airloom/contract/web-shell/web-shell.model';
import { type Expression, type SqlBool, sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import { containing, type PageRequest, readPage, type Sorting } from '../../../platform/database/paging.ts';
import { visibleKinds } from '../../../platform/device-classes.ts';
import type { Scope, TenantScope } from '../../../platform/scope.ts';
import { type Asker, type RemoteDevice, sitesWithin } from '../devices/index.ts';

export async function readSettings(tx: Transaction, { tenant }: TenantScope): Promise<ShellSettings> {
  const row = await tx.first(
    sqlBuilder.selectFrom('shell_setting').select(['recording', 'keep_days']).where('tenant_id', '=', tenant),
  );
  return { recording: row?.recording ?? false, keepDays: row?.keep_days ?? SHELL_LIMITS.keepDaysUsual };
}

export async function writeSettings(
  tx: Transaction,
  { tenant }: TenantScope,
  { recording, keepDays }: ShellSettings,
): Promise<void> {
  const values = { recording, keep_days: keepDays };
  await tx.run(
    sqlBuilder
      .insertInto('shell_setting')
      .values({ tenant_id: tenant, ...values })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values)),
  );
}

export interface NewSession {
  readonly id: string;
  readonly device: RemoteDevice;
  readonly recorded: boolean;
  readonly at: Date;
}

export async function insertSession(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'manager' | 'userName'>,
  { id, device, recorded, at }: NewSession,
): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('shell_session').values({
      tenant_id: scope.tenant,
      id,
      device_id: device.id,
      device_name: device.name,
      device_kind: device.kind,
      site_id: device.site_id,
      opened_by: scope.manager,
      opened_by_name: scope.userName,
      opened_at: at,
      recorded,
    }),
  );
}

/** False when it has ended before. */
export async function endSession(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
  { at, reason }: { readonly at: Date; readonly reason: ShellEnd },
): Promise<boolean> {
  const ended = await tx.run(
    sqlBuilder
      .updateTable('shell_session')
      .set({ ended_at: at, end_reason: reason })
      .where('tenant_id', '=', tenant)
      .where('id', '=', id)
      .where('ended_at', 'is', null),
  );
  return ended > 0;
}

export async function setRecording(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
  fileId: string,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('shell_session')
      .set({ file_id: fileId })
      .where('tenant_id', '=', tenant)
      .where('id', '=', id),
  );
}

export async function markSeen(tx: Transaction, ids: readonly string[], at: Date): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('shell_session')
      .set({ seen_at: at })
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('ended_at', 'is', null),
  );
}

export interface InterruptedSession {
  readonly tenant_id: string;
  readonly device_id: string;
  readonly device_name: string;
  readonly device_kind: DeviceKind;
  readonly site_id: string | null;
  readonly opened_by: string;
  readonly opened_by_name: string;
  readonly opened_at: Date;
  readonly ended_at: Date;
}

/** Ends sessions of a process that ended without ending them, when it was last known to hold them. */
export function endInterrupted(tx: Transaction): Promise<InterruptedSession[]> {
  return tx.all(sql<InterruptedSession>`
    update shell_session set ended_at = coalesce(seen_at, opened_at), end_reason = 'interrupted'
    where ended_at is null
    returning tenant_id, device_id, device_name, device_kind, site_id, opened_by, opened_by_name, opened_at, ended_at`);
}

/** Sessions at sites within reach; those at earlier sites of a moved device belong to these sites. */
function visibleSessions(scope: Asker) {
  const sites: Expression<SqlBool> =
    scope.reach.kind === 'all' ? sql`true` : sql`shell_session.site_id in (${sitesWithin(scope)})`;
  return sqlBuilder
    .selectFrom('shell_session')
    .where('shell_session.tenant_id', '=', scope.tenant)
    .where('shell_session.device_kind', '=', sql<DeviceKind>`any(${visibleKinds(scope)}::text[])`)
    .where(sites);
}

const SORTING: Sorting = {
  by: { openedAt: sql.ref('shell_session.opened_at') },
  usual: '-openedAt',
  id: sql.ref('shell_session.id'),
};

export interface SessionFilter extends PageRequest {
  readonly deviceUUID?: string | undefined;
  readonly state?: 'open' | 'ended' | undefined;
}

export function listSessions(tx: Transaction, scope: Asker, request: SessionFilter) {
  let found = visibleSessions(scope);
  const { deviceUUID, state, search } = request;
  if (deviceUUID !== undefined) found = found.where('shell_session.device_id', '=', deviceUUID);
  if (state !== undefined)
    found = found.where('shell_session.ended_at', state === 'open' ? 'is' : 'is not', null);
  if (search !== '') {
    const pattern = containing(search);
    found = found.where((where) =>
      where.or([
        where('shell_session.device_name', 'ilike', pattern),
        where('shell_session.opened_by_name', 'ilike', pattern),
      ]),
    );
  }
  const shown = found.selectAll().select(
    sql<boolean>`not exists (select from device
      where device.tenant_id = shell_session.tenant_id and device.id = shell_session.device_id)`.as(
      'device_deleted',
    ),
  );
  return readPage(tx, request, found, shown, SORTING);
}

export function findSession(tx: Transaction, scope: Asker, id: string) {
  return tx.first(visibleSessions(scope).selectAll().where('shell_session.id', '=', id));
}

export async function isRecordingOfVisible(tx: Transaction, scope: Asker, fileId: string): Promise<boolean> {
  const found = await tx.first(
    visibleSessions(scope).select('shell_session.id').where('shell_session.file_id', '=', fileId),
  );
  return found !== undefined;
}

/** Deletes sessions that are older than their account keeps them; returns how many. */
export function deleteOld(tx: Transaction, now: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    delete from shell_session where (tenant_id, id) in (
      select session.tenant_id, session.id from shell_session session
      left join shell_setting setting on setting.tenant_id = session.tenant_id
      where session.ended_at < ${now}::timestamptz - make_interval(days =>
        case when session.file_id is null then ${SHELL_LIMITS.keptDays}
             else coalesce(setting.keep_days, ${SHELL_LIMITS.keepDaysUsual}) end)
      limit ${atMost})`);
}

/** Recordings of no session. */
export function looseRecordings(
  tx: Transaction,
  storedBefore: Date,
  atMost: number,
): Promise<{ tenant: string; id: string }[]> {
  return tx.all(sql<{ tenant: string; id: string }>`
    select stored_file.tenant_id as tenant, stored_file.id from stored_file
    where stored_file.kind = 'shellRecording' and stored_file.created_at < ${storedBefore}
      and not exists (
        select from shell_session
        where shell_session.tenant_id = stored_file.tenant_id and shell_session.file_id = stored_file.id)
    limit ${atMost}`);
}
