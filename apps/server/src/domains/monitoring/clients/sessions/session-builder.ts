import type { EndReason } from '@airloom/contract/clients/clients.model';
import { byIndex } from '../../../../platform/database/by-index.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { ReceivedItem, ReportedMembers } from '../../telemetry/index.ts';
import { newestByMac } from './apply-reports.ts';
import { packSamples } from './client-samples.ts';
import { type ClientUpdate, clientUpdatesIn, ownersOf, partsOf } from './client-updates.ts';
import type { ControllerMembers } from './controller-members.ts';
import { storeMinutes } from './minutes.repository.ts';
import { NO_MEMORY, type Remembered, SessionBatch } from './session-batch.ts';
import { type KnownSessions, type OwnedSession, type Owner, pastSessions } from './sessions.repository.ts';

/** State of a device without reports for this long is dropped and read again when needed. */
const REMEMBERED_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

/** Called with started sessions in the transaction that writes them; the returned function runs after the commit. */
export type StartedListener = (tx: Transaction, started: readonly OwnedSession[]) => Promise<() => void>;

const noListener: StartedListener = () => Promise.resolve(() => undefined);

/**
 * Builds client sessions from reports and events, in the transaction that stores them. State in memory can be restored
 * from the database at any time: from the sessions and the newest report.
 */
export class SessionBuilder {
  readonly #platform: Pick<Platform, 'now'>;
  readonly #onStarted: StartedListener;
  readonly #devices = new Map<string, Remembered>();
  /** Controller → its members. */
  readonly #membersByController = new Map<string, ControllerMembers>();
  #sweptAt = 0;

  constructor(platform: Pick<Platform, 'now'>, onBegun: StartedListener = noListener) {
    this.#platform = platform;
    this.#onStarted = onBegun;
  }

  /** An ingest participant, see `Ingest.join`. */
  readonly take = async (
    tx: Transaction,
    items: readonly ReceivedItem[],
    members: ReportedMembers,
  ): Promise<() => void> => {
    const all = clientUpdatesIn(items, members);
    if (all.length === 0) return () => undefined;
    const now = this.#platform.now().getTime();
    const work = new SessionBatch(now, {
      devices: this.#devices,
      membersByController: this.#membersByController,
    });
    await work.remember(tx, ownersOf(all));
    const past = await this.#past(tx, work, all);
    for (const update of all) work.apply(update, past);
    await work.write(tx);
    await this.#storeMinutes(tx, all);
    const started = work.started();
    const afterCommit = started.length === 0 ? null : await this.#onStarted(tx, started);
    return () => {
      afterCommit?.();
      this.#remember(work);
      this.#sweep(now);
    };
  };

  /** Ends the sessions of devices that are offline or silent. */
  async end(
    tx: Transaction,
    gone: readonly (Owner & { readonly at: number })[],
    reason: EndReason,
  ): Promise<void> {
    await byIndex(tx);
    const work = new SessionBatch(this.#platform.now().getTime(), NO_MEMORY);
    await work.remember(tx, gone);
    for (const owner of gone) work.end(owner, owner.at, reason);
    await work.write(tx);
    for (const { deviceId } of gone) this.#devices.delete(deviceId);
  }

  /** Drops the state of a device and its members, so that it is read again. */
  forget(deviceId: string): void {
    for (const id of this.#membersByController.get(deviceId)?.members.keys() ?? []) this.#devices.delete(id);
    this.#membersByController.delete(deviceId);
    this.#devices.delete(deviceId);
  }

  async #past(tx: Transaction, work: SessionBatch, all: readonly ClientUpdate[]): Promise<KnownSessions> {
    const lookups = work.lookupsFor(all);
    if (lookups.length === 0) return new Map();
    const past = await pastSessions(tx, lookups);
    await work.remember(
      tx,
      [...past.values()].map(({ owner }) => owner),
    );
    return past;
  }

  async #storeMinutes(tx: Transaction, all: readonly ClientUpdate[]): Promise<void> {
    const reports = all.flatMap((update) =>
      partsOf(update)
        .filter(({ clients }) => clients.length > 0)
        .map(({ owner, clients }) => ({
          device: owner,
          at: update.time.at,
          samples: packSamples(newestByMac(clients).values()),
        })),
    );
    if (reports.length > 0) await storeMinutes(tx, reports);
  }

  #remember({ devices, membersByController, removedMembers }: SessionBatch): void {
    for (const [deviceId, remembered] of devices) this.#devices.set(deviceId, remembered);
    for (const [controller, members] of membersByController)
      this.#membersByController.set(controller, members);
    for (const deviceId of removedMembers) this.#devices.delete(deviceId);
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweptAt = now;
    for (const [deviceId, { touchedAt }] of this.#devices) {
      if (now - touchedAt > REMEMBERED_MS) this.forget(deviceId);
    }
  }
}
