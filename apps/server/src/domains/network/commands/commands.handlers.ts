import type { CommandReason } from '@airloom/contract/commands/commands.model';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import { sql } from 'kysely';
import { type Bus, inParts } from '../../../platform/bus/bus.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { EventHandlers } from '../../../platform/events/events.ts';
import type { ChangedIds } from '../../../platform/live/changed-ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { followZone } from '../../../platform/rollout/follow-zone.repository.ts';
import { configurationsAnswered } from '../devices/index.ts';
import { storeCableTests } from './cable-tests.repository.ts';
import { ANSWERED } from './queue/command-lifecycle.ts';

export function commandEvents(
  platform: Pick<Platform, 'database' | 'now'>,
  bus: Bus,
  changed: ChangedIds,
): EventHandlers {
  return {
    CommandsQueued: async ({ tenant, payload }) => {
      if (tenant === null) return;
      changed.add(tenant, payload.batchIds);
      const holders = await platform.database.withTenant({ tenant }, (tx) =>
        holdersOf(tx, tenant, payload.deviceIds),
      );
      // A device without a connection has its commands looked up when it connects.
      for (const { gatewayId, deviceIds } of holders) {
        for (const some of inParts(deviceIds))
          bus.publish('device.wake', { tenant, deviceIds: some }, gatewayId);
      }
    },
    ConfigurationsChanged: async ({ tenant, payload }) => {
      if (tenant === null) return;
      for (const deviceIds of inParts(payload.deviceIds))
        bus.publish('device.configure', { tenant, deviceIds });
    },
    SiteSettingsChanged: async ({ tenant, payload: { siteId } }) => {
      if (tenant === null) return;
      const { database, now } = platform;
      const moved = await database.withTenant({ tenant }, (tx) =>
        followZone(tx, 'command_schedule', { tenant, siteId }, now()),
      );
      if (moved.length > 0) changed.add(tenant, moved);
    },
    CommandsEnded: async ({ tenant, payload }) => {
      if (tenant === null) return;
      const cableTests = payload.commands
        .filter(({ command }) => command === 'cableTest')
        .map(({ id }) => id);
      if (cableTests.length > 0) {
        await platform.database.withTenant({ tenant }, (tx) => storeCableTests(tx, tenant, cableTests));
      }
      // Browsers that read again find the results.
      changed.add(
        tenant,
        payload.commands.map(({ batchId }) => batchId),
      );
      const pushes = payload.commands.filter(({ command }) => command === 'configure').map(({ id }) => id);
      if (pushes.length > 0) {
        await platform.database.withTenant({ tenant }, (tx) => decide(tx, tenant, pushes, platform.now()));
      }
    },
  };
}

interface Holder {
  readonly gatewayId: string;
  readonly deviceIds: string[];
}

function holdersOf(tx: Transaction, tenant: string, deviceIds: readonly string[]): Promise<Holder[]> {
  return tx.all(sql<Holder>`
    select gateway_id as "gatewayId", array_agg(id) as "deviceIds" from device
    where tenant_id = ${tenant} and id = any(${deviceIds}::uuid[]) and gateway_id is not null
    group by gateway_id`);
}

interface Push {
  readonly device_id: string;
  readonly version: number;
  readonly state: CommandState;
  readonly reason: CommandReason | null;
  readonly rejected: string[];
}

/** A version without a verdict of the device stays pending until the device reports to run it or reconnects. */
async function decide(tx: Transaction, tenant: string, ids: readonly string[], at: Date): Promise<void> {
  const pushes = await tx.all(sql<Push>`
    select device_id, (params ->> 'version')::int as version, state, reason, rejected from command
    where tenant_id = ${tenant} and id = any(${ids}::uuid[])`);
  const verdicts = pushes.flatMap(({ device_id: deviceId, version, state, reason, rejected }) => {
    const verdict = verdictOf(state, reason);
    return verdict === null ? [] : [{ deviceId, version, state: verdict, rejected }];
  });
  await configurationsAnswered(tx, { tenant }, verdicts, at);
}

function verdictOf(
  state: CommandState,
  reason: CommandReason | null,
): 'applied' | 'partly' | 'refused' | null {
  if (state === 'success') return 'applied';
  if (!ANSWERED.includes(state)) return null;
  return reason === 'partly' ? 'partly' : 'refused';
}
