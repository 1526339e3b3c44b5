import type { Bus, Unsubscribe } from '../../../../platform/bus/bus.ts';
import { ClockJumps } from '../../../../platform/clock-jumps.ts';
import type { ChangedIds } from '../../../../platform/live/changed-ids.ts';
import { PeriodicWork } from '../../../../platform/periodic-work.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { shiftSent } from '../../commands/index.ts';
import { advanceCampaign } from './advance-campaign.ts';
import { findDue } from './engine.repository.ts';
import { settleOverdue } from './settle.ts';
import { type CampaignKey, makeDue, shiftRunning } from './upgrades.repository.ts';

const EVERY_MS = 1_000;
const UPGRADES_AT_ONCE = 500;
const CAMPAIGNS_AT_ONCE = 50;

export type EnginePlatform = Pick<Platform, 'database' | 'log' | 'now' | 'monotonic' | 'wakeOutbox'>;

/** Announces due campaigns to all processes. */
export async function wake(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  bus: Bus,
  campaigns: readonly CampaignKey[],
): Promise<void> {
  if (campaigns.length === 0) return;
  await database.asSystem((tx) => makeDue(tx, campaigns, now()));
  bus.publish('campaigns.due', {});
}

/**
 * Advances campaigns. Their state and due time are in the database: an event makes a campaign due, and any running
 * process advances it; one that ends leaves no partial work.
 */
export class UpgradeEngine {
  readonly #platform: EnginePlatform;
  readonly #bus: Bus;
  readonly #changed: ChangedIds;
  readonly #jumps: ClockJumps;
  readonly #rounds: PeriodicWork;
  #unsubscribe: Unsubscribe = () => undefined;

  constructor(platform: EnginePlatform, bus: Bus, changed: ChangedIds) {
    this.#platform = platform;
    this.#bus = bus;
    this.#changed = changed;
    this.#jumps = new ClockJumps(platform);
    this.#rounds = new PeriodicWork({
      everyMs: EVERY_MS,
      whileRunning: 'repeat',
      work: () => this.#round(),
      onError: (error) => platform.log.error({ err: error }, 'upgrade campaigns could not be driven'),
    });
  }

  start(): void {
    this.#unsubscribe = this.#bus.subscribe('campaigns.due', () => this.#rounds.request());
    this.#rounds.start();
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#rounds.stop();
  }

  async #round(): Promise<void> {
    const { database, now, wakeOutbox } = this.#platform;
    await this.#jumps.follow((jumpMs) => this.#followClock(jumpMs));
    const at = now();
    const over = await database.asSystem((tx) => settleOverdue(tx, at, UPGRADES_AT_ONCE));
    if (over.length > 0) await database.asSystem((tx) => makeDue(tx, over, at));
    const due = await database.asSystem((tx) => findDue(tx, at, CAMPAIGNS_AT_ONCE));
    for (const campaign of due) await this.#advanceCampaign(campaign);
    for (const { tenant, id } of [...over, ...due]) this.#changed.add(tenant, [id]);
    if (over.length + due.length > 0) wakeOutbox();
  }

  async #followClock(jumpMs: number): Promise<void> {
    const { database, now } = this.#platform;
    await database.asSystem(async (tx) => {
      const at = now();
      await shiftSent(tx, await shiftRunning(tx, jumpMs, at), jumpMs, at);
    });
  }

  /** An error in one campaign does not stop the others. */
  async #advanceCampaign(campaign: CampaignKey): Promise<void> {
    const { database, log, now } = this.#platform;
    try {
      await database.withTenant(campaign, (tx) => advanceCampaign(tx, campaign, now()));
    } catch (error) {
      log.error({ err: error, campaign: campaign.id }, 'an upgrade campaign could not be driven');
    }
  }
}
