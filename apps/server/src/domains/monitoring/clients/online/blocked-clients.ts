import type { Platform } from '../../../../platform/platform.ts';
import { queueWhereAble } from '../../../network/commands/index.ts';
import type { BegunListener } from '../sessions/client-folder.ts';
import { blockedAmong } from './release.repository.ts';
import { banSeconds, ordersFor } from './release.service.ts';

/** A client that is blocked is sent away wherever it comes back, once for each time it does. */
export function sendBlockedAway({ now, wakeOutbox }: Pick<Platform, 'now' | 'wakeOutbox'>): BegunListener {
  return async (tx, begun) => {
    const at = now();
    const blocked = await blockedAmong(tx, begun, at);
    for (const [tenant, clients] of Map.groupBy(blocked, (one) => one.tenant_id)) {
      const until = new Map(clients.map((one) => [one.mac, one.blocked_until]));
      const devices = ordersFor(clients, (mac) => banSeconds(until.get(mac) ?? null, at));
      await queueWhereAble(tx, { tenant, command: 'releaseClients', by: null, devices, now: at });
    }
    return blocked.length === 0 ? () => undefined : wakeOutbox;
  };
}
