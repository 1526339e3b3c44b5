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

/** Remembers as the database would: what was written, and the newest report. */
class Book {
  readonly sessions = new Map<string, Session>();
  #clients: Clients = NO_CLIENTS;
  #newest: { at: number; samples: ClientSample[] } | null = null;
  counted = 0;

  all(): Session[] {
    return [...this.sessions.values()].sort((one, other) => one.startedAt - other.startedAt);
  }

  take(folding: AppliedChanges): void {
    for (const session of folding.changed) this.write(session);
    this.#clients = folding.clients;
  }

  write(session: Session): void {
    this.counted += session.rx - (this.sessions.get(session.id)?.rx ?? 0);
    this.sessions.set(session.id, session);
  }

  report(seconds: number, samples: ClientSample[], told = exact(seconds)): void {
    if (told.at > this.#clients.newestAt) {
      this.take(applyReport(this.#clients, told, samples, newId));
      this.#newest = { at: told.at, samples };
    } else this.take(applyLateReport(this.#clients, told, samples, this.all(), newId));
  }

  /** Forgets what was not written, and starts from what is: open sessions, and the newest report. */
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
  test('begins when it says it did, and ends when it was last seen', () => {
    const book = new Book();
    book.report(0, [clientOf(MAC, 30, 100)]);
    book.report(60, [clientOf(MAC, 90, 150)]);
    book.report(120, []);
    expect(book.seen()).toEqual([[-30, 60, 'missing', 150]]);
  });

  test('that joined anew between two reports has two sessions', () => {
    const book = new Book();
    book.report(0, [clientOf(MAC, 300, 1000)]);
    book.report(60, [clientOf(MAC, 20, 1500)]);
    expect(book.seen()).toEqual([
      [-300, 40, 'rejoined', 1000],
      [40, null, null, 1500],
    ]);
  });

  test('whose counters begin anew in the same session loses nothing', () => {
    const book = new Book();
    book.report(0, [clientOf(MAC, 300, 1000)]);
    book.report(60, [clientOf(MAC, 360, 70)]);
    book.writeOpen();
    expect(book.seen()).toEqual([[-300, null, null, 1070]]);
  });

  test('that claims to be there for ever began 35 days ago, and stays the same however it is told', () => {
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

  test('whose good-bye claims that it was there for ever began 35 days before', () => {
    const book = new Book();
    book.left(0, 40, 2_147_483_647);
    expect(book.seen()).toEqual([[-35 * 86_400, 0, 'left', 40]]);
  });

  test('that says good-bye ends then, with its last counters, though a report still lists it', () => {
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

  test('that came and went between two reports is there too, once', () => {
    const book = new Book();
    book.report(0, []);
    book.left(50, 40, 30);
    book.left(50, 40, 30);
    book.restart();
    book.left(50, 40, 30);
    expect(book.seen()).toEqual([[20, 50, 'left', 40]]);
  });

  test('a good-bye that comes late ends what a report ended by guessing', () => {
    const book = new Book();
    book.report(0, [clientOf(MAC, 30, 100)]);
    book.report(60, []);
    book.left(40, 180, 70);
    expect(book.seen()).toEqual([[-30, 40, 'left', 180]]);
  });

  test('a join that comes late begins nothing', () => {
    const book = new Book();
    book.report(0, [clientOf(MAC, 30, 100)]);
    book.joined(-30);
    book.report(60, []);
    book.joined(-30);
    expect(book.seen()).toEqual([[-30, 0, 'missing', 100]]);
  });

  test('goes when its device goes', () => {
    const book = new Book();
    book.report(0, [clientOf(MAC, 30, 100)]);
    book.offline(25);
    expect(book.seen()).toEqual([[-30, 25, 'deviceOffline', 100]]);
    book.report(300, [clientOf(MAC, 330, 400)]);
    expect(book.seen()).toEqual([[-30, null, null, 400]]);
  });

  test('a report of yesterday is of another session', () => {
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
});

/** A life of a client at a device: connections one after the other, each counting from nothing. */
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

test('whatever comes twice, late or after a restart: what is counted is what the counters said', () => {
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
      const said = new Set<number>();
      const skipped: number[] = [];
      let next = every;
      for (const { what, pick } of steps) {
        if (what === 'restart') book.restart();
        else if (what === 'write') book.writeOpen();
        else if (what === 'next') {
          // One in four is kept back, to come late.
          if (pick % 4 === 0) skipped.push(next);
          else {
            said.add(next);
            book.report(next, reportAt(next));
          }
          next += every;
        } else {
          const from = what === 'again' ? [...said] : skipped;
          const second = from[pick % Math.max(1, from.length)];
          if (second !== undefined) {
            said.add(second);
            book.report(second, reportAt(second));
          }
        }
      }
      book.restart();
      book.writeOpen();
      const truth = spans.map(({ from, to, perSecond }) => {
        const heard = [...said].filter((second) => from <= second && second < to);
        return heard.length === 0 ? 0 : (Math.max(...heard) - from) * perSecond;
      });
      expect(book.counted).toBe(truth.reduce((sum, bytes) => sum + bytes, 0));
      expect(book.all().length).toBe(
        spans.filter(({ from, to }) => [...said].some((s) => from <= s && s < to)).length,
      );
    }),
    { numRuns: 2000, seed: 11 },
  );
});

describe('roaming', () => {
  const stay = { mac: MAC, siteId: 'harbour', ssid: 'Office', startedAt: 100_000, endedAt: null };
  const known = (given: object) => ({ ...stay, visitId: 'v', startedAt: 0, endedAt: 90_000, ...given });

  test.each([
    ['it had just ended', known({}), 'v'],
    ['it still runs', known({ endedAt: null }), 'v'],
    ['it ended too long ago', known({ endedAt: 69_000 }), null],
    ['another network', known({ ssid: 'Guests' }), null],
    ['another site', known({ siteId: 'hill' }), null],
    ['another client', known({ mac: '02:00:00:00:00:02' }), null],
  ])('%s', (_, other, visit) => {
    expect(visitOf(stay, [other])).toBe(visit);
  });

  test('told late, it joins the visit that went on', () => {
    const late = { ...stay, endedAt: 200_000 };
    expect(visitOf(late, [known({ startedAt: 215_000, endedAt: null })])).toBe('v');
    expect(visitOf(late, [known({ startedAt: 231_000, endedAt: null })])).toBe(null);
  });

  test('a device in no site, or a port without a network, joins nothing', () => {
    expect(visitOf({ ...stay, siteId: null }, [known({ siteId: null })])).toBe(null);
    expect(visitOf({ ...stay, ssid: '' }, [known({ ssid: '' })])).toBe(null);
  });
});
