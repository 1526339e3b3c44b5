import type { EndReason } from '@airloom/contract/terminals/terminals.model';
import type { Report } from '@airloom/device-protocol/model';
import { byIndex } from '../../platform/database/by-index.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { SERVING_KINDS, type TakenEvent, type TakenItem, type TakenReport } from '../telemetry/index.ts';
import { packSamples } from './client-samples.ts';
import type { Folding } from './fold.ts';
import { endAll, foldJoined, foldLateReport, foldLeft, foldReport, newestByMac } from './folding.ts';
import { keepMinutes } from './minutes.repository.ts';
import { visitOf } from './roaming.ts';
import { type Clients, NO_CLIENTS, type Session } from './session.ts';
import {
  loadClients,
  type OwnedSession,
  type Owner,
  pastSessions,
  type Question,
  staysAround,
} from './sessions.repository.ts';
import { keepTerminals, writeSessions } from './write-sessions.repository.ts';

/** Sessions that go on are written this often. What happens between is in the device's newest report. */
const WRITE_EVERY_MS = 5 * 60_000;
/** A device not heard of for this long is read again when it speaks. */
const REMEMBERED_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

interface Remembered {
  readonly clients: Clients;
  readonly writtenAt: number;
  readonly touchedAt: number;
}

type ClientItem = (TakenReport & { readonly at: number }) | TakenEvent;

/** Hears which sessions begin, in the transaction they are written in; what it gives back runs after the commit. */
export type BegunListener = (tx: Transaction, begun: readonly OwnedSession[]) => Promise<() => void>;

const nobody: BegunListener = () => Promise.resolve(() => undefined);

/** Whether it says something of clients it serves. */
export function isOfClients(item: TakenItem): item is ClientItem {
  if (!SERVING_KINDS.includes(item.device.kind)) return false;
  if (item.what === 'report') return item.at !== null;
  if (item.what !== 'event') return false;
  const { type } = item.event.happening;
  return type === 'clientJoined' || type === 'clientLeft';
}

/**
 * Makes sessions of what devices say of their clients, in the transaction of the reports themselves. What it
 * remembers between them can be had from the database at any time: the sessions, and the newest report.
 */
export class ClientFolder {
  readonly #platform: Pick<Platform, 'now'>;
  readonly #onBegun: BegunListener;
  readonly #devices = new Map<string, Remembered>();
  #sweptAt = 0;

  constructor(platform: Pick<Platform, 'now'>, onBegun: BegunListener = nobody) {
    this.#platform = platform;
    this.#onBegun = onBegun;
  }

  /** To be joined to the ingest. */
  readonly take = async (tx: Transaction, items: readonly TakenItem[]): Promise<() => void> => {
    const own = items.filter(isOfClients);
    if (own.length === 0) return () => undefined;
    const now = this.#platform.now().getTime();
    const work = new Work(now);
    await work.remember(tx, owners(own), this.#devices);
    const past = await this.#past(tx, own, work);
    for (const item of own) work.fold(item, past.get(item.device.deviceId) ?? []);
    await work.write(tx);
    await this.#keepMinutes(tx, own);
    const begun = work.begun();
    const afterCommit = begun.length === 0 ? null : await this.#onBegun(tx, begun);
    return () => {
      afterCommit?.();
      for (const [deviceId, remembered] of work.devices) this.#devices.set(deviceId, remembered);
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
    const work = new Work(this.#platform.now().getTime());
    await work.remember(tx, gone, new Map());
    for (const owner of gone) work.end(owner, owner.at, reason);
    await work.write(tx);
    for (const { deviceId } of gone) this.#devices.delete(deviceId);
  }

  /** What is known of its clients is read again when it speaks of them. */
  forget(deviceId: string): void {
    this.#devices.delete(deviceId);
  }

  async #keepMinutes(tx: Transaction, items: readonly ClientItem[]): Promise<void> {
    const told = items.flatMap((item) =>
      item.what === 'report' && item.report.clients.length > 0
        ? [{ ...item, samples: packSamples(newestByMac(item.report.clients).values()) }]
        : [],
    );
    if (told.length > 0) await keepMinutes(tx, told);
  }

  async #past(tx: Transaction, items: readonly ClientItem[], work: Work): Promise<Map<string, Session[]>> {
    const questions: Question[] = [];
    const newest = new Map<string, number>();
    for (const item of items) {
      const { device: owner, at } = item;
      const clients = work.clientsOf(owner.deviceId);
      if (item.what === 'report') {
        const known = newest.get(owner.deviceId) ?? clients.newestAt;
        newest.set(owner.deviceId, Math.max(known, at));
        if (at <= known) questions.push(...item.report.clients.map(({ mac }) => ({ owner, mac, at })));
      } else if (item.event.happening.type === 'clientLeft') {
        const { mac } = item.event.happening.client;
        const open = clients.open.get(mac);
        if (open === undefined || open.startedAt > at) questions.push({ owner, mac, at });
      }
    }
    return questions.length === 0 ? new Map() : pastSessions(tx, questions);
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweptAt = now;
    for (const [deviceId, { touchedAt }] of this.#devices) {
      if (now - touchedAt > REMEMBERED_MS) this.#devices.delete(deviceId);
    }
  }
}

function owners(items: readonly ClientItem[]): Owner[] {
  return [...new Map(items.map(({ device }) => [device.deviceId, device])).values()];
}

/** What one transaction makes of its items; nothing of it counts until that is committed. */
class Work {
  readonly devices = new Map<string, Remembered>();
  readonly #now: number;
  readonly #changed = new Map<string, { owner: Owner; session: Session }>();
  readonly #fresh = new Set<string>();

