import type { EndReason } from '@airloom/contract/terminals/terminals.model';
import type {
  Band,
  ClientSample,
  EventClient,
  Traffic,
  WirelessClient,
} from '@airloom/device-protocol/model';

/** A client at one device, from joining to leaving. */
export interface Session {
  readonly id: string;
  readonly mac: string;
  readonly startedAt: number;
  readonly lastSeenAt: number;
  readonly endedAt: number | null;
  readonly endReason: EndReason | null;
  /** What the counters of its connection last said, and what that makes since it joined. */
  readonly counterRx: number;
  readonly counterTx: number;
  readonly rx: number;
  readonly tx: number;
  /** The same of what was sent to it, and of that what had to be sent again. */
  readonly counterPackets: number;
  readonly counterRetries: number;
  readonly packets: number;
  readonly retries: number;
  readonly ssid: string;
  readonly band: Band | null;
  readonly channel: number | null;
  readonly port: string;
  readonly ip: string;
  readonly hostname: string;
  readonly signalLast: number | null;
  readonly signalMin: number | null;
  readonly signalSum: number;
  readonly signalSamples: number;
}

/** What is remembered of a device's clients. */
export interface Clients {
  /** The newest report that was folded in. */
  readonly newestAt: number;
  readonly open: ReadonlyMap<string, Session>;
  /** Ended not long ago, newest last: something said late may still belong to them. */
  readonly ended: readonly Session[];
}

export const NO_CLIENTS: Clients = { newestAt: 0, open: new Map(), ended: [] };

export interface Told {
  readonly at: number;
  /** Whether the device itself said when; else it is the arrival, which may lag. */
  readonly exact: boolean;
}

export interface Folding {
  readonly clients: Clients;
  /** Sessions that began, ended or got something late: to be written now. */
  readonly changed: readonly Session[];
}

const EXACT_MS = 2_000;
const ABOUT_MS = 30_000;
/** A report may still list a client that has just said good-bye. */
const GOOD_BYE_MS = 60_000;
const ENDED_KEPT = 64;
/** Whatever a device says, no session began longer before it was first heard of. */
export const LASTED_MAX_MS = 35 * 24 * 3_600_000;

const tolerance = ({ exact }: Told): number => (exact ? EXACT_MS : ABOUT_MS);

/** Puts one thing after the other into what is known; `newId` names sessions. */
class Fold {
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

