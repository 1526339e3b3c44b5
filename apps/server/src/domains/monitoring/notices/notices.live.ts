import { noticesChanged } from '@airloom/contract/notices/notices.live';
import { ChangedIds } from '../../../platform/live/changed-ids.ts';
import type { Platform } from '../../../platform/platform.ts';

export interface ShownNotices {
  changed(tenant: string): void;
  stop(): void;
}

/** Notices go out where browsers listen: whoever may look at them is told that there is something new. */
export function showNotices({ live }: Pick<Platform, 'live'>): ShownNotices {
  const changes = new ChangedIds((tenant) => live.push(noticesChanged, {}, { tenant }));
  return {
    changed: (tenant) => changes.add(tenant, [tenant]),
    stop: () => changes.stop(),
  };
}
