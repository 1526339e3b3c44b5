import { FIRMWARE_LIMITS } from '@airloom/contract/firmware/firmware.limits';
import type { DeviceEvent, Happening, Hello } from '@airloom/device-protocol/model';
import type { Bus } from '../../../../platform/bus/bus.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { ChangedIds } from '../../../../platform/live/changed-ids.ts';
import { Batch, type ConnectedDevice, type DeviceFacts, setUpgradeStatuses } from '../../devices/index.ts';
import { type ChangedVersion, rememberVersions } from '../images/versions.repository.ts';
import { type EnginePlatform, wake } from './engine.ts';
import { settleUpgrades } from './settle.ts';
import { classifyUnsolicited, isSelfStarted } from './unsolicited-upgrade.ts';
import { onHello, onPhase, percentOf } from './upgrade-lifecycle.ts';
import { findLast, insertByThemselves, notJustWritten, succeedLate } from './upgrade-watch.repository.ts';
import {
  type CampaignKey,
  campaignsAwaiting,
  type DeviceKey,
  type LockedUpgrade,
  lockOfDevices,
  writeProgress,
} from './upgrades.repository.ts';

const HELLOS_EVERY_MS = 100;
const PHASES_EVERY_MS = 1_000;
const BATCH_MAX = 500;

interface ReceivedHello extends DeviceKey {
  readonly hello: Pick<Hello, 'firmware' | 'reason'>;
  readonly at: number;
}

interface Phase extends DeviceKey {
  readonly phase: Extract<Happening, { type: 'upgrade' }>['phase'];
  readonly percent: number | null;
  readonly at: number;
}

/** Follows the hellos and events of upgrades on the devices of this process. */
export class UpgradeWatch implements Pick<DeviceFacts, 'onHello' | 'onEvents'> {
  readonly #platform: EnginePlatform;
  readonly #bus: Bus;
  readonly #changed: ChangedIds;
  readonly #hellos: Batch<ReceivedHello>;
  /** Device → latest phase, or its failure, until written by the batch. */
  readonly #phases = new Map<string, Phase>();
  readonly #progressed: Batch<string>;