  result(): Folding {
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

  begin(mac: string, startedAt: number, told: Told): Session {
    return {
      id: this.#newId(),
      mac,
      startedAt: Math.min(Math.max(startedAt, told.at - LASTED_MAX_MS), told.at),
      lastSeenAt: told.at,
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

  /** Open again, after all. */
  reopen(session: Session): void {
    this.#ended = this.#ended.filter(({ id }) => id !== session.id);
    this.keep({ ...session, endedAt: null, endReason: null }, true);
  }

  end(session: Session, at: number, reason: EndReason): void {
    this.keep({ ...session, endedAt: Math.max(at, session.startedAt), endReason: reason }, true);
  }

  /** The session something said late belongs to: by when it began, else by the time it covers. */
  find(mac: string, start: number | null, told: Told, past: readonly Session[]): Session | undefined {
    const open = this.#open.get(mac);
    const known = new Map(past.filter((session) => session.mac === mac).map((one) => [one.id, one]));
    for (const session of this.#ended) if (session.mac === mac) known.set(session.id, session);
    if (open !== undefined) known.set(open.id, open);
    const own = [...known.values()].sort((one, other) => other.startedAt - one.startedAt);
    const near = tolerance(told);
    if (start !== null && start < told.at - LASTED_MAX_MS) {
      // When it began cannot be compared, but what was seen of it since then is part of it.
      return own.find((session) => session.startedAt <= told.at && session.lastSeenAt >= start);
    }
    const byStart =
      start === null ? undefined : own.find((session) => Math.abs(session.startedAt - start) <= near);
    if (byStart !== undefined || (start !== null && told.exact)) return byStart;
    return own.find(
      ({ startedAt, endedAt, lastSeenAt }) =>
        startedAt <= told.at + near &&
        told.at <= Math.max(endedAt ?? 0, lastSeenAt) + near &&
        (start === null || start <= lastSeenAt),
    );
  }
}

/** A report that is newer than all before it says who is there, and so who is not. */
export function foldReport(
  clients: Clients,
  told: Told,
  samples: readonly ClientSample[],
  newId: () => string,
): Folding {
  const fold = new Fold(clients, newId);
  const there = newestByMac(samples);
  for (const sample of there.values()) foldSample(fold, told, sample);
  for (const mac of fold.openMacs()) {
    const session = fold.open(mac);
    // Who was seen after the report was made cannot be missing in it.
    const missing = session !== undefined && !there.has(mac) && session.lastSeenAt <= told.at;
    if (missing) fold.end(session, session.lastSeenAt, 'missing');
  }
  fold.newestAt = told.at;
  return fold.result();
}

/** A client listed twice is where it came last. */
function newestByMac(samples: readonly ClientSample[]): Map<string, ClientSample> {
  const there = new Map<string, ClientSample>();
  for (const sample of samples) {
    const other = there.get(sample.mac);
    const newer = (sample.connectedSeconds ?? Infinity) <= (other?.connectedSeconds ?? Infinity);
    if (other === undefined || newer) there.set(sample.mac, sample);
  }
  return there;
}

function startOf(told: Told, connectedSeconds: number | null): number | null {
  return connectedSeconds === null ? null : told.at - connectedSeconds * 1000;
}

function foldSample(fold: Fold, told: Told, sample: ClientSample): void {
  const start = startOf(told, sample.connectedSeconds);
  const open = fold.open(sample.mac);
  if (open !== undefined && !isAnother(open, told, start, sample.traffic)) {
    return fold.keep(seen(open, told, sample), false);
  }
  if (open !== undefined) {
    fold.end(open, Math.min(told.at, Math.max(start ?? told.at, open.lastSeenAt)), 'rejoined');
  } else {
    const before = start === null ? undefined : fold.find(sample.mac, start, told, []);
    if (before !== undefined) {
      const endedAt = (before.endedAt ?? 0) + (before.endReason === 'left' ? GOOD_BYE_MS : 0);
      if (told.at <= endedAt) return absorb(fold, before, told, sample.traffic);
      return fold.reopen(seen(before, told, sample));
    }
  }
  fold.keep(seen(fold.begin(sample.mac, start ?? told.at, told), told, sample), true);
}

/** Whether this is another connection than the one known: it began after that was last seen, or counts anew. */
function isAnother(open: Session, told: Told, start: number | null, traffic: Traffic): boolean {
  if (start === null) return false;
  if (start > open.lastSeenAt + tolerance(told)) return true;
  return shrank(open, traffic) && start > open.startedAt + tolerance(told);
}

function shrank(session: Session, { rxBytes, txBytes }: Traffic): boolean {
  return rxBytes < session.counterRx || txBytes < session.counterTx;
}

/** Counters only grow; one that shrank began anew. */
function counted(session: Session, { rxBytes, txBytes }: Traffic): Session {
  const anew = shrank(session, { rxBytes, txBytes });
  return {
    ...session,
    counterRx: rxBytes,
    counterTx: txBytes,
    rx: session.rx + rxBytes - (anew ? 0 : session.counterRx),
    tx: session.tx + txBytes - (anew ? 0 : session.counterTx),
  };
}

function resent(session: Session, wireless: WirelessClient | null): Partial<Session> {
  const packets = wireless?.txPackets ?? null;
  const retries = wireless?.txRetries ?? null;
  if (packets === null || retries === null) return {};
  const anew = packets < session.counterPackets || retries < session.counterRetries;
  return {
    counterPackets: packets,
    counterRetries: retries,
    packets: session.packets + packets - (anew ? 0 : session.counterPackets),
    retries: session.retries + retries - (anew ? 0 : session.counterRetries),
  };
}

function seen(session: Session, told: Told, sample: ClientSample): Session {
  const { wireless } = sample;
  const signal = wireless?.signal ?? null;
  return {
    ...counted(session, sample.traffic),
    ...resent(session, wireless),
    lastSeenAt: Math.max(session.lastSeenAt, told.at),
    ssid: wireless?.ssid ?? session.ssid,
    band: wireless?.band ?? session.band,
    channel: wireless?.channel ?? session.channel,
    port: sample.port ?? session.port,
    ip: sample.ip ?? session.ip,
    hostname: sample.hostname ?? session.hostname,
    ...(signal === null ? {} : withSignal(session, signal)),
  };
}

function withSignal(session: Session, signal: number) {
  return {
    signalLast: signal,
    signalMin: Math.min(session.signalMin ?? signal, signal),
    signalSum: session.signalSum + signal,
    signalSamples: session.signalSamples + 1,
  };
}

/** Something said late: of what it counts only that which is more than known. */
function absorb(fold: Fold, session: Session, told: Told, traffic: Traffic): void {
  const rx = Math.max(session.counterRx, traffic.rxBytes);
  const tx = Math.max(session.counterTx, traffic.txBytes);
  const more = rx > session.counterRx || tx > session.counterTx;
  const later = session.endedAt !== null && session.endReason !== 'left' && told.at > session.endedAt;
  if (!more && !later) return;
  fold.keep(
    {
      ...session,
      counterRx: rx,
      counterTx: tx,
      rx: session.rx + rx - session.counterRx,
      tx: session.tx + tx - session.counterTx,
      lastSeenAt: Math.max(session.lastSeenAt, told.at),
      endedAt: later ? told.at : session.endedAt,
    },
    true,
  );
}

/**
 * A report that is older than the newest: it says nothing about who is there now. `past` are sessions of these
 * clients that are remembered no more.
 */
export function foldLateReport(
  clients: Clients,
  told: Told,
  samples: readonly ClientSample[],
  past: readonly Session[],
  newId: () => string,
): Folding {
  const fold = new Fold(clients, newId);
  for (const sample of newestByMac(samples).values()) {
    const start = startOf(told, sample.connectedSeconds);
    const session = fold.find(sample.mac, start, told, past);
    if (session !== undefined) absorb(fold, session, told, sample.traffic);
    else {
      const gone = seen(fold.begin(sample.mac, start ?? told.at, told), told, sample);
      fold.end(gone, told.at, 'missing');
    }
  }
  return fold.result();
}

export function foldJoined(clients: Clients, told: Told, client: EventClient, newId: () => string): Folding {
  const fold = new Fold(clients, newId);
  const open = fold.open(client.mac);
  const known = fold.find(client.mac, told.at, { ...told, exact: false }, []);
  const isKnown = known !== undefined && Math.abs(known.startedAt - told.at) <= ABOUT_MS;
  const isOld = told.at <= (open?.lastSeenAt ?? clients.newestAt);
  if (isKnown || isOld) return fold.result();
  if (open !== undefined) fold.end(open, told.at, 'rejoined');
  const begun = fold.begin(client.mac, told.at, told);
  const { ssid, band, channel, signal } = client;
  fold.keep(
    { ...begun, ssid: ssid ?? '', band, channel, ...(signal === null ? {} : withSignal(begun, signal)) },
    true,
  );
  return fold.result();
}

export interface Leaving {
  readonly client: EventClient;
  readonly traffic: Traffic | null;
  readonly connectedSeconds: number | null;
}

export function foldLeft(
  clients: Clients,
  told: Told,
  { client, traffic, connectedSeconds }: Leaving,
  past: readonly Session[],
  newId: () => string,
): Folding {
  const fold = new Fold(clients, newId);
  const start = startOf(told, connectedSeconds);
  const open = fold.open(client.mac);
  if (open !== undefined && open.startedAt <= told.at && !startedLater(open, told, start)) {
    const final = traffic !== null && !shrank(open, traffic) ? counted(open, traffic) : open;
    fold.end({ ...final, lastSeenAt: Math.max(open.lastSeenAt, told.at) }, told.at, 'left');
    return fold.result();
  }
  const session = fold.find(client.mac, start, { ...told, exact: false }, past);
  if (session !== undefined && session.endedAt !== null) {
    const final = traffic !== null && !shrank(session, traffic) ? counted(session, traffic) : session;
    const lastSeenAt = Math.max(session.lastSeenAt, told.at);
    if (session.endReason !== 'left') fold.end({ ...final, lastSeenAt }, told.at, 'left');
    else if (final !== session && final.rx + final.tx > session.rx + session.tx) fold.keep(final, true);
    return fold.result();
  }
  if (start === null || traffic === null) return fold.result();
  // It came and went between two reports.
  if (open !== undefined && start > open.lastSeenAt) fold.end(open, start, 'rejoined');
  const { ssid, band, channel } = client;
  const brief = { ...fold.begin(client.mac, start, told), ssid: ssid ?? '', band, channel };
  fold.end(counted(brief, traffic), told.at, 'left');
  return fold.result();
}

function startedLater(open: Session, told: Told, start: number | null): boolean {
  return start !== null && start > open.lastSeenAt + tolerance(told);
}

/** The device is gone: so are they all, at that time or when they were last seen. */
export function endAll(clients: Clients, at: number, reason: EndReason): Folding {
  const fold = new Fold(clients, () => '');
  for (const mac of fold.openMacs()) {
    const session = fold.open(mac);
    if (session !== undefined) fold.end(session, Math.max(at, session.lastSeenAt), reason);
  }
  return fold.result();
}
