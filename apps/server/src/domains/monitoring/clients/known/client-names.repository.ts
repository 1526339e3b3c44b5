import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import { DAY } from '@airloom/contract/time';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { Asker } from '../../../network/devices/index.ts';
import { isVisible } from './visible-clients.ts';

/** Names and addresses of the visible clients among these: their given name, otherwise their host name. */
export async function clientNames(
  tx: Transaction,
  scope: Asker,
  macs: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, { readonly name: string; readonly ip: string }>> {
  if (macs.length === 0) return new Map();
  const since = new Date(now.getTime() - CLIENT_LIMITS.knownDays * DAY);
  const rows = await tx.all(sql<{ mac: string; name: string; ip: string }>`
    select distinct on (known.mac) known.mac, coalesce(nullif(terminal.name, ''), known.hostname) as name, known.ip
    from known_terminal known
    left join terminal on terminal.tenant_id = known.tenant_id and terminal.mac = known.mac
    where known.tenant_id = ${scope.tenant} and known.mac = any(${macs}::text[])
      and known.last_seen_at > ${since}
      and ${isVisible(scope, 'known')}
    order by known.mac, known.last_seen_at desc`);
  return new Map(rows.map(({ mac, name, ip }) => [mac, { name, ip }]));
}
