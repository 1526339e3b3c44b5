import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { EventHandlers } from '../../../platform/events/events.ts';
import type { QueuedJob } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { insertLogRows } from './ingest/batch.repository.ts';
import type { ReportingDevice } from './ingest/received-items.ts';
import { forgetTenant, TELEMETRY_TABLES } from './rollup/retention.repository.ts';

const BATCH = 5_000;
const SEVERITY = { online: 6, offline: 4 } as const;

/** Derives the entry id from event and device, so that a repeated delivery logs it once. */
function idOf(factId: string, deviceId: string): string {
  const hex = createHash('sha256').update(`${factId} ${deviceId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function telemetryEvents({ database, addJob }: Pick<Platform, 'database' | 'addJob'>): EventHandlers {
  const log = async (
    factId: string,
    tenant: string | null,
    deviceIds: readonly string[],
    type: 'online' | 'offline',
  ): Promise<void> => {
    if (tenant === null || deviceIds.length === 0) return;
    const column = sql.ref(type === 'online' ? 'online_at' : 'offline_at');
    await database.asSystem(async (tx) => {
      const devices = await tx.all(sql<Pick<ReportingDevice, 'deviceId' | 'siteId'> & { at: Date }>`
        select id as "deviceId", site_id as "siteId", coalesce(${column}, now()) as at
        from device where tenant_id = ${tenant} and id = any(${deviceIds}::uuid[])`);
      if (devices.length === 0) return;
      await tx.run(
        insertLogRows(
          devices.map(({ at, ...device }) => ({
            id: idOf(factId, device.deviceId),
            device: { tenant, ...device },
            at: at.getTime(),
            type,
            severity: SEVERITY[type],
            details: {},
          })),
        ),
      );
    });
  };
  return {
    DevicesOnline: ({ id, tenant, payload }) => log(id, tenant, payload.deviceIds, 'online'),
    DevicesOffline: ({ id, tenant, payload }) => log(id, tenant, payload.deviceIds, 'offline'),
    AccountRemoved: ({ id, payload }) => addJob(FORGET_ACCOUNT, payload, `${FORGET_ACCOUNT} ${id}`),
  };
}

const FORGET_ACCOUNT = 'forgetTelemetryOfAccount';
const removedAccount = z.object({ tenant: z.string() });

export function forgetTelemetryOfAccount({ database }: Pick<Platform, 'database'>): QueuedJob {
  return {
    name: FORGET_ACCOUNT,
    long: true,
    run: async (payload) => {
      const { tenant } = removedAccount.parse(payload);
      for (const table of TELEMETRY_TABLES) {
        let removed = BATCH;
        while (removed === BATCH) {
          removed = await database.asSystem((tx) => forgetTenant(tx, table, tenant, BATCH));
        }
      }
    },
  };
}
