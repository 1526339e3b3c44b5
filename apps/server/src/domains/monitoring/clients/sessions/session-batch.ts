import type { EndReason } from '@airloom/contract/clients/clients.model';
import type { ClientSample } from '@airloom/device-protocol/model';
import type { Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { latestAt } from '../../telemetry/index.ts';
import {
  applyJoined,
  applyLateReport,
  applyLeft,
  applyReport,
  endAll,
  hasSession,
  startOf,
} from './apply-reports.ts';
import {
  type ClientEvent,
  type ClientReport,
  type ClientUpdate,
  type DeviceClients,
  partsOf,
} from './client-updates.ts';
import {
  type ControllerMembers,
  controllerMembersOf,
  latestDevice,
  NO_MEMBERS,
} from './controller-members.ts';
import { visitOf } from './roaming.ts';
import { type Clients, NO_CLIENTS, type ReportTime, type Session, SILENT_MS } from './session.ts';
import { type AppliedChanges, SessionChanges } from './session-changes.ts';
import { sessionMoves } from './session-moves.ts';
import {
  adjacentSessions,
  type KnownSessions,
  loadClients,
  type OwnedSession,
  type Owner,
  pullBackSessions,
  type SessionLookup,
} from './sessions.repository.ts';
import { storeKnownClients } from './write-known-clients.repository.ts';
import { storeTerminals, writeSessions } from './write-sessions.repository.ts';

/** Open sessions are written this often. Later changes are in the device's newest report. */
const WRITE_EVERY_MS = 5 * 60_000;

export interface Remembered {
  readonly clients: Clients;
  readonly writtenAt: number;
  readonly touchedAt: number;
}

/** State kept between transactions; it can be restored from the database at any time. */
export interface Memory {
  readonly devices: ReadonlyMap<string, Remembered>;
  readonly membersByController: ReadonlyMap<string, ControllerMembers>;
}

export const NO_MEMORY: Memory = { devices: new Map(), membersByController: new Map() };

function sinceOf(time: ReportTime, connectedSeconds: number | null): number {
  return Math.max(0, Math.floor(Math.min(time.at, startOf(time, connectedSeconds) ?? time.at)));
}

/** Session changes of one transaction; they take effect after its commit. */
export class SessionBatch {
  readonly devices = new Map<string, Remembered>();
  readonly membersByController = new Map<string, ControllerMembers>();
  /** Members the controller no longer reports; their state is read again when needed. */
  readonly removedMembers = new Set<string>();
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
      const known = this.#known(owner.deviceId);
      if (known === undefined || known.clients.newestAt > latestAt(this.#now)) unknown.push(owner);
    }
    if (unknown.length === 0) return;
    const { sessions, reports } = await this.#load(tx, unknown);
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
      if (last === undefined || last.at > latestAt(this.#now)) continue;
      // Clients that joined with the report were written with it. It may also list clients of controller members.
      const time = { at: last.at, exact: last.report.at !== null };
      this.#applyNewest(
        owner,
        time,
        last.report.clients.filter(({ mac }) => open.has(mac)),
      );
    }
  }

  /** Sessions in the future were seen before the clock was set back: they are stored as seen now. */
  async #load(tx: Transaction, owners: readonly Owner[]) {
    const now = new Date(this.#now);
    const loaded = await loadClients(tx, owners, now);
    const ahead = owners.flatMap(({ tenant, deviceId }) =>
      (loaded.sessions.get(deviceId) ?? [])
        .filter(({ lastSeenAt, endedAt }) => Math.max(lastSeenAt, endedAt ?? 0) > latestAt(this.#now))
        .map(({ id }) => ({ tenant, id })),
    );
    if (ahead.length === 0) return loaded;
    await pullBackSessions(tx, ahead, now);
    return loadClients(tx, owners, now);
  }

  /** Lookups of sessions that ended long ago or belong to devices that are not in memory. */
  lookupsFor(all: readonly ClientUpdate[]): SessionLookup[] {
    const lookups: SessionLookup[] = [];
    const newest = new Map<string, number>();
    const newestOf = ({ deviceId }: Owner) =>
      Math.max(newest.get(deviceId) ?? 0, this.#clientsOf(deviceId).newestAt);
    for (const update of all) {
      const { owner, time } = update;
      const { at } = time;
      if (update.what === 'event') {
        if (update.happening.type !== 'clientLeft') continue;
        const { client, connectedSeconds } = update.happening;
        const since = sinceOf(time, connectedSeconds);
        if (this.#deviceWithOpenSession(update) === null)
          lookups.push({ owner, mac: client.mac, at, since, ofMembers: update.canHaveMembers });
        continue;
      }
      const isLate = at <= newestOf(owner);
      for (const part of partsOf(update)) {
        if (isLate || at <= newestOf(part.owner)) {
          const owners = new Set([part.owner, owner]);
          for (const { mac, connectedSeconds } of part.clients) {
            const since = sinceOf(time, connectedSeconds);
            for (const one of owners) lookups.push({ owner: one, mac, at, since, ofMembers: false });
          }
        }
        newest.set(part.owner.deviceId, Math.max(at, newestOf(part.owner)));
      }
    }
    return lookups;
  }

  apply(update: ClientUpdate, past: KnownSessions): void {
    if (update.what === 'report') this.#applyReport(update, past);
    else if (update.happening.type === 'clientJoined') {
      const { client } = update.happening;
      const owner = this.#deviceJoined(update);
      if (owner !== null)
        this.#apply(owner, (clients) => applyJoined(clients, update.time, client, this.#newId));
    } else {
      const { time, happening } = update;
      const owner = this.#deviceLeft(update, past);
      if (owner === null) return;
      const ended = past.get(owner.deviceId)?.sessions ?? [];
      this.#apply(owner, (clients) => applyLeft(clients, time, happening, ended, this.#newId));
    }
  }

  end(owner: Owner, at: number, reason: EndReason): void {
    this.#apply(owner, (clients) => endAll(clients, at, reason));
  }

  /** Sessions that started in this batch and are still open. */
  started(): OwnedSession[] {
    return this.#rows().filter(({ session }) => session.endedAt === null && this.#fresh.has(session.id));
  }

  async write(tx: Transaction): Promise<void> {
    if (this.#changed.size === 0) return;
    const rows = this.#rows();
    const visits = await this.#visitsOf(tx, rows);
    const own = rows.map((row) => ({ ...row, visitId: visits.get(row.session.id) ?? row.visitId }));
    await writeSessions(tx, own);
    await storeTerminals(tx, own);
    await storeKnownClients(tx, own, this.#now);
  }

  #known(deviceId: string): Remembered | undefined {
    return this.devices.get(deviceId) ?? this.#memory.devices.get(deviceId);
  }

  #clientsOf(deviceId: string): Clients {
    return this.#known(deviceId)?.clients ?? NO_CLIENTS;
  }

  #membersOf({ deviceId }: Owner): ControllerMembers {
    return (
      this.membersByController.get(deviceId) ?? this.#memory.membersByController.get(deviceId) ?? NO_MEMBERS
    );
  }

  #controllerAndMembers(controller: Owner): Owner[] {
    return [controller, ...this.#membersOf(controller).members.values()];
  }

  /** The current state of each changed session, including later changes in this batch. */
  #rows(): OwnedSession[] {
    return [...this.#changed.values()].map(({ owner, session }) => {
      const open = this.#clientsOf(owner.deviceId).open.get(session.mac);
      return { owner, session: open?.id === session.id ? open : session, visitId: session.id };
    });
  }

  /** A session starts a visit with its own id unless it continues another one. */
  async #visitsOf(tx: Transaction, rows: readonly OwnedSession[]): Promise<ReadonlyMap<string, string>> {
    const visits = new Map<string, string>();
    const fresh = rows.filter(({ session }) => this.#fresh.has(session.id));
    if (fresh.length === 0) return visits;
    const known = Map.groupBy(await adjacentSessions(tx, fresh), ({ mac }) => mac);
    const inOrder = fresh.toSorted((one, other) => one.session.startedAt - other.session.startedAt);
    for (const { owner, session } of inOrder) {
      const placed = { ...session, siteId: owner.siteId };
      const others = known.get(session.mac) ?? [];
      const visitId = visitOf(placed, others) ?? session.id;
      known.set(session.mac, [...others, { ...placed, visitId }]);
      visits.set(session.id, visitId);
    }
    return visits;
  }

  readonly #newId = (): string => {
    const id = newId();
    this.#fresh.add(id);
    return id;
  };

  #applyReport(update: ClientReport, past: KnownSessions): void {
    const { owner: controller, time } = update;
    const isNewest = time.at > this.#clientsOf(controller.deviceId).newestAt;
    if (isNewest) {
      this.#moveSessions(update);
      this.#setMembers(update);
    }
    for (const part of partsOf(update)) {
      if (isNewest && time.at > this.#clientsOf(part.owner.deviceId).newestAt)
        this.#applyNewest(part.owner, time, part.clients);
      else this.#applyLate(part, controller, time, past);
    }
  }

  #moveSessions(update: ClientReport): void {
    const moves = sessionMoves(update, this.#membersOf(update.owner), (deviceId) =>
      this.#clientsOf(deviceId),
    );
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

  #setMembers({ owner, members }: ClientReport): void {
    const before = this.#membersOf(owner);
    if (members.length === 0 && before === NO_MEMBERS) return;
    const membersByController = controllerMembersOf(members);
    this.membersByController.set(owner.deviceId, membersByController);
    for (const id of before.members.keys())
      if (!membersByController.members.has(id)) this.removedMembers.add(id);
    for (const id of membersByController.members.keys()) this.removedMembers.delete(id);
  }

  #applyNewest(owner: Owner, time: ReportTime, samples: readonly ClientSample[]): void {
    const before = this.#clientsOf(owner.deviceId).newestAt;
    this.#apply(owner, (clients) => applyReport(clients, time, samples, this.#newId));
    const remembered = this.#known(owner.deviceId);
    if (remembered === undefined) return;
    // The device has caught up after sending old reports: write its open sessions now.
    const recent = this.#now - SILENT_MS / 2;
    const hasCaughtUp = before > 0 && before < recent && time.at >= recent;
    if (!hasCaughtUp && this.#now - remembered.writtenAt < WRITE_EVERY_MS) return;
    for (const session of remembered.clients.open.values()) this.#changed.set(session.id, { owner, session });
    this.devices.set(owner.deviceId, { ...remembered, writtenAt: this.#now });
  }

  /** Clients that counted for the controller at that time stay with it. */
  #applyLate(
    { owner, clients: samples }: DeviceClients,
    controller: Owner,
    time: ReportTime,
    past: KnownSessions,
  ): void {
    const ended = ({ deviceId }: Owner) => past.get(deviceId)?.sessions ?? [];
    const late = (to: Owner, own: readonly ClientSample[]) =>
      this.#apply(to, (clients) => applyLateReport(clients, time, own, ended(to), this.#newId));
    if (owner.deviceId === controller.deviceId) return late(owner, samples);
    const changes = new SessionChanges(this.#clientsOf(controller.deviceId), this.#newId);
    const own = new SessionChanges(this.#clientsOf(owner.deviceId), this.#newId);
    const [theirs, its]: [ClientSample[], ClientSample[]] = [[], []];
    for (const sample of samples) {
      const isTheirs =
        !hasSession(own, time, sample, ended(owner)) && hasSession(changes, time, sample, ended(controller));
      (isTheirs ? theirs : its).push(sample);
    }
    late(owner, its);
    if (theirs.length > 0) late(controller, theirs);
  }

  /** Null when only the next report shows which device serves the client. */
  #deviceJoined({ owner, happening, serves }: ClientEvent): Owner | null {
    const { members, networks } = this.#membersOf(owner);
    const own = serves ? owner : null;
    if (members.size === 0) return own;
    const { bssid } = happening.client;
    return bssid === null ? null : (networks.get(bssid) ?? own);
  }

  /** Of several devices the one whose session start matches best, or else the latest. */
  #deviceWithOpenSession({ owner, time, happening }: ClientEvent): Owner | null {
    const start = startOf(time, happening.type === 'clientLeft' ? happening.connectedSeconds : null);
    let found: { readonly place: Owner; readonly apart: number } | null = null;
    for (const place of this.#controllerAndMembers(owner)) {
      const open = this.#clientsOf(place.deviceId).open.get(happening.client.mac);
      if (open === undefined || open.startedAt > time.at) continue;
      const apart = Math.abs((start ?? time.at) - open.startedAt);
      if (found === null || apart < found.apart) found = { place, apart };
    }
    return found?.place ?? null;
  }

  /** The device where the client is, or else was last. */
  #deviceLeft(update: ClientEvent, past: KnownSessions): Owner | null {
    const { owner, time, happening, canHaveMembers, serves } = update;
    const open = this.#deviceWithOpenSession(update);
    if (open !== null || !canHaveMembers) return open ?? owner;
    const places = new Map(this.#controllerAndMembers(owner).map((one) => [one.deviceId, one]));
    for (const [deviceId, found] of past) {
      if (found.managedBy === owner.deviceId && !places.has(deviceId)) places.set(deviceId, found.owner);
    }
    const sessionsAt = ({ deviceId }: Owner) => [
      ...this.#clientsOf(deviceId).ended,
      ...(past.get(deviceId)?.sessions ?? []),
    ];
    return (
      latestDevice([...places.values()], sessionsAt, happening.client.mac, time.at) ?? (serves ? owner : null)
    );
  }

  #apply(owner: Owner, change: (clients: Clients) => AppliedChanges): void {
    const remembered = this.#known(owner.deviceId);
    const { clients, changed } = change(remembered?.clients ?? NO_CLIENTS);
    for (const session of changed) this.#changed.set(session.id, { owner, session });
    const writtenAt = remembered?.writtenAt ?? this.#now;
    this.devices.set(owner.deviceId, { clients, writtenAt, touchedAt: this.#now });
  }
}
