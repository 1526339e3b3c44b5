import type { Bus } from '../../../platform/bus/bus.ts';
import type { EventHandlers } from '../../../platform/events/events.ts';
import type { ChangedIds } from '../../../platform/live/changed-ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { followZone } from '../../../platform/rollout/follow-zone.repository.ts';
import { wake } from './campaigns/engine.ts';
import { settleCommands, settleRemoved } from './campaigns/settle.ts';
import { campaignsAwaiting } from './campaigns/upgrades.repository.ts';

export function firmwareEvents(
  platform: Pick<Platform, 'database' | 'now' | 'wakeOutbox'>,
  bus: Bus,
  changed: ChangedIds,
): EventHandlers {
  const { database, now } = platform;
  return {
    DevicesOnline: async ({ tenant, payload }) => {
      if (tenant === null) return;
      const devices = payload.deviceIds.map((deviceId) => ({ tenant, deviceId }));
      await wake(
        platform,
        bus,
        await database.withTenant({ tenant }, (tx) => campaignsAwaiting(tx, devices)),
      );
    },
    DevicesRefused: async ({ tenant, payload }) => {
      if (tenant === null) return;
      const devices = payload.deviceIds.map((deviceId) => ({ tenant, deviceId }));
      const campaigns = await database.withTenant({ tenant }, async (tx) => [
        ...(await settleRemoved(tx, devices, now())),
        ...(await campaignsAwaiting(tx, devices)),
      ]);
      await wake(platform, bus, campaigns);
    },
    SiteSettingsChanged: async ({ tenant, payload: { siteId } }) => {
      if (tenant === null) return;
      const moved = await database.withTenant({ tenant }, (tx) =>
        followZone(tx, 'upgrade_campaign', { tenant, siteId }, now()),
      );
      if (moved.length > 0) changed.add(tenant, moved);
    },
    CommandsEnded: async ({ tenant, payload }) => {
      const commands = payload.commands.filter(({ command }) => command === 'upgrade').map(({ id }) => id);
      if (tenant === null || commands.length === 0) return;
      const campaigns = await database.withTenant({ tenant }, (tx) =>
        settleCommands(tx, tenant, commands, now()),
      );
      platform.wakeOutbox();
      await wake(platform, bus, campaigns);
    },
  };
}
