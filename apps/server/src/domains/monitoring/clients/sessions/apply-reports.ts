import type { EndReason } from '@airloom/contract/clients/clients.model';
import type { ClientSample, EventClient, Traffic } from '@airloom/device-protocol/model';
import { ARRIVAL_TOLERANCE_MS, type Clients, type ReportTime, type Session, tolerance } from './session.ts';
import { type AppliedChanges, SessionChanges } from './session-changes.ts';
import { counted, measured, seen, shrank, withSignal } from './session-counters.ts';

/** A report may still list a client this long after its leave event. */
const LEFT_GRACE_MS = 60_000;

/** Applies the newest report: listed clients are connected, all others are not. */
export function applyReport(
  clients: Clients,
  time: ReportTime,
  samples: readonly ClientSample[],
  newId: () => string,
): AppliedChanges {
  const changes = new SessionChanges(clients, newId);
  const there = newestByMac(samples);
  for (const sample of there.values()) applySample(changes, time, sample);
  for (const mac of changes.openMacs()) {
    const session = changes.open(mac);
    // A client seen after the report was made cannot be missing from it.
    const missing = session !== undefined && !there.has(mac) && session.lastSeenAt <= time.at;
    if (missing) changes.end(session, session.lastSeenAt, 'missing');
  }
  changes.newestAt = time.at;
  return changes.result();
}

/** Of a client listed twice, the latest connection counts. */
export function newestByMac(samples: readonly ClientSample[]): Map<string, ClientSample> {
  const there = new Map<string, ClientSample>();
  for (const sample of samples) {
    const other = there.get(sample.mac);
    const newer = (sample.connectedSeconds ?? Infinity) <= (other?.connectedSeconds ?? Infinity);
    if (other === undefined || newer) there.set(sample.mac, sample);
  }
  return there;
}

/** Start of a connection of that age. */
export function startOf(time: ReportTime, connectedSeconds: number | null): number | null {
  return connectedSeconds === null ? null : time.at - connectedSeconds * 1000;
}

function applySample(changes: SessionChanges, time: ReportTime, sample: ClientSample): void {
  const start = startOf(time, sample.connectedSeconds);
  const open = changes.open(sample.mac);
  if (open !== undefined && !isNewConnection(open, time, start, sample.traffic)) {
    return changes.keep(seen(open, time, sample), false);
  }
  if (open !== undefined) {
    changes.end(open, Math.min(time.at, Math.max(start ?? time.at, open.lastSeenAt)), 'rejoined');
  } else {
    const before = start === null ? undefined : changes.find(sample.mac, start, time, []);
    if (before !== undefined) {
      const endedAt = (before.endedAt ?? 0) + (before.endReason === 'left' ? LEFT_GRACE_MS : 0);
      if (time.at <= endedAt) return absorb(changes, before, time, sample);
      return changes.reopen(seen(before, time, sample));
    }
  }
  changes.keep(seen(changes.begin(sample.mac, start ?? time.at, time), time, sample), true);
}

/** Whether this is a new connection: it started after the known one was last seen, or its counters restarted. */
function isNewConnection(open: Session, time: ReportTime, start: number | null, traffic: Traffic): boolean {
  if (start === null) return false;
  if (start > open.lastSeenAt + tolerance(time)) return true;
  return shrank(open, traffic) && start > open.startedAt + tolerance(time);
}

/** Whether the sample belongs to the connection of this open session. */
export function isSameConnection(
  open: Session,
  time: ReportTime,
  { connectedSeconds, traffic }: ClientSample,
): boolean {
  return !isNewConnection(open, time, startOf(time, connectedSeconds), traffic);
}

/** Whether a late sample belongs to a known session. */
export function hasSession(
  changes: SessionChanges,
  time: ReportTime,
  { mac, connectedSeconds }: ClientSample,
  past: readonly Session[],
): boolean {
  return changes.find(mac, startOf(time, connectedSeconds), time, past) !== undefined;
}

/** Adds a late sample; only traffic beyond the known counters counts, and signal and packets after the client was last seen. */
function absorb(changes: SessionChanges, session: Session, time: ReportTime, sample: ClientSample): void {
  const { traffic, wireless } = sample;
  const rx = Math.max(session.counterRx, traffic.rxBytes);
  const tx = Math.max(session.counterTx, traffic.txBytes);
  const more = rx > session.counterRx || tx > session.counterTx;
  const later = session.endedAt !== null && session.endReason !== 'left' && time.at > session.endedAt;
  if (!more && !later) return;
  changes.keep(
    {
      ...session,
      ...(time.at > session.lastSeenAt ? measured(session, wireless) : {}),
      counterRx: rx,
      counterTx: tx,
      rx: session.rx + rx - session.counterRx,
      tx: session.tx + tx - session.counterTx,
      lastSeenAt: Math.max(session.lastSeenAt, time.at),
      endedAt: later ? time.at : session.endedAt,
    },
    true,
  );
}

