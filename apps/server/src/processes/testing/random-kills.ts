import type { KillableInstallation, Victim } from './killable-installation.ts';
import type { Dice } from './seeded.ts';

/** The console does more at once than all others. */
const BAG: readonly Victim[] = ['console', 'console', 'gateway', 'gateway', 'nats', 'postgres'];

/** Kills a random process repeatedly, each time after some more actions. */
export class RandomKills {
  readonly #installation: KillableInstallation;
  readonly #dice: Dice;
  readonly #between: number;
  #left = Number.POSITIVE_INFINITY;
  #moment = Promise.withResolvers<void>();
  #isOver = false;
  #killing: Promise<void> = Promise.resolve();

  /** `between`: the average number of actions between two kills. */
  constructor(installation: KillableInstallation, dice: Dice, between: number) {
    this.#installation = installation;
    this.#dice = dice;
    this.#between = between;
  }

  /** Counts an action. */
  note(): void {
    this.#left -= 1;
    if (this.#left === 0) this.#moment.resolve();
  }

  async begin(): Promise<void> {
    let bag: Victim[] = [];
    for (;;) {
      this.#moment = Promise.withResolvers();
      this.#left = 1 + this.#dice(2 * this.#between);
      if (this.#isOver) return;
      await this.#moment.promise;
      if (this.#isOver) return;
      if (bag.length === 0) bag = [...BAG];
      const [victim] = bag.splice(this.#dice(bag.length), 1);
      if (victim !== undefined) await this.strike(victim);
    }
  }

  /** Kills that process at once, or as soon as the one killed before runs again. */
  strike(victim: Victim): Promise<void> {
    this.#killing = this.#killing.then(() => this.#installation.kill(victim));
    return this.#killing;
  }

  /** Resolves when the process killed last runs again. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#moment.resolve();
    await this.#killing;
  }
}
