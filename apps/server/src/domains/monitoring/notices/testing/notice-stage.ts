import type { InputOf } from '@airloom/contract/call';
import type { noticeCalls } from '@airloom/contract/notices/notices.calls';
import type { Delivery } from '@airloom/contract/notices/notices.model';
import { ALL_GRANTS } from '@airloom/contract/permissions';
import { sql } from 'kysely';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { type AlarmFields, alarmAt, buildStage, type Stage } from '../../alarms/testing/alarm-stage.ts';
import { listDeliveries } from '../delivery/deliveries.repository.ts';

export { buildStage, type Stage };

type Setting = InputOf<(typeof noticeCalls)['createNoticeSetting']>;

/** Sends important and urgent alarms of the whole account by mail to one address, unless specified otherwise. */
export async function notifyBy(
  server: TestServer,
  { as }: Pick<Stage, 'as'>,
  setting: Partial<Setting> = {},
): Promise<string> {
  const made = await server.call(
    'createNoticeSetting',
    {
      name: 'Night shift',
      levels: ['urgent', 'important'],
      modes: ['mail'],
      emails: ['night@example.org'],
      ...setting,
    },
    as,
  );
  return made.data.settingUUID;
}

async function publishChanged(server: TestServer, { owner }: Stage, ids: readonly string[]): Promise<void> {
  await server.platform.database.withTenant(owner, (tx) =>
    publishEvent(tx, owner.tenant, 'AlarmsChanged', { alarmIds: [...ids] }),
  );
  await server.settled();
}

/** Raises alarms at the harbour like the evaluation: rows and the event. */
export async function raise(
  server: TestServer,
  stage: Stage,
  ...all: readonly AlarmFields[]
): Promise<string[]> {
  const ids: string[] = [];
  for (const fields of all.length === 0 ? [{}] : all) {
    ids.push(await alarmAt(server, stage, stage.harbour, fields));
  }
  await publishChanged(server, stage, ids);
  return ids;
}

export async function change(
  server: TestServer,
  stage: Stage,
  id: string,
  columns: { readonly clearedAt?: Date; readonly level?: string; readonly confirmedAt?: Date },
): Promise<void> {
  const { clearedAt = null, confirmedAt = null, level = null } = columns;
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      update alarm set cleared_at = coalesce(${clearedAt}::timestamptz, cleared_at),
        clear_reason = case when ${clearedAt}::timestamptz is null then clear_reason else 'recovered' end,
        confirmed_at = coalesce(${confirmedAt}::timestamptz, confirmed_at),
        state = case when ${confirmedAt}::timestamptz is null then state else 'confirmed' end,
        level = coalesce(${level}::text, level)
      where tenant_id = ${stage.owner.tenant} and id = ${id}`),
  );
  await publishChanged(server, stage, [id]);
}

/** The delivery log, oldest first; read from the database, as sessions end when tests move the clock far. */
export async function log(
  { platform }: TestServer,
  { owner }: Pick<Stage, 'owner'>,
): Promise<readonly Delivery[]> {
  const grants = new Set(ALL_GRANTS);
  const everything = { tenant: owner.tenant, reach: { kind: 'all' }, grants } as const;
  const request = { page: 1, size: 200, search: '', sort: 'createdAt' };
  return (await platform.database.withTenant(owner, (tx) => listDeliveries(tx, everything, request))).rows;
}

/** The log in short: step, mode, address and state. Oldest first. */
export async function shortLog(server: TestServer, stage: Stage, mode?: string): Promise<string[]> {
  const rows = await log(server, stage);
  return rows
    .filter((row) => mode === undefined || row.mode === mode)
    .map((row) => `${row.step} ${row.mode} ${row.to} ${row.state}`);
}