  constructor(platform: EnginePlatform, bus: Bus, changed: ChangedIds) {
    const { log } = platform;
    this.#platform = platform;
    this.#bus = bus;
    this.#changed = changed;
    this.#hellos = new Batch({
      name: 'upgrade hellos',
      log,
      everyMs: HELLOS_EVERY_MS,
      max: BATCH_MAX,
      write: (hellos) => this.#handleHellos(hellos),
      refused: () => undefined,
    });
    this.#progressed = new Batch({
      name: 'upgrade phases',
      log,
      everyMs: PHASES_EVERY_MS,
      max: BATCH_MAX,
      write: (devices) => this.#follow(devices),
      refused: (device) => this.#phases.delete(device),
    });
  }

  onHello({ tenant, deviceId }: ConnectedDevice, { firmware, reason }: Hello, at: number): void {
    this.#hellos.add({ tenant, deviceId, hello: { firmware, reason }, at });
  }

  onEvents({ tenant, deviceId }: ConnectedDevice, events: readonly DeviceEvent[], at: number): void {
    for (const { happening } of events) {
      if (happening.type !== 'upgrade' || happening.phase === 'idle') continue;
      const known = this.#phases.get(deviceId);
      if (known === undefined) this.#progressed.add(deviceId);
      else if (known.phase === 'fail') continue;
      const { phase, percent } = happening;
      this.#phases.set(deviceId, { tenant, deviceId, phase, percent, at });
    }
  }

  async stop(): Promise<void> {
    await this.#hellos.close();
    await this.#progressed.close();
  }

  async #handleHellos(all: readonly ReceivedHello[]): Promise<void> {
    // The newest hello of a device counts.
    const hellos = [...new Map(all.map((one) => [one.deviceId, one])).values()];
    const { database, now } = this.#platform;
    const at = now();
    const campaigns = await database.asSystem(async (tx) => {
      const locked = await lockOfDevices(tx, hellos);
      // Versions of ended commands are stored by then: they do not change here.
      const changed = await rememberVersions(
        tx,
        hellos.map(({ tenant, deviceId, hello }) => ({ tenant, deviceId, version: hello.firmware })),
      );
      const settled = await this.#judge(tx, locked, at, (upgrade) => {
        const one = hellos.find(({ deviceId }) => deviceId === upgrade.deviceId);
        return one === undefined ? null : onHello(upgrade, one.hello, one.at);
      });
      const withCommand = new Set(locked.map(({ deviceId }) => deviceId));
      const withoutCommand = hellos.filter(({ deviceId }) => !withCommand.has(deviceId));
      const late = withoutCommand.length === 0 ? [] : await this.#unexpected(tx, withoutCommand, changed, at);
      const awaiting = changed.length === 0 ? [] : await campaignsAwaiting(tx, changed);
      return [...settled, ...late, ...awaiting];
    });
    await this.#tell(campaigns);
  }

  /**
   * Handles versions without an upgrade command in flight: late successes and upgrades started by devices. A late success
   * is found by the version itself, not by its change: the process that had to store the earlier version may have ended.
   */
  async #unexpected(
    tx: Transaction,
    hellos: readonly ReceivedHello[],
    changed: readonly ChangedVersion[],
    at: Date,
  ): Promise<CampaignKey[]> {
    const lasts = new Map((await findLast(tx, hellos)).map((last) => [last.deviceId, last]));
    const meanings = Map.groupBy(hellos, ({ deviceId, hello }) =>
      classifyUnsolicited(lasts.get(deviceId), hello.firmware, at),
    );
    const late = (meanings.get('late') ?? []).flatMap(({ deviceId }) => lasts.get(deviceId) ?? []);
    if (late.length > 0) {
      await succeedLate(tx, late, at);
      await setUpgradeStatuses(
        tx,
        late.map(({ tenant, deviceId }) => ({ tenant, deviceId, status: 'upgradeSuccessful' })),
      );
    }
    const others = new Set((meanings.get('byItself') ?? []).map(({ deviceId }) => deviceId));
    const candidates = changed.filter(({ deviceId }) => others.has(deviceId));
    const fresh = await notJustWritten(tx, candidates, at);
    const changes = new Set(fresh.map(({ deviceId }) => deviceId));
    const own = candidates.filter(({ deviceId }) => changes.has(deviceId));
    if (own.length > 0) {
      // Dated by the hello: a campaign may have started another upgrade of the device since.
      const receivedAt = new Map(hellos.map((one) => [one.deviceId, new Date(one.at)]));
      await insertByThemselves(
        tx,
        own.map(({ tenant, deviceId, before, version }) => ({
          tenant,
          deviceId,
          from: before,
          to: version,
          at: receivedAt.get(deviceId) ?? at,
        })),
        at,
      );
    }
    return late.flatMap(({ tenant, campaignId }) =>
      campaignId === null ? [] : [{ tenant, id: campaignId }],
    );
  }

  async #follow(devices: readonly string[]): Promise<void> {
    const phases = devices.flatMap((device) => this.#phases.get(device) ?? []);
    const { database, now } = this.#platform;
    const at = now();
    const campaigns = await database.asSystem(async (tx) => {
      const going = phases.flatMap(({ tenant, deviceId, phase, percent, at: heard }) =>
        phase === 'download' || phase === 'install'
          ? [{ tenant, deviceId, percent: percentOf(phase, percent), at: new Date(heard) }]
          : [],
      );
      const followed = going.length === 0 ? [] : await writeProgress(tx, going);
      const known = new Set(followed.map(({ deviceId }) => deviceId));
      await this.#begun(
        tx,
        going.filter(({ deviceId }) => !known.has(deviceId)),
        at,
      );
      const failed = phases.filter(({ phase }) => phase === 'fail');
      const locked = failed.length === 0 ? [] : await lockOfDevices(tx, failed);
      const settled = await this.#judge(tx, locked, at, (upgrade) => {
        const one = failed.find(({ deviceId }) => deviceId === upgrade.deviceId);
        return one === undefined ? null : onPhase(upgrade, one.phase, one.at);
      });
      for (const { tenant, campaignId } of followed) {
        if (campaignId !== null) this.#changed.add(tenant, [campaignId]);
      }
      return settled;
    });
    for (const phase of phases) {
      if (this.#phases.get(phase.deviceId) === phase) this.#phases.delete(phase.deviceId);
      // More progress arrived during the write.
      else this.#progressed.add(phase.deviceId);
    }
    await this.#tell(campaigns);
  }

  /** Stores upgrades that devices started themselves, and follows them like others. */
  async #begun(
    tx: Transaction,
    devices: readonly (DeviceKey & { readonly at: Date })[],
    at: Date,
  ): Promise<void> {
    if (devices.length === 0) return;
    const lasts = new Map((await findLast(tx, devices)).map((last) => [last.deviceId, last]));
    const own = devices.filter((device) => isSelfStarted(lasts.get(device.deviceId), device.at, at));
    const fresh = await notJustWritten(tx, own, at);
    const taken = await setUpgradeStatuses(
      tx,
      fresh.map(({ tenant, deviceId }) => ({ tenant, deviceId, status: 'upgrading' })),
    );
    if (taken.length === 0) return;
    const checkAt = new Date(at.getTime() + FIRMWARE_LIMITS.attemptSilentMs);
    await insertByThemselves(
      tx,
      taken.map(({ tenant, deviceId }) => ({ tenant, deviceId, from: null, to: '', at })),
      checkAt,
    );
  }

  #judge(
    tx: Transaction,
    locked: readonly LockedUpgrade[],
    at: Date,
    judge: (upgrade: LockedUpgrade) => Parameters<typeof settleUpgrades>[1][number]['verdict'],
  ): Promise<CampaignKey[]> {
    return settleUpgrades(
      tx,
      locked.map((upgrade) => ({ upgrade, verdict: judge(upgrade) })),
      at,
    );
  }

  async #tell(campaigns: readonly CampaignKey[]): Promise<void> {
    this.#platform.wakeOutbox();
    for (const { tenant, id } of campaigns) this.#changed.add(tenant, [id]);
    await wake(this.#platform, this.#bus, campaigns);
  }
}
