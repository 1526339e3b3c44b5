import type { EndReason } from '@airloom/contract/clients/clients.model';
import { type Clients, type ReportTime, SESSION_MAX_MS, type Session, tolerance } from './session.ts';

export interface AppliedChanges {
  readonly clients: Clients;
  /** Sessions that started, ended or changed by a late report; to be written now. */
  readonly changed: readonly Session[];
}

const ENDED_KEPT = 64;

/** Applies changes to the known clients of one device; `newId` creates session ids. */
export class SessionChanges {
  readonly #newId: () => string;
  readonly #open: Map<string, Session>;
  readonly #changed = new Map<string, Session>();
  #ended: Session[];
  newestAt: number;

  constructor(clients: Clients, newId: () => string) {
    this.#newId = newId;
    this.#open = new Map(clients.open);
    this.#ended = [...clients.ended];
    this.newestAt = clients.newestAt;
  }

  result(): AppliedChanges {
    return {
      clients: { newestAt: this.newestAt, open: this.#open, ended: this.#ended.slice(-ENDED_KEPT) },
      changed: [...this.#changed.values()],
    };
  }

  openMacs(): string[] {
    return [...this.#open.keys()];
  }

  open(mac: string): Session | undefined {
    return this.#open.get(mac);
  }

  begin(mac: string, startedAt: number, time: ReportTime): Session {
    return {
      id: this.#newId(),
      mac,
      startedAt: Math.min(Math.max(startedAt, time.at - SESSION_MAX_MS), time.at),
      lastSeenAt: time.at,
      endedAt: null,
      endReason: null,
      counterRx: 0,
      counterTx: 0,
      rx: 0,
      tx: 0,
      counterPackets: 0,
      counterRetries: 0,
      packets: 0,
      retries: 0,
      ssid: '',
      band: null,
      channel: null,
      port: '',
      ip: '',
      hostname: '',
      signalLast: null,
      signalMin: null,
      signalSum: 0,
      signalSamples: 0,
    };
  }

  keep(session: Session, changed: boolean): void {
    if (session.endedAt === null) this.#open.set(session.mac, session);
    else {
      this.#ended = [...this.#ended.filter(({ id }) => id !== session.id), session];
      if (this.#open.get(session.mac)?.id === session.id) this.#open.delete(session.mac);
    }
    if (changed || this.#changed.has(session.id)) this.#changed.set(session.id, session);
  }

  /** Opens an ended session again. */
  reopen(session: Session): void {
    this.#ended = this.#ended.filter(({ id }) => id !== session.id);
    this.keep({ ...session, endedAt: null, endReason: null }, true);
  }

  end(session: Session, at: number, reason: EndReason): void {
    this.keep({ ...session, endedAt: Math.max(at, session.startedAt), endReason: reason }, true);
  }

  /** The session a late sample belongs to: by its start, else by the time it covers. */
  find(mac: string, start: number | null, time: ReportTime, past: readonly Session[]): Session | undefined {
    const open = this.#open.get(mac);
    const known = new Map(past.filter((session) => session.mac === mac).map((one) => [one.id, one]));
    for (const session of this.#ended) if (session.mac === mac) known.set(session.id, session);
    if (open !== undefined) known.set(open.id, open);
    const own = [...known.values()].sort((one, other) => other.startedAt - one.startedAt);
    const near = tolerance(time);
    if (start !== null && start < time.at - SESSION_MAX_MS) {
      // The start is out of range and cannot be compared; a session seen since then matches.
      return own.find((session) => session.startedAt <= time.at && session.lastSeenAt >= start);
    }
    const byStart =
      start === null ? undefined : own.find((session) => Math.abs(session.startedAt - start) <= near);
    if (byStart !== undefined || (start !== null && time.exact)) return byStart;
    return own.find(
      ({ startedAt, endedAt, lastSeenAt }) =>
        startedAt <= time.at + near &&
        time.at <= Math.max(endedAt ?? 0, lastSeenAt) + near &&
        (start === null || start <= lastSeenAt),
    );
  }
}
