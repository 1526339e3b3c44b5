import type { Platform } from '../../../../platform/platform.ts';
import { queueWhereAble } from '../../../network/commands/index.ts';
import type { StartedListener } from '../sessions/session-builder.ts';
import { blockedAmong } from './disconnect.repository.ts';
import { banSeconds, commandsFor } from './disconnect.service.ts';

/** Disconnects a blocked client each time it joins, once per session. */
export function sendBlockedAway({ now, wakeOutbox }: Pick<Platform, 'now' | 'wakeOutbox'>): StartedListener {
  return async (tx, begun) => {
    const at = now();
    const blocked = await blockedAmong(tx, begun, at);
    for (const [tenant, clients] of Map.groupBy(blocked, (one) => one.tenant_id)) {
      const until = new Map(clients.map((one) => [one.mac, one.blocked_until]));
      const devices = commandsFor(clients, (mac) => banSeconds(until.get(mac) ?? null, at));
      await queueWhereAble(tx, { tenant, command: 'releaseClients', by: null, devices, now: at });
    }
    return blocked.length === 0 ? () => undefined : wakeOutbox;
  };
}
