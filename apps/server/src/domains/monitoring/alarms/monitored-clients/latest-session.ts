import { type RawBuilder, sql } from 'kysely';
import type { TenantScope } from '../../../../platform/scope.ts';

/** Number of latest sessions of a client searched for one that is open. */
const SESSIONS_MAX = 8;

export interface LatestSession {
  readonly id: string;
  readonly visit_id: string;
  readonly device_id: string;
  readonly site_id: string | null;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly end_reason: string | null;
}

/** The session that shows where a client is, or was last. */
export function latestSession({ tenant }: TenantScope, mac: RawBuilder<unknown>): RawBuilder<LatestSession> {
  return sql<LatestSession>`(
    select * from (
      select id, visit_id, device_id, site_id, started_at, ended_at, end_reason from terminal_session
      where tenant_id = ${tenant} and mac = ${mac}
      order by started_at desc, id desc limit ${SESSIONS_MAX}
    ) as newest
    order by ended_at desc nulls first, started_at desc, id desc limit 1)`;
}
