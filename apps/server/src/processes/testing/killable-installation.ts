import type { Installation, SpawnedGateway } from '../../testing/installation.ts';
import type { OwnCluster } from '../../testing/own-cluster.ts';
import { stopped } from '../../testing/spawned-console.ts';
import type { Dice } from './seeded.ts';

export type Victim = 'console' | 'gateway' | 'nats' | 'postgres';

/** An installation whose processes are killed by kill -9 and restarted, as by a supervisor. */
export class KillableInstallation {
  readonly house: Installation;
  readonly kills: Record<Victim, number> = { console: 0, gateway: 0, nats: 0, postgres: 0 };
  readonly #cluster: OwnCluster;
  readonly #dice: Dice;
  readonly #gateways: SpawnedGateway[] = [];
  #opened = Promise.withResolvers<void>();

  /** `cluster`: where its database is. */
  constructor(house: Installation, cluster: OwnCluster, dice: Dice) {
    this.house = house;
    this.#cluster = cluster;
    this.#dice = dice;
  }

  async openGateway(): Promise<void> {
    this.#gateways.push(await this.house.startGateway());
    this.#opened.resolve();
  }

  get livingGateways(): readonly string[] {
    return this.#gateways.map(({ id }) => id);
  }

  /** The port of a running gateway; when there is none, of the next one that starts. */
  async anyPort(): Promise<number> {
    for (;;) {
      const gateway = this.#gateways[this.#dice(this.#gateways.length)];
      if (gateway !== undefined) return gateway.port;
      await this.#opened.promise;
    }
  }

  /** Kills a process at once, and resolves when it runs again. */
  async kill(victim: Victim): Promise<void> {
    this.kills[victim] += 1;
    if (victim === 'gateway') return this.#killGateway();
    if (victim === 'nats') {
      await this.house.nats.stop();
      return this.house.nats.start();
    }
    if (victim === 'postgres') return this.house.database.away(() => this.#cluster.kill());
    if (this.house.console === null) throw new Error('There is no console');
    await stopped(this.house.console, 'SIGKILL');
    await this.house.startConsole();
  }

  async #killGateway(): Promise<void> {
    const [gateway] = this.#gateways.splice(this.#dice(this.#gateways.length), 1);
    if (gateway === undefined) throw new Error('There is no gateway');
    if (this.#gateways.length === 0) this.#opened = Promise.withResolvers();
    await stopped(gateway.process, 'SIGKILL');
    await this.openGateway();
  }
}
