import type { ChangeKey } from './changes.repository.ts';
import type { WatchedDevice } from './devices/evidence.repository.ts';

/** Devices whose next report matters to a change, and changes that one of them has reported for. */
export class AwaitedReports {
  /** Device → changes that wait for its next report; null until they are read. */
  #awaited: ReadonlyMap<string, readonly ChangeKey[]> | null = null;
  readonly #changes = new Map<string, ChangeKey>();
  /** Devices that reported since a round began, which may have started them; null between rounds. */
  #duringRound: Set<string> | null = null;

  get isRead(): boolean {
    return this.#awaited !== null;
  }

  /** Returns whether a change is due because of it. */
  note(deviceIds: readonly string[]): boolean {
    for (const id of deviceIds) this.#duringRound?.add(id);
    return this.#match(deviceIds);
  }

  /** A round begins: the changes that devices have reported for since the last one. */
  begin(): ChangeKey[] {
    this.#duringRound = new Set();
    const due = [...this.#changes.values()];
    this.#changes.clear();
    return due;
  }

  /** The devices that are awaited after a round. Returns whether one of them reported meanwhile. */
  read(devices: readonly WatchedDevice[]): boolean {
    this.#awaited = Map.groupBy(devices, ({ deviceId }) => deviceId);
    return this.#match(this.#duringRound ?? []);
  }

  /** The round is over. */
  end(): void {
    this.#duringRound = null;
  }

  #match(deviceIds: Iterable<string>): boolean {
    const before = this.#changes.size;
    if (this.#awaited === null || this.#awaited.size === 0) return false;
    for (const id of deviceIds)
      for (const { tenant, id: change } of this.#awaited.get(id) ?? [])
        this.#changes.set(change, { tenant, id: change });
    return this.#changes.size > before;
  }
}
