import type { EndReason } from '@airloom/contract/clients/clients.model';
import type { ClientSample, EventClient, Traffic } from '@airloom/device-protocol/model';
import { Fold, type Folding } from './fold.ts';
import { ABOUT_MS, type Clients, type Session, type Told, tolerance } from './session.ts';
import { counted, seen, shrank, withSignal } from './session-figures.ts';

/** A report may still list a client that has just said good-bye. */
const GOOD_BYE_MS = 60_000;

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
export function newestByMac(samples: readonly ClientSample[]): Map<string, ClientSample> {
  const there = new Map<string, ClientSample>();
  for (const sample of samples) {
    const other = there.get(sample.mac);
    const newer = (sample.connectedSeconds ?? Infinity) <= (other?.connectedSeconds ?? Infinity);
    if (other === undefined || newer) there.set(sample.mac, sample);
  }
  return there;
}

/** When a connection of that age began. */
export function startOf(told: Told, connectedSeconds: number | null): number | null {
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

/** Whether what is told of a client is of the connection a session knows. */
export function goesOn(open: Session, told: Told, { connectedSeconds, traffic }: ClientSample): boolean {
  return !isAnother(open, told, startOf(told, connectedSeconds), traffic);
}

/** Whether a session is known that something said late belongs to. */
export function hasSession(
  fold: Fold,
  told: Told,
  { mac, connectedSeconds }: ClientSample,
  past: readonly Session[],
): boolean {
  return fold.find(mac, startOf(told, connectedSeconds), told, past) !== undefined;
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
