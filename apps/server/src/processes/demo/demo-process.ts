import type { Platform } from '../../platform/platform.ts';
import type { InternalCalls } from '../internal-calls.ts';
import { DemoFiller } from './demo-filler.ts';
import { type DemoFleet, removeDemoFleet, startDemoFleet } from './demo-fleet.ts';

/** Runs the devices of the demo and fills it; starts again with the new account when the demo is reset. */
export class DemoProcess {
  readonly #platform: Platform;
  readonly #calls: InternalCalls;
  readonly #gatewayPort: number;
  #fleet: DemoFleet | null = null;
  #filler: DemoFiller | null = null;
  /** The account that is being removed. */
  #removing: string | null = null;
  #isStopped = false;
  #latest: Promise<void> = Promise.resolve();

  constructor(platform: Platform, calls: InternalCalls, gatewayPort: number) {
    this.#platform = platform;
    this.#calls = calls;
    this.#gatewayPort = gatewayPort;
  }

  /** Null where there is no demo. */
  get fleet(): DemoFleet | null {
    return this.#fleet;
  }

  start(): Promise<void> {
    return this.#inTurn(() => this.#start());
  }

  /** Its devices stop first: their reports and the deletion would lock each other. */
  accountRemoving(tenant: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#fleet?.tenant !== tenant) return;
      this.#removing = tenant;
      await this.#end();
    });
  }

  accountRemoved(tenant: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#fleet !== null && this.#fleet.tenant !== tenant) return;
      if (this.#fleet !== null || this.#removing === tenant) {
        await this.#end();
        await removeDemoFleet(this.#platform);
      }
      // Without devices too: the start that followed an earlier removal may have failed.
      await this.#start();
    });
  }

  stop(): Promise<void> {
    const stopped = this.#inTurn(() => this.#end());
    this.#isStopped = true;
    return stopped;
  }

  /** One after the other; none starts after the last stop was requested. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    if (this.#isStopped) return this.#latest;
    const turn = this.#latest.then(work);
    this.#latest = turn.catch(() => undefined);
    return turn;
  }

  async #start(): Promise<void> {
    this.#fleet = await startDemoFleet(this.#platform, this.#gatewayPort);
    if (this.#fleet === null) return;
    this.#filler = new DemoFiller(this.#platform, this.#calls);
    this.#filler.start();
  }

  async #end(): Promise<void> {
    await this.#filler?.stop();
    await this.#fleet?.stop();
    this.#fleet = null;
  }
}
