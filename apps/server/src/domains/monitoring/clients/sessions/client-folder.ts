import type { EndReason } from '@airloom/contract/clients/clients.model';
import { byIndex } from '../../../../platform/database/by-index.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { TakenItem, ToldMembers } from '../../telemetry/index.ts';
import { packSamples } from './client-samples.ts';
import { NO_MEMORY, type Remembered, Work } from './fold-work.ts';
import { newestByMac } from './folding.ts';
import type { Led } from './led.ts';
import { keepMinutes } from './minutes.repository.ts';
import { ownersOf, partsOf, type Said, saidOfClients } from './said.ts';
import { type KnownSessions, type OwnedSession, type Owner, pastSessions } from './sessions.repository.ts';

/** A device not heard of for this long is read again when it speaks. */
const REMEMBERED_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

/** Hears which sessions begin, in the transaction they are written in; what it gives back runs after the commit. */
export type BegunListener = (tx: Transaction, begun: readonly OwnedSession[]) => Promise<() => void>;

const nobody: BegunListener = () => Promise.resolve(() => undefined);

/**
 * Makes sessions of what devices say of their clients, in the transaction of the reports themselves. What it
 * remembers between them can be had from the database at any time: the sessions, and the newest report.
 */
export class ClientFolder {
  readonly #platform: Pick<Platform, 'now'>;
  readonly #onBegun: BegunListener;
  readonly #devices = new Map<string, Remembered>();
  /** Manager → its members. */
  readonly #led = new Map<string, Led>();
  #sweptAt = 0;

  constructor(platform: Pick<Platform, 'now'>, onBegun: BegunListener = nobody) {
    this.#platform = platform;
    this.#onBegun = onBegun;
  }

  /** To be joined to the ingest. */
  readonly take = async (
    tx: Transaction,
    items: readonly TakenItem[],
    members: ToldMembers,
  ): Promise<() => void> => {
    const all = saidOfClients(items, members);
    if (all.length === 0) return () => undefined;
    const now = this.#platform.now().getTime();
    const work = new Work(now, { devices: this.#devices, led: this.#led });
    await work.remember(tx, ownersOf(all));
    const past = await this.#past(tx, work, all);
    for (const said of all) work.fold(said, past);
    await work.write(tx);
    await this.#keepMinutes(tx, all);
    const begun = work.begun();
    const afterCommit = begun.length === 0 ? null : await this.#onBegun(tx, begun);
    return () => {
      afterCommit?.();
      this.#keep(work);
      this.#sweep(now);
    };
  };

  /** The devices are gone, or silent: so are their clients. */
  async end(
    tx: Transaction,
    gone: readonly (Owner & { readonly at: number })[],
    reason: EndReason,
  ): Promise<void> {
    await byIndex(tx);
    const work = new Work(this.#platform.now().getTime(), NO_MEMORY);
    await work.remember(tx, gone);
    for (const owner of gone) work.end(owner, owner.at, reason);
    await work.write(tx);
    for (const { deviceId } of gone) this.#devices.delete(deviceId);
  }

  /** What is known of its clients, and of those of its members, is read again when it speaks of them. */
  forget(deviceId: string): void {
    for (const id of this.#led.get(deviceId)?.members.keys() ?? []) this.#devices.delete(id);
    this.#led.delete(deviceId);
    this.#devices.delete(deviceId);
  }

  async #past(tx: Transaction, work: Work, all: readonly Said[]): Promise<KnownSessions> {
    const questions = work.questionsOf(all);
    if (questions.length === 0) return new Map();
    const past = await pastSessions(tx, questions);
    await work.remember(
      tx,
      [...past.values()].map(({ owner }) => owner),
    );
    return past;
  }

  async #keepMinutes(tx: Transaction, all: readonly Said[]): Promise<void> {
    const told = all.flatMap((said) =>
      partsOf(said)
        .filter(({ clients }) => clients.length > 0)
        .map(({ owner, clients }) => ({
          device: owner,
          at: said.told.at,
          samples: packSamples(newestByMac(clients).values()),
        })),
    );
    if (told.length > 0) await keepMinutes(tx, told);
  }

  #keep({ devices, led, lost }: Work): void {
    for (const [deviceId, remembered] of devices) this.#devices.set(deviceId, remembered);
    for (const [manager, members] of led) this.#led.set(manager, members);
    for (const deviceId of lost) this.#devices.delete(deviceId);
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweptAt = now;
    for (const [deviceId, { touchedAt }] of this.#devices) {
      if (now - touchedAt > REMEMBERED_MS) this.forget(deviceId);
    }
  }
}
