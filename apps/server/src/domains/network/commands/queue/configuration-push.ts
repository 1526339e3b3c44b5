import type { Transaction } from '../../../../platform/database/database.ts';
import type { Platform } from '../../../../platform/platform.ts';
import {
  type ConnectedDevice,
  configurationsDue,
  configurationsJudged,
  configurationsNotApplied,
  misconfigured,
  type Runs,
} from '../../devices/index.ts';
import { type InFlight, JUDGED } from './command-life.ts';
import { Gathering } from './gathering.ts';
import { aimWaitingConfigure, configuredAlready, pushedInVain } from './orders.repository.ts';
import type { DeviceKey, Settled } from './queue.repository.ts';
import { queueCommands, queueIfPossible } from './queue.ts';

/** Watches which configuration devices say they run, and queues a push where it is not the one they should. */
export class ConfigurationPush {
  readonly #platform: Pick<Platform, 'database' | 'log' | 'now' | 'wakeOutbox'>;
  /** By device: what it said last. A version is looked into once, however often it is reported. */
  readonly #reported = new Map<string, number>();
  /** By device: what it answered to have taken in part, as long as its connection stays. */
  readonly #took = new Map<string, number>();
  readonly #checks: Gathering<DeviceKey>;
  readonly #reboots: Gathering<DeviceKey>;

  constructor(platform: Pick<Platform, 'database' | 'log' | 'now' | 'wakeOutbox'>) {
    this.#platform = platform;
    this.#checks = new Gathering('configure', platform.log, (checks) => this.#check(checks));
    this.#reboots = new Gathering('recover', platform.log, (devices) => this.#reboot(devices));
  }

  runs({ tenant, deviceId }: DeviceKey, version: number): void {
    // A report from before, or of a device that contradicts itself: it would be sent the same again and again.
    if (version < (this.#took.get(deviceId) ?? 0)) return;
    if (this.#reported.get(deviceId) === version) return;
    this.#reported.set(deviceId, version);
    this.#checks.add({ tenant, deviceId });
  }

  /** It answered that it runs what it was sent as far as it could take it. */
  took({ deviceId, params }: Pick<InFlight, 'deviceId' | 'params'>): void {
    this.#took.set(deviceId, Number(params['version']));
    this.#reported.set(deviceId, Number(params['version']));
  }

  /** What it should run changed; only a device that has spoken can be judged. */
  changed({ tenant, deviceId }: DeviceKey): void {
    if (this.#reported.has(deviceId)) this.#checks.add({ tenant, deviceId });
  }

  /** Of a push whose answer was lost the device may have told by what it runs; it was not judged while it flew. */
  ended(commands: readonly Settled[]): void {
    for (const { tenant_id: tenant, device_id: deviceId, command, state, params } of commands) {
      const unjudged = command === 'configure' && !JUDGED.includes(state);
      if (unjudged && this.#reported.get(deviceId) === params['version'])
        this.#checks.add({ tenant, deviceId });
    }
  }

  readonly reported: Runs = (deviceId) => this.#reported.get(deviceId);

  forget(deviceId: string): void {
    this.#took.delete(deviceId);
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

  async #check(checks: readonly DeviceKey[]): Promise<void> {
    const { database, log, wakeOutbox } = this.#platform;
    const due = await database.asSystem((tx) => misconfigured(tx, checks, this.reported));
    for (const [tenant, devices] of Map.groupBy(due, (one) => one.tenant)) {
      await database
        .withTenant({ tenant }, (tx) =>
          this.#queue(
            tx,
            tenant,
            devices.map(({ deviceId }) => deviceId),
          ),
        )
        .catch((error: unknown) => {
          // What fails in one account keeps no other waiting; what they say next is looked into again.
          log.error({ err: error, tenant, devices: devices.length }, 'configurations could not be queued');
          for (const { deviceId } of devices) this.#reported.delete(deviceId);
        });
    }
    if (due.length > 0) wakeOutbox();
  }

  async #queue(tx: Transaction, tenant: string, deviceIds: readonly string[]): Promise<void> {
    const now = this.#platform.now();
    const { pushes, taken, released } = await configurationsDue(
      tx,
      { tenant },
      deviceIds,
      this.reported,
      now,
    );
    for (const deviceId of released)
      this.#platform.log.info({ tenant, deviceId }, 'device runs a configuration that was not made here');
    // In this order: what leaves before it can be aimed is found among what has left.
    const aimed = await aimWaitingConfigure(tx, { tenant }, pushes);
    const already = await configuredAlready(tx, { tenant }, [...pushes, ...taken]);
    const done = new Set([...aimed, ...already]);
    await configurationsJudged(
      tx,
      { tenant },
      // Its answer was lost: that it runs the version says that it took it.
      taken
        .filter(({ deviceId }) => !done.has(deviceId))
        .map((one) => ({ ...one, state: 'applied', rejected: [] })),
      now,
    );
    const due = pushes.filter(({ deviceId }) => !done.has(deviceId));
    const inVain = await pushedInVain(tx, { tenant }, due, now);
    const notApplied = due.filter(({ deviceId }) => inVain.has(deviceId));
    await configurationsNotApplied(tx, { tenant }, notApplied, now);
    const devices = due
      .filter(({ deviceId }) => !inVain.has(deviceId))
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
    this.#platform.wakeOutbox();
  }
}
