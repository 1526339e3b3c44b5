import type { EndReason } from '@airloom/contract/clients/clients.model';
import type { ClientSample } from '@airloom/device-protocol/model';
import type { Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { Fold, type Folding } from './fold.ts';
import { endAll, foldJoined, foldLateReport, foldLeft, foldReport, hasSession, startOf } from './folding.ts';
import { type Led, lastPlace, ledOf, NOBODY_LED } from './led.ts';
import { movesIn } from './moving.ts';
import { visitOf } from './roaming.ts';
import { type Part, partsOf, type Said, type SaidEvent, type SaidReport } from './said.ts';
import { type Clients, NO_CLIENTS, type Session, SILENT_MS, type Told } from './session.ts';
import {
  type KnownSessions,
  loadClients,
  type OwnedSession,
  type Owner,
  type Question,
  staysAround,
} from './sessions.repository.ts';
import { keepTerminals, writeSessions } from './write-sessions.repository.ts';

/** Sessions that go on are written this often. What happens between is in the device's newest report. */
const WRITE_EVERY_MS = 5 * 60_000;

export interface Remembered {
  readonly clients: Clients;
  readonly writtenAt: number;
  readonly touchedAt: number;
}

/** What is known between two transactions, and can be had from the database at any time. */
export interface Memory {
  readonly devices: ReadonlyMap<string, Remembered>;
  readonly led: ReadonlyMap<string, Led>;
}

export const NO_MEMORY: Memory = { devices: new Map(), led: new Map() };

function sinceOf(told: Told, connectedSeconds: number | null): number {
  return Math.max(0, Math.floor(Math.min(told.at, startOf(told, connectedSeconds) ?? told.at)));
}

/** What one transaction makes of what was said; nothing of it counts until that is committed. */
export class Work {
  readonly devices = new Map<string, Remembered>();
  readonly led = new Map<string, Led>();
  /** Members their manager tells of no more: what becomes of their clients, others say. */
  readonly lost = new Set<string>();
  readonly #now: number;
  readonly #memory: Memory;
  readonly #changed = new Map<string, { owner: Owner; session: Session }>();
  readonly #fresh = new Set<string>();

  constructor(now: number, memory: Memory) {
    this.#now = now;
    this.#memory = memory;
  }

  async remember(tx: Transaction, wanted: readonly Owner[]): Promise<void> {
    const unknown: Owner[] = [];
    for (const owner of wanted) {
      if (this.#known(owner.deviceId) === undefined) unknown.push(owner);
    }
    if (unknown.length === 0) return;
    const { sessions, reports } = await loadClients(tx, unknown, new Date(this.#now));
    for (const owner of unknown) {
      const own = sessions.get(owner.deviceId) ?? [];
      const open = new Map(
        own.filter(({ endedAt }) => endedAt === null).map((session) => [session.mac, session]),
      );
      this.devices.set(owner.deviceId, {
        clients: { newestAt: 0, open, ended: own.filter(({ endedAt }) => endedAt !== null) },
        writtenAt: this.#now,
        touchedAt: this.#now,
      });
      const last = reports.get(owner.deviceId);
      if (last === undefined) continue;
      // Whoever came with it is known: it was written with them. It may list others', of members of a manager.
      const told = { at: last.at, exact: last.report.at !== null };
      this.#foldNewest(
        owner,
        told,
        last.report.clients.filter(({ mac }) => open.has(mac)),
      );
    }
  }

  /** What must be known of sessions long ended, or of devices that nothing is remembered of. */
  questionsOf(all: readonly Said[]): Question[] {
    const questions: Question[] = [];
    const newest = new Map<string, number>();
    const newestOf = ({ deviceId }: Owner) =>
      Math.max(newest.get(deviceId) ?? 0, this.#clientsOf(deviceId).newestAt);
    for (const said of all) {
      const { owner, told } = said;
      const { at } = told;
      if (said.what === 'event') {
        if (said.happening.type !== 'clientLeft') continue;
        const { client, connectedSeconds } = said.happening;
        const since = sinceOf(told, connectedSeconds);
        if (this.#whereOpen(said) === null)
          questions.push({ owner, mac: client.mac, at, since, ofMembers: said.canHaveMembers });
        continue;
      }
      const isLate = at <= newestOf(owner);
      for (const part of partsOf(said)) {
        if (isLate || at <= newestOf(part.owner)) {
          const owners = new Set([part.owner, owner]);
          for (const { mac, connectedSeconds } of part.clients) {
            const since = sinceOf(told, connectedSeconds);
            for (const one of owners) questions.push({ owner: one, mac, at, since, ofMembers: false });
          }
        }
        newest.set(part.owner.deviceId, Math.max(at, newestOf(part.owner)));
      }
    }
    return questions;
  }

  fold(said: Said, past: KnownSessions): void {
    if (said.what === 'report') this.#foldSaid(said, past);
    else if (said.happening.type === 'clientJoined') {
      const { client } = said.happening;
      const owner = this.#whereJoined(said);
      if (owner !== null)
        this.#apply(owner, (clients) => foldJoined(clients, said.told, client, this.#newId));
    } else {
      const { told, happening } = said;
      const owner = this.#whereLeft(said, past);
      if (owner === null) return;
      const ended = past.get(owner.deviceId)?.sessions ?? [];
      this.#apply(owner, (clients) => foldLeft(clients, told, happening, ended, this.#newId));
    }
  }

  end(owner: Owner, at: number, reason: EndReason): void {
    this.#apply(owner, (clients) => endAll(clients, at, reason));
  }

  /** Those that began and go on. */
  begun(): OwnedSession[] {
    return this.#rows().filter(({ session }) => session.endedAt === null && this.#fresh.has(session.id));
  }

  async write(tx: Transaction): Promise<void> {
    if (this.#changed.size === 0) return;
    const rows = this.#rows();
    const visits = await this.#visitsOf(tx, rows);
    const own = rows.map((row) => ({ ...row, visitId: visits.get(row.session.id) ?? row.visitId }));
    await writeSessions(tx, own);
    await keepTerminals(tx, own);
  }

  #known(deviceId: string): Remembered | undefined {
    return this.devices.get(deviceId) ?? this.#memory.devices.get(deviceId);
  }

  #clientsOf(deviceId: string): Clients {
    return this.#known(deviceId)?.clients ?? NO_CLIENTS;
  }

  #ledBy({ deviceId }: Owner): Led {
    return this.led.get(deviceId) ?? this.#memory.led.get(deviceId) ?? NOBODY_LED;
  }

  #under(manager: Owner): Owner[] {
    return [manager, ...this.#ledBy(manager).members.values()];
  }

  /** Each as it stands now: more may have been folded into it since it was found to be written. */
  #rows(): OwnedSession[] {
    return [...this.#changed.values()].map(({ owner, session }) => {
      const open = this.#clientsOf(owner.deviceId).open.get(session.mac);
      return { owner, session: open?.id === session.id ? open : session, visitId: session.id };
    });
  }

  /** A session begins a visit under its own name unless it goes on with another's. */
  async #visitsOf(tx: Transaction, rows: readonly OwnedSession[]): Promise<ReadonlyMap<string, string>> {
    const visits = new Map<string, string>();
    const fresh = rows.filter(({ session }) => this.#fresh.has(session.id));
    if (fresh.length === 0) return visits;
    const known = Map.groupBy(await staysAround(tx, fresh), ({ mac }) => mac);
    const inOrder = fresh.toSorted((one, other) => one.session.startedAt - other.session.startedAt);
    for (const { owner, session } of inOrder) {
      const stay = { ...session, siteId: owner.siteId };
      const others = known.get(session.mac) ?? [];
      const visitId = visitOf(stay, others) ?? session.id;
      known.set(session.mac, [...others, { ...stay, visitId }]);
      visits.set(session.id, visitId);
    }
    return visits;
  }

  readonly #newId = (): string => {
    const id = newId();
    this.#fresh.add(id);
    return id;
  };

  #foldSaid(said: SaidReport, past: KnownSessions): void {
    const { owner: manager, told } = said;
    const isNewest = told.at > this.#clientsOf(manager.deviceId).newestAt;
    if (isNewest) {
      this.#move(said);
      this.#lead(said);
    }
    for (const part of partsOf(said)) {
      if (isNewest && told.at > this.#clientsOf(part.owner.deviceId).newestAt)
        this.#foldNewest(part.owner, told, part.clients);
      else this.#foldLate(part, manager, told, past);
    }
  }

  #move(said: SaidReport): void {
    const moves = movesIn(said, this.#ledBy(said.owner), (deviceId) => this.#clientsOf(deviceId));
    if (moves.length === 0) return;
    const open = new Map<string, Map<string, Session>>();
    const openAt = ({ deviceId }: Owner): Map<string, Session> => {
      const known = open.get(deviceId) ?? new Map(this.#clientsOf(deviceId).open);
      open.set(deviceId, known);
      return known;
    };
    for (const { session, from, to } of moves) {
      openAt(from).delete(session.mac);
      openAt(to).set(session.mac, session);
      this.#changed.set(session.id, { owner: to, session });
    }
    for (const [deviceId, sessions] of open) {
      const remembered = this.#known(deviceId);
      if (remembered !== undefined)
        this.devices.set(deviceId, { ...remembered, clients: { ...remembered.clients, open: sessions } });
    }
  }

  #lead({ owner, members }: SaidReport): void {
    const before = this.#ledBy(owner);
    if (members.length === 0 && before === NOBODY_LED) return;
    const led = ledOf(members);
    this.led.set(owner.deviceId, led);
    for (const id of before.members.keys()) if (!led.members.has(id)) this.lost.add(id);
    for (const id of led.members.keys()) this.lost.delete(id);
  }

  #foldNewest(owner: Owner, told: Told, samples: readonly ClientSample[]): void {
    const before = this.#clientsOf(owner.deviceId).newestAt;
    this.#apply(owner, (clients) => foldReport(clients, told, samples, this.#newId));
    const remembered = this.#known(owner.deviceId);
    if (remembered === undefined) return;
    // Who told of long ago until now, and has caught up: whoever is there still shows at once.
    const recent = this.#now - SILENT_MS / 2;
    const hasCaughtUp = before > 0 && before < recent && told.at >= recent;
    if (!hasCaughtUp && this.#now - remembered.writtenAt < WRITE_EVERY_MS) return;
    for (const session of remembered.clients.open.values()) this.#changed.set(session.id, { owner, session });
    this.devices.set(owner.deviceId, { ...remembered, writtenAt: this.#now });
  }

  /** What its manager had for its own at that time stays there. */
  #foldLate({ owner, clients: samples }: Part, manager: Owner, told: Told, past: KnownSessions): void {
    const ended = ({ deviceId }: Owner) => past.get(deviceId)?.sessions ?? [];
    const late = (to: Owner, own: readonly ClientSample[]) =>
      this.#apply(to, (clients) => foldLateReport(clients, told, own, ended(to), this.#newId));
    if (owner.deviceId === manager.deviceId) return late(owner, samples);
    const fold = new Fold(this.#clientsOf(manager.deviceId), this.#newId);
    const own = new Fold(this.#clientsOf(owner.deviceId), this.#newId);
    const [theirs, its]: [ClientSample[], ClientSample[]] = [[], []];
    for (const sample of samples) {
      const isTheirs =
        !hasSession(own, told, sample, ended(owner)) && hasSession(fold, told, sample, ended(manager));
      (isTheirs ? theirs : its).push(sample);
    }
    late(owner, its);
    if (theirs.length > 0) late(manager, theirs);
  }

  /** Null when only the next report can say whose client it is. */
  #whereJoined({ owner, happening, serves }: SaidEvent): Owner | null {
    const { members, networks } = this.#ledBy(owner);
    const own = serves ? owner : null;
    if (members.size === 0) return own;
    const { bssid } = happening.client;
    return bssid === null ? null : (networks.get(bssid) ?? own);
  }

  /** Of several places the one whose session began as it says, or else last. */
  #whereOpen({ owner, told, happening }: SaidEvent): Owner | null {
    const start = startOf(told, happening.type === 'clientLeft' ? happening.connectedSeconds : null);
    let found: { readonly place: Owner; readonly apart: number } | null = null;
    for (const place of this.#under(owner)) {
      const open = this.#clientsOf(place.deviceId).open.get(happening.client.mac);
      if (open === undefined || open.startedAt > told.at) continue;
      const apart = Math.abs((start ?? told.at) - open.startedAt);
      if (found === null || apart < found.apart) found = { place, apart };
    }
    return found?.place ?? null;
  }

  /** Where it is, or else was last. */
  #whereLeft(said: SaidEvent, past: KnownSessions): Owner | null {
    const { owner, told, happening, canHaveMembers, serves } = said;
    const open = this.#whereOpen(said);
    if (open !== null || !canHaveMembers) return open ?? owner;
    const places = new Map(this.#under(owner).map((one) => [one.deviceId, one]));
    for (const [deviceId, found] of past) {
      if (found.managedBy === owner.deviceId && !places.has(deviceId)) places.set(deviceId, found.owner);
    }
    const sessionsAt = ({ deviceId }: Owner) => [
      ...this.#clientsOf(deviceId).ended,
      ...(past.get(deviceId)?.sessions ?? []),
    ];
    return (
      lastPlace([...places.values()], sessionsAt, happening.client.mac, told.at) ?? (serves ? owner : null)
    );
  }

  #apply(owner: Owner, fold: (clients: Clients) => Folding): void {
    const remembered = this.#known(owner.deviceId);
    const { clients, changed } = fold(remembered?.clients ?? NO_CLIENTS);
    for (const session of changed) this.#changed.set(session.id, { owner, session });
    const writtenAt = remembered?.writtenAt ?? this.#now;
    this.devices.set(owner.deviceId, { clients, writtenAt, touchedAt: this.#now });
  }
}