/**
 * Applies a report older than the newest one; it does not change which clients are connected. `past` holds sessions of
 * these clients that are no longer in memory.
 */
export function applyLateReport(
  clients: Clients,
  time: ReportTime,
  samples: readonly ClientSample[],
  past: readonly Session[],
  newId: () => string,
): AppliedChanges {
  const changes = new SessionChanges(clients, newId);
  for (const sample of newestByMac(samples).values()) {
    const start = startOf(time, sample.connectedSeconds);
    const session = changes.find(sample.mac, start, time, past);
    if (session !== undefined) absorb(changes, session, time, sample);
    else {
      const gone = seen(changes.begin(sample.mac, start ?? time.at, time), time, sample);
      changes.end(gone, time.at, 'missing');
    }
  }
  return changes.result();
}

export function applyJoined(
  clients: Clients,
  time: ReportTime,
  client: EventClient,
  newId: () => string,
): AppliedChanges {
  const changes = new SessionChanges(clients, newId);
  const open = changes.open(client.mac);
  const known = changes.find(client.mac, time.at, { ...time, exact: false }, []);
  const isKnown = known !== undefined && Math.abs(known.startedAt - time.at) <= ARRIVAL_TOLERANCE_MS;
  const isOld = time.at <= (open?.lastSeenAt ?? clients.newestAt);
  if (isKnown || isOld) return changes.result();
  if (open !== undefined) changes.end(open, time.at, 'rejoined');
  const begun = changes.begin(client.mac, time.at, time);
  const { ssid, band, channel, signal } = client;
  changes.keep(
    { ...begun, ssid: ssid ?? '', band, channel, ...(signal === null ? {} : withSignal(begun, signal)) },
    true,
  );
  return changes.result();
}

export interface Leaving {
  readonly client: EventClient;
  readonly traffic: Traffic | null;
  readonly connectedSeconds: number | null;
}

export function applyLeft(
  clients: Clients,
  time: ReportTime,
  { client, traffic, connectedSeconds }: Leaving,
  past: readonly Session[],
  newId: () => string,
): AppliedChanges {
  const changes = new SessionChanges(clients, newId);
  const start = startOf(time, connectedSeconds);
  const open = changes.open(client.mac);
  if (open !== undefined && open.startedAt <= time.at && !startedLater(open, time, start)) {
    const final = traffic !== null && !shrank(open, traffic) ? counted(open, traffic) : open;
    changes.end({ ...final, lastSeenAt: Math.max(open.lastSeenAt, time.at) }, time.at, 'left');
    return changes.result();
  }
  const session = changes.find(client.mac, start, { ...time, exact: false }, past);
  if (session !== undefined && session.endedAt !== null) {
    const final = traffic !== null && !shrank(session, traffic) ? counted(session, traffic) : session;
    const lastSeenAt = Math.max(session.lastSeenAt, time.at);
    if (session.endReason !== 'left') changes.end({ ...final, lastSeenAt }, time.at, 'left');
    else if (final !== session && final.rx + final.tx > session.rx + session.tx) changes.keep(final, true);
    return changes.result();
  }
  if (start === null || traffic === null) return changes.result();
  // It joined and left between two reports.
  if (open !== undefined && start > open.lastSeenAt) changes.end(open, start, 'rejoined');
  const { ssid, band, channel } = client;
  const brief = { ...changes.begin(client.mac, start, time), ssid: ssid ?? '', band, channel };
  changes.end(counted(brief, traffic), time.at, 'left');
  return changes.result();
}

function startedLater(open: Session, time: ReportTime, start: number | null): boolean {
  return start !== null && start > open.lastSeenAt + tolerance(time);
}

/** Ends all sessions of a device that went offline, at that time or when the client was last seen. */
export function endAll(clients: Clients, at: number, reason: EndReason): AppliedChanges {
  const changes = new SessionChanges(clients, () => '');
  for (const mac of changes.openMacs()) {
    const session = changes.open(mac);
    if (session !== undefined) changes.end(session, Math.max(at, session.lastSeenAt), reason);
  }
  return changes.result();
}
