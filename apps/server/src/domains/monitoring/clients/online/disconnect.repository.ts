import type { Band } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { arrayLiteral, joinTexts } from '../../../../platform/database/array-literal.ts';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { type Asker, visibleDevices } from '../../../network/devices/index.ts';
import type { OwnedSession } from '../sessions/sessions.repository.ts';
import { blockedNow } from './online.repository.ts';

export interface OpenSession {
  readonly mac: string;
  /** The device that carries out the command: the access point itself, or its controller. */
  readonly commandDevice: string;
  readonly band: Band | null;
}

const COMMAND_DEVICE = sql<string>`case when device.connection_id is null then coalesce(device.managed_by, device.id)
  else device.id end`;

function open(tenant: string, macs: readonly string[]) {
  return sqlBuilder
    .selectFrom('terminal_session')
    .innerJoin('device', (join) =>
      join
        .onRef('device.tenant_id', '=', 'terminal_session.tenant_id')
        .onRef('device.id', '=', 'terminal_session.device_id'),
    )
    .select(['terminal_session.mac', COMMAND_DEVICE.as('commandDevice'), 'terminal_session.band'])
    .where('terminal_session.tenant_id', '=', tenant)
    .where('terminal_session.mac', '=', sql<string>`any(${macs}::text[])`)
    .where('terminal_session.ended_at', 'is', null);
}

/** Open sessions of these clients visible to the scope. */
export function openSessionsOf(
  tx: Transaction,
  scope: Asker,
  macs: readonly string[],
): Promise<OpenSession[]> {
  const devices = visibleDevices(scope).select('device.id');
  return tx.all(open(scope.tenant, macs).where('terminal_session.device_id', 'in', devices));
}

/** Open sessions of these clients in the whole account. */
export function sessionsAnywhere(
  tx: Transaction,
  { tenant }: TenantScope,
  macs: readonly string[],
): Promise<OpenSession[]> {
  return tx.all(open(tenant, macs));
}

export interface BlockedClient extends OpenSession {
  readonly tenant_id: string;
  readonly blocked_until: Date | null;
}

/** Those of the sessions whose client is blocked. */
export function blockedAmong(
  tx: Transaction,
  sessions: readonly OwnedSession[],
  now: Date,
): Promise<BlockedClient[]> {
  return tx.all(sql<BlockedClient>`
    select terminal.tenant_id, terminal.mac, terminal.blocked_until, ${COMMAND_DEVICE} as "commandDevice", given.band
    from unnest(${arrayLiteral(sessions.map(({ owner }) => owner.tenant))}::uuid[],
                ${arrayLiteral(sessions.map(({ owner }) => owner.deviceId))}::uuid[],
                string_to_array(${joinTexts(sessions.map(({ session }) => session.mac))}, chr(30)),
                ${arrayLiteral(sessions.map(({ session }) => session.band ?? 'NULL'))}::text[])
      as given (tenant, device, mac, band)
    join terminal on terminal.tenant_id = given.tenant and terminal.mac = given.mac
    join device on device.tenant_id = given.tenant and device.id = given.device
    where ${blockedNow(now)}`);
}
