import { campaignsChanged } from '@airloom/contract/firmware/firmware.live';
import type { Bus, Unsubscribe } from '../../platform/bus/bus.ts';
import type { Platform } from '../../platform/platform.ts';

const PAUSE_MS = 500;
const IDS_MAX = 100;

/** Says that campaigns went on: at once, and then twice a second at most, however many devices are upgraded. */
export class ChangedCampaigns {
  readonly #bus: Bus;
  /** Campaigns of an account that went on since it was last told; there while its pause runs. */
  readonly #pausing = new Map<string, Set<string>>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  add(tenant: string, campaignIds: Iterable<string>): void {
    const waiting = this.#pausing.get(tenant);
    if (waiting === undefined) this.#tell(tenant, [...campaignIds]);
    else for (const id of campaignIds) waiting.add(id);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #tell(tenant: string, ids: readonly string[]): void {
    for (let from = 0; from < ids.length; from += IDS_MAX) {
      this.#bus.publish('campaigns.changed', { tenant, campaignIds: ids.slice(from, from + IDS_MAX) });
    }
    this.#pausing.set(tenant, new Set());
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const waiting = this.#pausing.get(tenant) ?? new Set();
      this.#pausing.delete(tenant);
      if (waiting.size > 0) this.#tell(tenant, [...waiting]);
    }, PAUSE_MS);
    this.#timers.add(timer);
  }
}

/** Wherever campaigns are driven, browsers are told where they listen. */
export function showChangedCampaigns(bus: Bus, { live }: Pick<Platform, 'live'>): Unsubscribe {
  return bus.subscribe('campaigns.changed', ({ tenant, campaignIds }) =>
    live.push(campaignsChanged, { campaignUUIDs: [...campaignIds] }, { tenant }),
  );
}