  constructor(now: number) {
    this.#now = now;
  }

  clientsOf(deviceId: string): Clients {
    return this.devices.get(deviceId)?.clients ?? NO_CLIENTS;
  }

  async remember(
    tx: Transaction,
    wanted: readonly Owner[],
    remembered: ReadonlyMap<string, Remembered>,
  ): Promise<void> {
    const unknown: Owner[] = [];
    for (const owner of wanted) {
      const known = remembered.get(owner.deviceId);
      if (known === undefined) unknown.push(owner);
      else this.devices.set(owner.deviceId, known);
    }
    if (unknown.length === 0) return;
    const { sessions, reports } = await loadClients(tx, unknown, new Date(this.#now));
    for (const owner of unknown) {
      const own = sessions.get(owner.deviceId) ?? [];
      const open = own.filter(({ endedAt }) => endedAt === null);
      this.devices.set(owner.deviceId, {
        clients: {
          newestAt: 0,
          open: new Map(open.map((session) => [session.mac, session])),
          ended: own.filter(({ endedAt }) => endedAt !== null),
        },
        writtenAt: this.#now,
        touchedAt: this.#now,
      });
      const last = reports.get(owner.deviceId);
      if (last !== undefined) this.#foldReport(owner, last.report, last.at);
    }
  }

  fold(item: ClientItem, past: readonly Session[]): void {
    const { device: owner, at } = item;
    if (item.what === 'report') {
      if (at > this.clientsOf(owner.deviceId).newestAt) this.#foldReport(owner, item.report, at);
      else {
        const told = { at, exact: item.report.at !== null };
        this.#apply(owner, (clients) =>
          foldLateReport(clients, told, item.report.clients, past, this.#newId),
        );
      }
      return;
    }
    const told = { at, exact: false };
    const { happening } = item.event;
    if (happening.type === 'clientJoined') {
      this.#apply(owner, (clients) => foldJoined(clients, told, happening.client, this.#newId));
    } else if (happening.type === 'clientLeft') {
      this.#apply(owner, (clients) => foldLeft(clients, told, happening, past, this.#newId));
    }
  }

  end(owner: Owner, at: number, reason: EndReason): void {
    this.#apply(owner, (clients) => endAll(clients, at, reason));
  }

  /** Those that began and go on. */
  begun(): OwnedSession[] {
    return this.#rows().filter(({ session }) => session.endedAt === null && this.#fresh.has(session.id));
  }

  /** Each as it stands now: more may have been folded into it since it was found to be written. */
  #rows(): OwnedSession[] {
    return [...this.#changed.values()].map(({ owner, session }) => {
      const open = this.clientsOf(owner.deviceId).open.get(session.mac);
      return { owner, session: open?.id === session.id ? open : session, visitId: session.id };
    });
  }

  async write(tx: Transaction): Promise<void> {
    if (this.#changed.size === 0) return;
    const rows = this.#rows();
    const fresh = rows.filter(({ session }) => this.#fresh.has(session.id));
    if (fresh.length > 0) await this.#joinVisits(tx, rows, fresh);
    await writeSessions(tx, rows);
    await keepTerminals(tx, rows);
  }

  /** A session begins a visit under its own name unless it goes on with another's. */
  async #joinVisits(tx: Transaction, rows: OwnedSession[], fresh: readonly OwnedSession[]): Promise<void> {
    const known = await staysAround(tx, fresh);
    const inOrder = fresh.toSorted((one, other) => one.session.startedAt - other.session.startedAt);
    for (const row of inOrder) {
      const stay = { ...row.session, siteId: row.owner.siteId };
      const visitId = visitOf(stay, known) ?? row.visitId;
      known.push({ ...stay, visitId });
      rows[rows.indexOf(row)] = { ...row, visitId };
    }
  }

  readonly #newId = (): string => {
    const id = newId();
    this.#fresh.add(id);
    return id;
  };

  #foldReport(owner: Owner, report: Report, at: number): void {
    const told = { at, exact: report.at !== null };
    this.#apply(owner, (clients) => foldReport(clients, told, report.clients, this.#newId));
    const remembered = this.devices.get(owner.deviceId);
    if (remembered === undefined || this.#now - remembered.writtenAt < WRITE_EVERY_MS) return;
    for (const session of remembered.clients.open.values()) this.#changed.set(session.id, { owner, session });
    this.devices.set(owner.deviceId, { ...remembered, writtenAt: this.#now });
  }

  #apply(owner: Owner, fold: (clients: Clients) => Folding): void {
    const remembered = this.devices.get(owner.deviceId);
    const { clients, changed } = fold(remembered?.clients ?? NO_CLIENTS);
    for (const session of changed) this.#changed.set(session.id, { owner, session });
    const writtenAt = remembered?.writtenAt ?? this.#now;
    this.devices.set(owner.deviceId, { clients, writtenAt, touchedAt: this.#now });
  }
}
