import { z } from 'zod';
import type { EventHandlers } from '../../../platform/events/events.ts';
import type { QueuedJob } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ShownTerminals } from './clients.live.ts';
import { forgetTenant, TERMINAL_TABLES } from './history/trim.repository.ts';
import { deleteVirtualClients } from './history/virtual-clients.repository.ts';
import type { SessionBuilder } from './sessions/session-builder.ts';
import { offlineDevices } from './sessions/sessions.repository.ts';

const BATCH = 5_000;

export function terminalEvents(
  { database, addJob }: Pick<Platform, 'database' | 'addJob'>,
  builder: Pick<SessionBuilder, 'end'>,
  shown: Pick<ShownTerminals, 'changed'>,
): EventHandlers {
  return {
    DevicesOffline: async ({ tenant, payload }) => {
      if (tenant === null) return;
      const left = await database.asSystem(async (tx) => {
        const gone = await offlineDevices(tx, tenant, payload.deviceIds);
        const owners = gone.map(({ at, ...owner }) => ({ ...owner, at: at.getTime() }));
        if (owners.length > 0) await builder.end(tx, owners, 'deviceOffline');
        return owners;
      });
      shown.changed(tenant, left);
    },
    VirtualDevicesRemoved: async ({ tenant, payload }) => {
      if (tenant === null) return;
      await database.asSystem((tx) => deleteVirtualClients(tx, tenant, payload.deviceIds));
    },
    AccountRemoved: ({ id, payload }) => addJob(FORGET_ACCOUNT, payload, `${FORGET_ACCOUNT} ${id}`),
  };
}

const FORGET_ACCOUNT = 'forgetTerminalsOfAccount';
const removedAccount = z.object({ tenant: z.string() });

export function forgetTerminalsOfAccount({ database }: Pick<Platform, 'database'>): QueuedJob {
  return {
    name: FORGET_ACCOUNT,
    long: true,
    run: async (payload) => {
      const { tenant } = removedAccount.parse(payload);
      for (const table of TERMINAL_TABLES) {
        let removed = BATCH;
        while (removed === BATCH) {
          removed = await database.asSystem((tx) => forgetTenant(tx, table, tenant, BATCH));
        }
      }
    },
  };
}
