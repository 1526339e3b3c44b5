import type { Transaction } from '../../../../platform/database/database.ts';
import type { Platform } from '../../../../platform/platform.ts';
import {
  type ConnectedDevice,
  configurationsAnswered,
  configurationsDue,
  configurationsNotApplied,
  misconfigured,
  type Runs,
} from '../../devices/index.ts';
import { ANSWERED, type InFlight } from './command-lifecycle.ts';
import { configuredAlready, pushedInVain, retargetPendingPushes } from './commands.repository.ts';
import type { DeviceKey, Settled } from './queue.repository.ts';
import { queueCommands, queueIfPossible } from './queue.ts';
import { WorkBatcher } from './work-batcher.ts';

/** Compares the reported with the wanted configuration of devices, and queues a push where they differ. */
export class ConfigurationPush {
  readonly #platform: Pick<Platform, 'database' | 'log' | 'now' | 'wakeOutbox'>;
  /** Device → reported version. Each version is checked once, however often it is reported. */
  readonly #reported = new Map<string, number>();
  /** Device → version it applied partly, for the duration of its connection. */
  readonly #took = new Map<string, number>();
  /** Device → version that was in flight when it connected. */
  readonly #uncertain = new Map<string, number>();
  readonly #checks: WorkBatcher<DeviceKey>;
  readonly #reboots: WorkBatcher<DeviceKey>;

  constructor(platform: Pick<Platform, 'database' | 'log' | 'now' | 'wakeOutbox'>) {
    this.#platform = platform;
    this.#checks = new WorkBatcher('configure', platform.log, (checks) => this.#check(checks));
    this.#reboots = new WorkBatcher('recover', platform.log, (devices) => this.#reboot(devices));
  }

  runs({ tenant, deviceId }: DeviceKey, version: number): void {
    // An older report, or a device that contradicts itself: it would be sent the same version repeatedly.
    if (version < (this.#took.get(deviceId) ?? 0)) return;
    if (this.#reported.get(deviceId) === version) return;
    this.#reported.set(deviceId, version);
    this.#checks.add({ tenant, deviceId });
  }

  /** The device answered that it applied a version partly. */
  took({ deviceId, params }: Pick<InFlight, 'deviceId' | 'params'>): void {
    this.#took.set(deviceId, Number(params['version']));
    this.#reported.set(deviceId, Number(params['version']));
  }

  /** A push from before the connection of the device: its process may have ended before it left. */
  mayBeLost({ deviceId, params }: Pick<InFlight, 'deviceId' | 'params'>): void {
    this.#uncertain.set(deviceId, Number(params['version']));
  }

  /** The wanted version changed; a device is checked only after its first report. */
  changed({ tenant, deviceId }: DeviceKey): void {
    if (this.#reported.has(deviceId)) this.#checks.add({ tenant, deviceId });
  }

  /**
   * A push ended without an answer: the reported version, which was not checked meanwhile, may confirm it. One that was
   * lost is sent again.
   */
  ended(commands: readonly Settled[]): void {
    for (const { tenant_id: tenant, device_id: deviceId, command, state, params } of commands) {
      const unjudged = command === 'configure' && !ANSWERED.includes(state);
      const isLost = this.#uncertain.get(deviceId) === params['version'];
      if (unjudged && (isLost || this.#reported.get(deviceId) === params['version'])) {
        this.#uncertain.delete(deviceId);
        this.#checks.add({ tenant, deviceId });
      }
    }
  }

  readonly reported: Runs = (deviceId) => this.#reported.get(deviceId);

  forget(deviceId: string): void {
    this.#took.delete(deviceId);
    this.#uncertain.delete(deviceId);
    this.#reported.delete(deviceId);
  }

  /** Queues a reboot for a device in recovery mode. */
  reboot({ tenant, deviceId }: ConnectedDevice): void {
    this.#reboots.add({ tenant, deviceId });
  }

  async settled(): Promise<void> {
    await this.#checks.settled();
    await this.#reboots.settled();
  }

  async #check(checks: readonly DeviceKey[]): Promise<void> {
    const { database, log, now, wakeOutbox } = this.#platform;
    const due = await database.asSystem((tx) => misconfigured(tx, checks, this.reported, now()));
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
          // An error in one account does not block the others; the next report is checked again.
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
    // In this sequence: a push sent before it can be updated is found among those in flight.
    const aimed = await retargetPendingPushes(tx, { tenant }, pushes);
    const already = await configuredAlready(tx, { tenant }, [...pushes, ...taken]);
    const done = new Set([...aimed, ...already]);
    await configurationsAnswered(
      tx,
      { tenant },
      // The answer was lost: running the version confirms it.
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
