import { sql } from 'kysely';
import { arrayLiteral, joinTexts } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { ReportingDevice } from '../ingest/received-items.ts';

type Device = Pick<ReportingDevice, 'tenant' | 'deviceId'>;

export interface ReportedTable {
  readonly device: Device;
  readonly at: number;
  /** Hex. */
  readonly digest: string;
  /** Addresses by port, as they are stored. */
  readonly ports: ReadonlyMap<string, string>;
}

function ids(devices: readonly Device[]) {
  return {
    tenants: arrayLiteral(devices.map(({ tenant }) => tenant)),
    devices: arrayLiteral(devices.map(({ deviceId }) => deviceId)),
  };
}

/**
 * Notes the digests of tables that differ from the stored ones, and returns their devices. Tables of reports that are
 * older than the newest stored one are left out, unless that one is after `latest`: then the clock was set back.
 */
export async function noteDigests(
  tx: Transaction,
  tables: readonly ReportedTable[],
  latest: number,
): Promise<ReadonlySet<string>> {
  const { tenants, devices } = ids(tables.map(({ device }) => device));
  const rows = await tx.all(sql<{ device_id: string }>`
    insert into mac_table (tenant_id, device_id, digest)
    select given.tenant_id, given.device_id, decode(given.digest, 'hex')
    from unnest(${tenants}::uuid[], ${devices}::uuid[], ${arrayLiteral(tables.map(({ at }) => at))}::bigint[],
                ${arrayLiteral(tables.map(({ digest }) => digest))}::text[])
      as given (tenant_id, device_id, at, digest)
    left join device_last_report last on last.tenant_id = given.tenant_id and last.device_id = given.device_id
    where last.ts is null or last.ts <= to_timestamp(given.at / 1000.0)
      or last.ts > to_timestamp(${latest}::bigint / 1000.0)
    order by given.device_id
    on conflict (tenant_id, device_id) do update set digest = excluded.digest
      where mac_table.digest <> excluded.digest
    returning device_id`);
  return new Set(rows.map(({ device_id }) => device_id));
}

/** Writes the ports whose addresses differ from the stored ones, and deletes those without addresses. */
export async function writePorts(tx: Transaction, tables: readonly ReportedTable[]): Promise<void> {
  const rows = tables.flatMap(({ device, ports }) =>
    [...ports].map(([port, learned]) => ({ ...device, port, learned })),
  );
  const all = ids(tables.map(({ device }) => device));
  const { tenants, devices } = ids(rows);
  const names = joinTexts(rows.map(({ port }) => port));
  await tx.run(sql`
    delete from mac_table_port old
    using unnest(${all.tenants}::uuid[], ${all.devices}::uuid[]) as reported (tenant_id, device_id)
    where old.tenant_id = reported.tenant_id and old.device_id = reported.device_id
      and not exists (
        select from unnest(${devices}::uuid[], string_to_array(${names}, chr(30))) as given (device_id, port)
        where given.device_id = old.device_id and given.port = old.port)`);
  if (rows.length === 0) return;
  await tx.run(sql`
    insert into mac_table_port (tenant_id, device_id, port, learned)
    select tenant_id, device_id, port, learned
    from unnest(${tenants}::uuid[], ${devices}::uuid[], string_to_array(${names}, chr(30)),
                string_to_array(${joinTexts(rows.map(({ learned }) => learned))}, chr(30)))
      as given (tenant_id, device_id, port, learned)
    on conflict (tenant_id, device_id, port) do update set learned = excluded.learned
      where mac_table_port.learned <> excluded.learned`);
}
