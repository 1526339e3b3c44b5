import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Scope } from '../../../platform/scope.ts';

export interface SheetRow {
  readonly id: string;
  readonly kind: 'import' | 'export';
  readonly call: string;
  readonly by: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly done: number;
  readonly refused: number;
  /** Null after the file was deleted. */
  readonly fileId: string | null;
}

/** Exports and imports of the caller. */
export function findSheets(
  tx: Transaction,
  { tenant, manager, demoSession }: Pick<Scope, 'tenant' | 'manager' | 'demoSession'>,
  since: Date,
  atMost: number,
): Promise<SheetRow[]> {
  return tx.all(sql<SheetRow>`
    select work.id, work.kind, work.call, work.user_name as by, work.started_at as "startedAt",
      work.ended_at as "endedAt", work.done, work.refused, file.id as "fileId"
    from sheet_work as work
    left join stored_file as file on file.tenant_id = work.tenant_id and file.id = work.file_id
      and file.expires_at > now()
    where work.tenant_id = ${tenant} and work.manager_id = ${manager} and work.started_at >= ${since}
      and work.session_id is not distinct from ${demoSession}::uuid
    order by work.started_at desc limit ${atMost}`);
}
