import { ClockJumps } from '../../../../platform/clock-jumps.ts';
import { PeriodicWork } from '../../../../platform/periodic-work.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { ended, onDeadline, type Verdict } from './command-lifecycle.ts';
import {
  type DeviceKey,
  findNotPushed,
  findSendable,
  lockOverdue,
  lockUnreachable,
  restartFuture,
  type Settled,
  shiftOpen,
} from './queue.repository.ts';
import { settleAndAnnounce, settlementOf } from './settle.ts';

const EVERY_MS = 1_000;
const ALL_WAITING_EVERY = 20;
const ALL_UNTOLD_EVERY = 300;
const AT_ONCE = 500;

interface Wakes {
  wake(devices: readonly DeviceKey[]): void;
  wakeHere(devices: readonly DeviceKey[]): void;
  configureHere(devices: readonly DeviceKey[]): void;
  ended(commands: readonly Settled[]): void;
  clockSet(jumpMs: number): void;
}

/**
 * Timers of commands, read from the database: they continue after a restart, also for commands of a process that
 * ended.
 */
export class Sweep {
  readonly #platform: Pick<Platform, 'database' | 'log' | 'now' | 'monotonic' | 'wakeOutbox'>;
  readonly #gatewayId: string;
  readonly #wakes: Wakes;
  readonly #sweeps: PeriodicWork;
  #round = 0;
  readonly #jumps: ClockJumps;
  /** Clock change that is not stored yet. */
  #jumpMs = 0;

  constructor(
    platform: Pick<Platform, 'database' | 'log' | 'now' | 'monotonic' | 'wakeOutbox'>,
    gatewayId: string,
    wakes: Wakes,
  ) {
    this.#platform = platform;
    this.#gatewayId = gatewayId;
    this.#wakes = wakes;
    this.#jumps = new ClockJumps(platform);
    this.#sweeps = new PeriodicWork({
      everyMs: EVERY_MS,
      whileRunning: 'skip',
      work: () => this.#sweep(),
      onError: (error) => platform.log.error({ err: error }, 'commands could not be swept'),
    });
  }

  start(): void {
    this.#sweeps.start();
  }

  /** A wake message may have been lost: the next round checks all pending commands. */
  lookAgain(): void {
    this.#round = 0;
  }

  stop(): Promise<void> {
    return this.#sweeps.stop();
  }

  async #sweep(): Promise<void> {
    const { database, now } = this.#platform;
    await this.#followClock();
    const at = now();
    const settled = await database.asSystem(async (tx) => {
      const overdue = (await lockOverdue(tx, this.#gatewayId, at, AT_ONCE)).map((row) => ({
        tenant: row.tenant_id,
        id: row.id,
        verdict: onDeadline({
          sentAt: row.sent_at?.getTime() ?? null,
          answeredAt: row.answered_at?.getTime() ?? null,
        }),
      }));
      const held = new Set(overdue.map(({ id }) => id));
      const unreachable = (await lockUnreachable(tx, AT_ONCE))
        .filter(({ id }) => !held.has(id))
        .map((row) => ({ tenant: row.tenant_id, id: row.id, verdict: ended('deviceOffline') }));
      return this.#end(tx, [...overdue, ...unreachable], at);
    });
    if (settled.length > 0) this.#platform.wakeOutbox();
    this.#wakes.ended(settled);
    this.#wakes.wake(settled.map((one) => ({ tenant: one.tenant_id, deviceId: one.device_id })));
    const round = this.#round;
    this.#round += 1;
    if (round % ALL_WAITING_EVERY === 0) {
      this.#wakes.wakeHere(await database.asSystem((tx) => findSendable(tx, this.#gatewayId, AT_ONCE)));
    }
    if (round % ALL_UNTOLD_EVERY === 0) {
      this.#wakes.configureHere(
        await database.asSystem((tx) => findNotPushed(tx, this.#gatewayId, at, AT_ONCE)),
      );
    }
  }

  /** Commands keep their remaining time when the clock is set. */
  async #followClock(): Promise<void> {
    const { database, now } = this.#platform;
    const jumpMs = this.#jumps.take();
    this.#jumpMs += jumpMs;
    if (jumpMs !== 0) this.#wakes.clockSet(jumpMs);
    if (this.#jumpMs !== 0)
      await database.asSystem((tx) => shiftOpen(tx, this.#gatewayId, this.#jumpMs, now()));
    this.#jumpMs = 0;
    if (this.#round % ALL_WAITING_EVERY === 0) {
      await database.asSystem((tx) => restartFuture(tx, this.#gatewayId, now()));
    }
  }

  async #end(
    tx: Parameters<typeof settleAndAnnounce>[0],
    over: readonly { readonly tenant: string; readonly id: string; readonly verdict: Verdict }[],
    now: Date,
  ): Promise<Settled[]> {
    const settlements = over.flatMap(({ verdict, ...key }) =>
      verdict === null ? [] : settlementOf(key, verdict),
    );
    return settlements.length === 0 ? [] : settleAndAnnounce(tx, settlements, now);
  }
}
