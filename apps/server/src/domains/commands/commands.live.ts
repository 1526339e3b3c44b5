import { commandsChanged } from '@airloom/contract/commands/commands.live';
import type { Bus, Unsubscribe } from '../../platform/bus/bus.ts';
import type { Platform } from '../../platform/platform.ts';

const PAUSE_MS = 500;
const IDS_MAX = 100;

/** Says that orders went on: at once, and then twice a second at most, however many devices answer. */
export class ChangedOrders {
  readonly #bus: Bus;
  /** Orders of an account that changed since it was last told; there while its pause runs. */
  readonly #pausing = new Map<string, Set<string>>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  add(tenant: string, batchIds: Iterable<string>): void {
    const waiting = this.#pausing.get(tenant);
    if (waiting === undefined) this.#tell(tenant, new Set(batchIds));
    else for (const id of batchIds) waiting.add(id);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #tell(tenant: string, batchIds: ReadonlySet<string>): void {
    const ids = [...batchIds];
    for (let from = 0; from < ids.length; from += IDS_MAX) {
      this.#bus.publish('commands.changed', { tenant, batchIds: ids.slice(from, from + IDS_MAX) });
    }
    this.#pausing.set(tenant, new Set());
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const waiting = this.#pausing.get(tenant) ?? new Set();
      this.#pausing.delete(tenant);
      if (waiting.size > 0) this.#tell(tenant, waiting);
    }, PAUSE_MS);
    this.#timers.add(timer);
  }
}

/** Wherever commands run, browsers are told where they listen. */
export function showChangedOrders(bus: Bus, { live }: Pick<Platform, 'live'>): Unsubscribe {
  return bus.subscribe('commands.changed', ({ tenant, batchIds }) =>
    live.push(commandsChanged, { cfgUUIDs: [...batchIds] }, { tenant }),
  );
}
