import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '@airloom/contract/time';
import type { Bus, BusMessages, Unsubscribe } from '../../../../platform/bus/bus.ts';
import { ClockJumps } from '../../../../platform/clock-jumps.ts';
import type { ChangedIds } from '../../../../platform/live/changed-ids.ts';
import { PeriodicWork } from '../../../../platform/periodic-work.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { type Advanced, advanceChange, type StartChange } from './advance-change.ts';
import { AwaitedReports } from './awaited-reports.ts';
import { type ChangeKey, findDue, makeDue } from './changes.repository.ts';
import { shiftInFlight } from './devices/change-devices.repository.ts';
import { awaitingReport } from './devices/evidence.repository.ts';

const EVERY_MS = 1_000;
const REST_MAX_MS = 1_000;
const CHANGES_AT_ONCE = 50;
/** Until a change that could not be advanced is tried again. */
const RETRY_AFTER_MS = 60 * SECOND;

export type EnginePlatform = Pick<
  Platform,
  'database' | 'log' | 'now' | 'monotonic' | 'wakeOutbox' | 'settings'
>;

/** Announces due changes to all processes. */
export async function wake(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  bus: Bus,
  changes: readonly ChangeKey[],
): Promise<void> {
  if (changes.length === 0) return;
  await database.asSystem((tx) => makeDue(tx, changes, now()));
  bus.publish('changes.due', {});
}

/**
 * Rolls out changes. Their state and due time are in the database: an event makes a change due, and any running process
 * advances it; one that ends leaves no partial work.
 */
export class RolloutEngine {
  readonly #platform: EnginePlatform;
  readonly #bus: Bus;
  readonly #changed: ChangedIds;
  readonly #startChange: StartChange;
  readonly #jumps: ClockJumps;
  readonly #rounds: PeriodicWork;
  readonly #stopped = new AbortController();
  readonly #reports = new AwaitedReports();
  /** Changes that could not be advanced → when they are tried again, in monotonic time. */
  readonly #failed = new Map<string, number>();
  #subscriptions: readonly Unsubscribe[] = [];

  constructor(platform: EnginePlatform, bus: Bus, changed: ChangedIds, startChange: StartChange) {
    this.#platform = platform;
    this.#bus = bus;
    this.#changed = changed;
    this.#startChange = startChange;
    this.#jumps = new ClockJumps(platform);
    this.#rounds = new PeriodicWork({
      everyMs: EVERY_MS,
      whileRunning: 'repeat',
      work: () => this.#roundAndRest(),
      onError: (error) => platform.log.error({ err: error }, 'changes could not be rolled out'),
    });
  }

  start(): void {
    this.#subscriptions = [
      this.#bus.subscribe('changes.due', () => this.#rounds.request()),
      this.#bus.subscribe('device.reported', (message) => this.#onReported(message)),
    ];
    this.#rounds.start();
  }

  async stop(): Promise<void> {
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    this.#stopped.abort();
    await this.#rounds.stop();
  }

  /** A round is followed by a rest of the same duration, so that rollouts to many devices leave time to other work. */
  async #roundAndRest(): Promise<void> {
    const began = this.#platform.monotonic();
    await this.#round();
    const restMs = Math.min(this.#platform.monotonic() - began, REST_MAX_MS);
    await pause(restMs, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
  }

  /** Reads nothing for devices without an open rollout. A lost message is made up for by the next check. */
  #onReported({ devices }: BusMessages['device.reported']): void {
    if (this.#reports.note(devices.flatMap(({ deviceIds }) => deviceIds))) this.#rounds.request();
  }

  async #round(): Promise<void> {
    const { database, now, wakeOutbox } = this.#platform;
    await this.#jumps.follow((jumpMs) => database.asSystem((tx) => shiftInFlight(tx, jumpMs, now())));
    const held = this.#stillFailed();
    const found = await database.asSystem((tx) => findDue(tx, now(), CHANGES_AT_ONCE, held));
    const due = new Map([...found, ...this.#reports.begin()].map((change) => [change.id, change]));
    const isIdle = due.size === 0;
    for (const change of due.values()) {
      due.delete(change.id);
      const { again, changed } = await this.#advance(change);
      for (const other of changed) {
        this.#changed.add(other.tenant, [other.id]);
        // Changes that lost devices to this one are advanced in the same round, also those that were already.
        if (other.id !== change.id) due.set(other.id, other);
      }
      if (again) this.#rounds.request();
    }
    if (!isIdle) wakeOutbox();
    if (!isIdle || !this.#reports.isRead) {
      const devices = await database.asSystem(awaitingReport);
      if (this.#reports.read(devices)) this.#rounds.request();
    }
    this.#reports.end();
  }

  #stillFailed(): string[] {
    const at = this.#platform.monotonic();
    for (const [id, until] of this.#failed) if (until <= at) this.#failed.delete(id);
    return [...this.#failed.keys()];
  }

  /** An error in one change does not stop the others: it is tried again later, so that many such leave room for them. */
  async #advance(change: ChangeKey): Promise<Advanced> {
    const { database, log, now, settings } = this.#platform;
    try {
      return await database.withTenant(change, (tx) =>
        advanceChange(tx, change, this.#startChange, {
          now: now(),
          holdMs: settings.CONFIGURATION_HOLD_SECONDS * SECOND,
        }),
      );
    } catch (error) {
      log.error({ err: error, change: change.id }, 'a change could not be rolled out');
      this.#failed.set(change.id, this.#platform.monotonic() + RETRY_AFTER_MS);
      return { again: false, changed: [] };
    }
  }
}
