import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Scope } from '../../../platform/scope.ts';
import { stoodInReach } from '../telemetry/index.ts';
import { type Counters, GAP_MS, type PortCounters } from './port-traffic.ts';

const NOTHING: Counters = [0, 0, 0, 0];

/** Stored counters of a port in a window and shortly before and after it. A port without counters counted nothing. */
export async function readPortSamples(
  tx: Transaction,
  scope: Scope,
  deviceId: string,
  port: string,
  { first, to }: { readonly first: number; readonly to: number },
): Promise<PortCounters[]> {
  const rows = await tx.all(sql<{ ts: Date; counters: Counters | null }>`
    select ts, counters::jsonb -> ${port}::text as counters from port_sample
    where tenant_id = ${scope.tenant} and device_id = ${deviceId}
      and slot >= ${new Date(first - GAP_MS)} and slot <= ${new Date(to + GAP_MS)}
      and ${stoodInReach(scope, deviceId, sql`ts`, sql`ts`)}
    order by slot`);
  return rows.map(({ ts, counters }) => ({ at: ts.getTime(), counters: counters ?? NOTHING }));
}

export type StoredCounters = Readonly<Record<string, Counters>>;

/** The first stored counters of all ports after a time; null without any. */
export async function readSampleSince(
  tx: Transaction,
  scope: Scope,
  deviceId: string,
  since: Date,
): Promise<StoredCounters | null> {
  const row = await tx.first(sql<{ counters: string }>`
    select counters from port_sample
    where tenant_id = ${scope.tenant} and device_id = ${deviceId} and ts >= ${since}
      and ${stoodInReach(scope, deviceId, sql`ts`, sql`ts`)}
    order by slot limit 1`);
  return row === undefined ? null : JSON.parse(row.counters);
}
