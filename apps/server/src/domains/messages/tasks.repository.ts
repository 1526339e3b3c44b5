import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import type { FileKind } from '../../platform/files/stored-files.ts';
import type { Scope } from '../../platform/scope.ts';

type Owner = Pick<Scope, 'tenant' | 'manager'>;

export interface SheetRow {
  readonly id: string;
  readonly call: string;
  readonly by: string;
  readonly at: Date;
}

const EXPORTED: readonly FileKind[] = ['exportedCsv', 'exportedXlsx'];

/** Tables written into files that only the asker can fetch, while they are kept. The log knows by which call. */
export function findExports(tx: Transaction, scope: Owner, now: Date, atMost: number): Promise<SheetRow[]> {
  return tx.all(sql<SheetRow>`
    select file.id, log.call, log.user_name as by, file.created_at as at
    from stored_file as file
    join operation_log as log on log.tenant_id = file.tenant_id and log.at = file.created_at
      and log.target = 'file ' || file.id
    where ${owned('file.created_by', scope)} and file.tenant_id = ${scope.tenant}
      and file.kind = any(${EXPORTED}::text[]) and file.expires_at > ${now}
    order by file.created_at desc limit ${atMost}`);
}

export interface ImportRow extends SheetRow {
  readonly devices: number;
}

/** Sheets the asker took in; the log is all that is left of them. */
export function findImports(
  tx: Transaction,
  scope: Owner,
  since: Date,
  atMost: number,
): Promise<ImportRow[]> {
  return tx.all(sql<ImportRow>`
    select id, call, user_name as by, at, (after ->> 'devices')::int as devices
    from operation_log
    where tenant_id = ${scope.tenant} and ${owned('manager_id', scope)} and at >= ${since}
      and call = 'importDevices' and after ? 'devices'
    order by at desc limit ${atMost}`);
}

function owned(column: string, { manager }: Owner): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = ${manager}`;
}
