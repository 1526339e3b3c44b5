import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';

/**
 * Deletes the sessions of devices that were simulated, and the clients that had no other session. Clients with a name or
 * a block belong to people, and stay.
 */
export async function deleteVirtualClients(
  tx: Transaction,
  tenant: string,
  deviceIds: readonly string[],
): Promise<void> {
  const sessions = await tx.all(sql<{ mac: string; siteId: string | null }>`
    delete from terminal_session where tenant_id = ${tenant} and device_id = any(${deviceIds}::uuid[])
    returning mac, site_id as "siteId"`);
  await tx.run(
    sql`delete from client_minute where tenant_id = ${tenant} and device_id = any(${deviceIds}::uuid[])`,
  );
  const gone = await tx.all(sql<{ mac: string }>`
    delete from terminal where tenant_id = ${tenant} and mac = any(${sessions.map(({ mac }) => mac)}::text[])
      and name = '' and blocked_at is null and not exists (
        select from terminal_session session
        where session.tenant_id = terminal.tenant_id and session.mac = terminal.mac)
    returning mac`);
  const macs = gone.map(({ mac }) => mac);
  const sites = [...new Set(sessions.flatMap(({ siteId }) => siteId ?? []))];
  for (const table of ['terminal_1h', 'terminal_1d', 'terminal_1w']) {
    await tx.run(sql`
      delete from ${sql.table(table)}
      where tenant_id = ${tenant} and site_id = any(${sites}::uuid[]) and mac = any(${macs}::text[])`);
  }
}
