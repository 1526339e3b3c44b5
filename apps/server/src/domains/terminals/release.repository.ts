import type { Band } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { arrayLiteral, joinTexts } from '../../platform/database/array-literal.ts';
import { sqlBuilder, type Transaction } from '../../platform/database/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { type Asker, visibleDevices } from '../devices/index.ts';
import { blockedNow } from './online.repository.ts';
import type { OwnedSession } from './sessions.repository.ts';

export interface OpenSession {
  readonly mac: string;
  readonly device_id: string;
  readonly band: Band | null;
}

function open(tenant: string, macs: readonly string[]) {
  return sqlBuilder
    .selectFrom('terminal_session')
    .select(['terminal_session.mac', 'terminal_session.device_id', 'terminal_session.band'])
    .where('terminal_session.tenant_id', '=', tenant)
    .where('terminal_session.mac', '=', sql<string>`any(${macs}::text[])`)
    .where('terminal_session.ended_at', 'is', null);
}

/** Where these clients are now, of where the asker sees them. */
export function openSessionsOf(
  tx: Transaction,
  scope: Asker,
  macs: readonly string[],
): Promise<OpenSession[]> {
  const devices = visibleDevices(scope).select('device.id');
  return tx.all(open(scope.tenant, macs).where('terminal_session.device_id', 'in', devices));
}

/** Where these clients are now in the whole account. */
export function sessionsAnywhere(
  tx: Transaction,
  { tenant }: TenantScope,
  macs: readonly string[],
): Promise<OpenSession[]> {
  return tx.all(open(tenant, macs));
}

export interface BlockedClient {
  readonly tenant_id: string;
  readonly mac: string;
  readonly blocked_until: Date | null;
}

/** Those of the clients that are to be kept away. */
export function blockedAmong(
  tx: Transaction,
  sessions: readonly OwnedSession[],
  now: Date,
): Promise<BlockedClient[]> {
  return tx.all(sql<BlockedClient>`
    select distinct terminal.tenant_id, terminal.mac, terminal.blocked_until
    from unnest(${arrayLiteral(sessions.map(({ owner }) => owner.tenant))}::uuid[],
                string_to_array(${joinTexts(sessions.map(({ session }) => session.mac))}, chr(30)))
      as given (tenant, mac)
    join terminal on terminal.tenant_id = given.tenant and terminal.mac = given.mac
    where ${blockedNow(now)}`);
}
