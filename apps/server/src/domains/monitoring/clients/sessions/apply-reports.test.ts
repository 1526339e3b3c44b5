import type { ClientSample } from '@airloom/device-protocol/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientOf } from '../../telemetry/testing/reports.ts';
import { applyJoined, applyLateReport, applyLeft, applyReport, endAll } from './apply-reports.ts';
import { visitOf } from './roaming.ts';
import { type Clients, NO_CLIENTS, type Session } from './session.ts';
import type { AppliedChanges } from './session-changes.ts';

const MAC = '02:00:00:00:00:01';
const T = Date.UTC(2026, 9, 20, 12);
let ids = 0;
const newId = () => `s${++ids}`;
const exact = (seconds: number) => ({ at: T + seconds * 1000, exact: true });
const about = (seconds: number) => ({ at: T + seconds * 1000, exact: false });
const leaving = { mac: MAC, ssid: 'Office', band: '5G', channel: 36, signal: null, bssid: null } as const;

/** Keeps what the database would keep: written sessions and the newest report. */
class Book {
  readonly sessions = new Map<string, Session>();
  #clients: Clients = NO_CLIENTS;
  #newest: { at: number; samples: ClientSample[] } | null = null;
  counted = 0;

  all(): Session[] {
    return [...this.sessions.values()].sort((one, other) => one.startedAt - other.startedAt);
  }

  take(applied: AppliedChanges): void {
    for (const session of applied.changed) this.write(session);
    this.#clients = applied.clients;
  }

  write(session: Session): void {
    this.counted += session.rx - (this.sessions.get(session.id)?.rx ?? 0);
    this.sessions.set(session.id, session);
  }

