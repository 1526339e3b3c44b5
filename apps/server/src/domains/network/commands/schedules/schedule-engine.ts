import type { ChangedIds } from '../../../../platform/live/changed-ids.ts';
import { PeriodicWork } from '../../../../platform/periodic-work.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { RolloutKey } from '../../../../platform/rollout/site-windows.repository.ts';
import { findDueSchedules } from './advance-schedule.repository.ts';
import { advanceSchedule } from './advance-schedule.ts';

const EVERY_MS = 1_000;
const SCHEDULES_AT_ONCE = 50;

/** Sends scheduled commands when they are due. State and due times are in the database. */
export class ScheduleEngine {
  readonly #platform: Pick<Platform, 'database' | 'log' | 'now' | 'wakeOutbox'>;
  readonly #changed: ChangedIds;
  readonly #rounds: PeriodicWork;

  constructor(platform: Pick<Platform, 'database' | 'log' | 'now' | 'wakeOutbox'>, changed: ChangedIds) {
    this.#platform = platform;
    this.#changed = changed;
    this.#rounds = new PeriodicWork({
      everyMs: EVERY_MS,
      whileRunning: 'repeat',
      work: () => this.#round(),
      onError: (error) => platform.log.error({ err: error }, 'scheduled commands could not be sent'),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async #round(): Promise<void> {
    const { database, now, wakeOutbox } = this.#platform;
    const due = await database.asSystem((tx) => findDueSchedules(tx, now(), SCHEDULES_AT_ONCE));
    for (const schedule of due) await this.#advance(schedule);
    for (const { tenant, id } of due) this.#changed.add(tenant, [id]);
    if (due.length > 0) wakeOutbox();
  }

  /** An error in one schedule does not stop the others. */
  async #advance(schedule: RolloutKey): Promise<void> {
    const { database, log, now } = this.#platform;
    try {
      await database.withTenant(schedule, (tx) => advanceSchedule(tx, schedule, now()));
    } catch (error) {
      log.error({ err: error, schedule: schedule.id }, 'a scheduled command could not be sent');
    }
  }
}
