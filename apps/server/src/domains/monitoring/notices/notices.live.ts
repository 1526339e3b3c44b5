import { noticesChanged } from '@airloom/contract/notices/notices.live';
import { ChangedIds } from '../../../platform/live/changed-ids.ts';
import type { Platform } from '../../../platform/platform.ts';

export interface ShownNotices {
  changed(tenant: string): void;
  stop(): void;
}

/** Delivery runs where browsers are connected: announces changes to people who see the notices. */
export function showNotices({ live }: Pick<Platform, 'live'>): ShownNotices {
  const changes = new ChangedIds((tenant) => live.push(noticesChanged, {}, { tenant }));
  return {
    changed: (tenant) => changes.add(tenant, [tenant]),
    stop: () => changes.stop(),
  };
}
