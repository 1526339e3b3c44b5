import type { Transaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ConnectedDevice, configurationsToPush, misconfigured } from '../devices/index.ts';
import { Gathering } from './gathering.ts';
import { aimWaitingConfigure, configuredAlready } from './orders.repository.ts';
import type { DeviceKey } from './queue.repository.ts';
import { queueCommands, queueIfPossible } from './queue.ts';

interface Check extends DeviceKey {
  readonly runs: number;
}

/** Watches which configuration devices say they run, and queues a push where it is not the one they should. */
export class ConfigurationPush {
  readonly #platform: Pick<Platform, 'database' | 'log' | 'now' | 'kickOutbox'>;
  /** By device: what it said last. A version is looked into once, however often it is reported. */
  readonly #reported = new Map<string, number>();
  readonly #checks: Gathering<Check>;
  readonly #reboots: Gathering<DeviceKey>;

  constructor(platform: Pick<Platform, 'database' | 'log' | 'now' | 'kickOutbox'>) {
    this.#platform = platform;
    this.#checks = new Gathering('configure', platform.log, (checks) => this.#check(checks));
    this.#reboots = new Gathering('recover', platform.log, (devices) => this.#reboot(devices));
  }

  runs({ tenant, deviceId }: DeviceKey, version: number): void {
    if (this.#reported.get(deviceId) === version) return;
    this.#reported.set(deviceId, version);
    this.#checks.add({ tenant, deviceId, runs: version });
  }

  /** What it should run changed; only a device that has spoken can be judged. */
  changed({ tenant, deviceId }: DeviceKey): void {
    const runs = this.#reported.get(deviceId);
    if (runs !== undefined) this.#checks.add({ tenant, deviceId, runs });
  }

  reported(deviceId: string): number | undefined {
    return this.#reported.get(deviceId);
  }

  forget(deviceId: string): void {
    this.#reported.delete(deviceId);
  }

  /** A device in recovery asks to be restarted. */
  reboot({ tenant, deviceId }: ConnectedDevice): void {
    this.#reboots.add({ tenant, deviceId });
  }

  async settled(): Promise<void> {
    await this.#checks.settled();
    await this.#reboots.settled();
  }

  async #check(checks: readonly Check[]): Promise<void> {
    const { database, log, kickOutbox } = this.#platform;
    const due = await database.asSystem((tx) => misconfigured(tx, checks));
    for (const [tenant, devices] of Map.groupBy(due, (one) => one.tenant)) {
      await database
        .withTenant({ tenant }, (tx) => this.#queue(tx, tenant, devices))
        .catch((error: unknown) => {
          // What fails in one account keeps no other waiting; what they say next is looked into again.
          log.error({ err: error, tenant, devices: devices.length }, 'configurations could not be queued');
          for (const { deviceId } of devices) this.#reported.delete(deviceId);
        });
    }
    if (due.length > 0) kickOutbox();
  }

  async #queue(tx: Transaction, tenant: string, checks: readonly Check[]): Promise<void> {
    const now = this.#platform.now();
    const due = await configurationsToPush(tx, { tenant }, checks, now);
    if (due.length === 0) return;
    const done = new Set([
      ...(await configuredAlready(tx, { tenant }, due)),
      ...(await aimWaitingConfigure(tx, { tenant }, due)),
    ]);
    const devices = due
      .filter(({ deviceId }) => !done.has(deviceId))
      .map(({ deviceId, version }) => ({ deviceId, params: { version } }));
    if (devices.length > 0) await queueCommands(tx, { tenant, command: 'configure', by: null, devices, now });
  }

  async #reboot(devices: readonly DeviceKey[]): Promise<void> {
    const now = this.#platform.now();
    for (const [tenant, some] of Map.groupBy(devices, (one) => one.tenant)) {
      await this.#platform.database.withTenant({ tenant }, (tx) =>
        queueIfPossible(tx, {
          tenant,
          command: 'reboot',
          by: null,
          devices: some.map(({ deviceId }) => ({ deviceId, params: {} })),
          now,
        }),
      );
    }
    this.#platform.kickOutbox();
  }
}