  report(seconds: number, samples: ClientSample[], time = exact(seconds)): void {
    if (time.at > this.#clients.newestAt) {
      this.take(applyReport(this.#clients, time, samples, newId));
      this.#newest = { at: time.at, samples };
    } else this.take(applyLateReport(this.#clients, time, samples, this.all(), newId));
  }

  /** Forgets what was not written and starts again from the open sessions and the newest report. */
  restart(): void {
    const open = this.all().filter(({ endedAt }) => endedAt === null);
    this.#clients = { ...NO_CLIENTS, open: new Map(open.map((session) => [session.mac, session])) };
    if (this.#newest === null) return;
    const { at, samples } = this.#newest;
    this.take(applyReport(this.#clients, { at, exact: true }, samples, newId));
  }

  joined(seconds: number): void {
    this.take(applyJoined(this.#clients, about(seconds), { ...leaving, signal: -50 }, newId));
  }

  left(seconds: number, rx: number | null, connectedSeconds: number | null): void {
    const traffic = rx === null ? null : { rxBytes: rx, txBytes: 2 * rx };
    const event = { client: leaving, traffic, connectedSeconds };
    this.take(applyLeft(this.#clients, about(seconds), event, this.all(), newId));
  }

  offline(seconds: number): void {
    this.take(endAll(this.#clients, T + seconds * 1000, 'deviceOffline'));
  }

  /** The periodic write. */
  writeOpen(): void {
    for (const session of this.#clients.open.values()) this.write(session);
  }

  seen() {
    return this.all().map(({ startedAt, endedAt, endReason, rx }) => [
      (startedAt - T) / 1000,
      endedAt === null ? null : (endedAt - T) / 1000,
      endReason,
      rx,
    ]);
  }
}

describe('a client', () => {
  test('starts at the reported time and ends when it was last seen', () => {
    const book = new Book();
    book.report(0, [clientOf(MAC, 30, 100)]);
    book.report(60, [clientOf(MAC, 90, 150)]);
    book.report(120, []);
    expect(book.seen()).toEqual([[-30, 60, 'missing', 150]]);
  });

  test('gets two sessions when it reconnects between two reports', () => {
    const book = new Book();
    book.report(0, [clientOf(MAC, 300, 1000)]);
    book.report(60, [clientOf(MAC, 20, 1500)]);
    expect(book.seen()).toEqual([
      [-300, 40, 'rejoined', 1000],
      [40, null, null, 1500],
    ]);
  });

  test('loses no traffic when its counters restart within a session', () => {
    const book = new Book();
    book.report(0, [clientOf(MAC, 300, 1000)]);
    book.report(60, [clientOf(MAC, 360, 70)]);
    book.writeOpen();
    expect(book.seen()).toEqual([[-300, null, null, 1070]]);
  });

  test('starts at most 35 days ago, whatever connection time is reported', () => {
    const longest = 35 * 86_400;
    const ever = 2_147_483_647;
    const book = new Book();
    book.report(0, [clientOf(MAC, ever, 100)]);
    book.report(60, [clientOf(MAC, ever, 70)]);
    book.offline(70);
    book.report(300, [clientOf(MAC, ever, 90)]);
    book.report(180, [clientOf(MAC, ever, 80)]);
    book.writeOpen();
    expect(book.seen()).toEqual([[-longest, null, null, 190]]);
    book.left(400, 95, ever);
    expect(book.seen()).toEqual([[-longest, 400, 'left', 195]]);
  });

  test('starts at most 35 days before a leave event with an impossible duration', () => {
    const book = new Book();
    book.left(0, 40, 2_147_483_647);
    expect(book.seen()).toEqual([[-35 * 86_400, 0, 'left', 40]]);
  });

  test('ends at the leave event with its final counters, even if a later report still lists it', () => {
    const book = new Book();
    book.joined(0);
    book.report(60, [clientOf(MAC, 60, 100)], about(60));
    book.left(90, 140, 90);
    book.report(92, [clientOf(MAC, 90, 139)], about(92));
    book.left(90, 140, 90);
    expect(book.seen()).toEqual([[0, 90, 'left', 140]]);
    book.report(200, [clientOf(MAC, 50, 5)], about(200));
    expect(book.seen()).toEqual([
      [0, 90, 'left', 140],
      [150, null, null, 5],
    ]);
  });

  test('gets one session when it joins and leaves between two reports', () => {
    const book = new Book();
    book.report(0, []);
    book.left(50, 40, 30);
    book.left(50, 40, 30);
    book.restart();
    book.left(50, 40, 30);
    expect(book.seen()).toEqual([[20, 50, 'left', 40]]);
  });

  test('ends at a late leave event instead of the estimated end', () => {
    const book = new Book();
    book.report(0, [clientOf(MAC, 30, 100)]);
    book.report(60, []);
    book.left(40, 180, 70);
    expect(book.seen()).toEqual([[-30, 40, 'left', 180]]);
  });

  test('gets no session from a late join event', () => {
    const book = new Book();
    book.report(0, [clientOf(MAC, 30, 100)]);
    book.joined(-30);
    book.report(60, []);
    book.joined(-30);
    expect(book.seen()).toEqual([[-30, 0, 'missing', 100]]);
  });

  test('ends when its device goes offline', () => {
    const book = new Book();
    book.report(0, [clientOf(MAC, 30, 100)]);
    book.offline(25);
    expect(book.seen()).toEqual([[-30, 25, 'deviceOffline', 100]]);
    book.report(300, [clientOf(MAC, 330, 400)]);
    expect(book.seen()).toEqual([[-30, null, null, 400]]);
  });

  test('gets a separate session from a report of yesterday', () => {
    const book = new Book();
    book.report(0, [clientOf(MAC, 30, 100)]);
    book.report(-86_400, [clientOf(MAC, 500, 70)]);
    book.report(-86_340, [clientOf(MAC, 560, 90)]);
    book.report(-86_400, [clientOf(MAC, 500, 70)]);
    expect(book.seen()).toEqual([
      [-86_900, -86_340, 'missing', 90],
      [-30, null, null, 100],
    ]);
  });

  test('keeps the signal of late reports, once each', () => {
    const book = new Book();
    book.report(0, [clientOf(MAC, 30, 100)]);
    for (const at of [-86_400, -86_340, -86_340, -86_400]) book.report(at, [clientOf(MAC, at + 86_900, 70)]);
    expect(book.all().map(({ signalSamples }) => signalSamples)).toEqual([2, 1]);
  });
});

/** Consecutive connections of one client at one device; each counts from zero. */
const life = fc.array(
  fc.record({
    apart: fc.integer({ min: 5, max: 400 }),
    lasts: fc.integer({ min: 10, max: 900 }),
    perSecond: fc.integer({ min: 1, max: 1000 }),
  }),
  { minLength: 1, maxLength: 6 },
);
const deliveries = fc.array(
  fc.record({
    what: fc.constantFrom('next', 'next', 'next', 'next', 'again', 'older', 'restart', 'write'),
    pick: fc.nat({ max: 1000 }),
  }),
  { minLength: 1, maxLength: 120 },
);

test('counts the traffic of the counters once for repeated, late and replayed reports', () => {
  fc.assert(
    fc.property(life, fc.integer({ min: 7, max: 120 }), deliveries, (connections, every, steps) => {
      let clock = 0;
      const spans = connections.map(({ apart, lasts, perSecond }) => {
        const from = clock + apart;
        clock = from + lasts;
        return { from, to: clock, perSecond };
      });
      const reportAt = (second: number): ClientSample[] => {
        const span = spans.find(({ from, to }) => from <= second && second < to);
        if (span === undefined) return [];
        return [clientOf(MAC, second - span.from, (second - span.from) * span.perSecond)];
      };
      const book = new Book();
      const reported = new Set<number>();
      const skipped: number[] = [];
      let next = every;
      for (const { what, pick } of steps) {
        if (what === 'restart') book.restart();
        else if (what === 'write') book.writeOpen();
        else if (what === 'next') {
          // One in four is delayed and arrives late.
          if (pick % 4 === 0) skipped.push(next);
          else {
            reported.add(next);
            book.report(next, reportAt(next));
          }
          next += every;
        } else {
          const from = what === 'again' ? [...reported] : skipped;
          const second = from[pick % Math.max(1, from.length)];
          if (second !== undefined) {
            reported.add(second);
            book.report(second, reportAt(second));
          }
        }
      }
      book.restart();
      book.writeOpen();
      const truth = spans.map(({ from, to, perSecond }) => {
        const received = [...reported].filter((second) => from <= second && second < to);
        return received.length === 0 ? 0 : (Math.max(...received) - from) * perSecond;
      });
      expect(book.counted).toBe(truth.reduce((sum, bytes) => sum + bytes, 0));
      expect(book.all().length).toBe(
        spans.filter(({ from, to }) => [...reported].some((s) => from <= s && s < to)).length,
      );
    }),
    { numRuns: 2000, seed: 11 },
  );
});

describe('roaming', () => {
  const session = { mac: MAC, siteId: 'harbour', ssid: 'Office', startedAt: 100_000, endedAt: null };
  const known = (given: object) => ({ ...session, visitId: 'v', startedAt: 0, endedAt: 90_000, ...given });

  test.each([
    ['it had just ended', known({}), 'v'],
    ['it still runs', known({ endedAt: null }), 'v'],
    ['it ended too long ago', known({ endedAt: 69_000 }), null],
    ['another network', known({ ssid: 'Guests' }), null],
    ['another site', known({ siteId: 'hill' }), null],
    ['another client', known({ mac: '02:00:00:00:00:02' }), null],
  ])('%s', (_, other, visit) => {
    expect(visitOf(session, [other])).toBe(visit);
  });

  test('assigns a late session to the visit that followed it', () => {
    const late = { ...session, endedAt: 200_000 };
    expect(visitOf(late, [known({ startedAt: 215_000, endedAt: null })])).toBe('v');
    expect(visitOf(late, [known({ startedAt: 231_000, endedAt: null })])).toBe(null);
  });

  test('starts a new visit for a device without a site or a port without a network', () => {
    expect(visitOf({ ...session, siteId: null }, [known({ siteId: null })])).toBe(null);
    expect(visitOf({ ...session, ssid: '' }, [known({ ssid: '' })])).toBe(null);
  });
});
