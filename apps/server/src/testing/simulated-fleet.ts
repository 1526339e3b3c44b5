import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const SIMULATOR = join(import.meta.dirname, '../../../simulator/src/main.ts');

const met = z.object({ devices: z.number() });
const standing = z.object({ live: z.number(), reportsSent: z.number(), waiting: z.number() });
const placed = z.object({ serial: z.string(), kind: z.string(), name: z.string(), site: z.string() });
const measured = z.object({ clients: z.number() });
const listed = z.object({ devices: z.array(placed) });

const figures = z.object({ reports: z.number(), down: z.number(), up: z.number(), clients: z.number() });
const reportedHistory = z.object({ hours: z.array(figures.extend({ hour: z.number() })), now: figures });

const reportedSession = z.object({
  mac: z.string(),
  hostname: z.string(),
  band: z.string(),
  from: z.number(),
  to: z.number(),
  down: z.number(),
  up: z.number(),
  weakest: z.number(),
  strongest: z.number(),
});
const reportedSessions = z.object({ sessions: z.array(reportedSession) });
const link = z.object({ from: z.number(), to: z.number().nullable() });
const links = z.object({ links: z.array(link) });

/** One session of a client at an access point, as reported. */
export type ReportedSession = z.infer<typeof reportedSession>;
/** A connection, by the clock of the simulator; it lasts while `to` is null. */
export type LinkSpan = z.infer<typeof link>;

export type PlacedDevice = z.infer<typeof placed>;
/** Totals of the reports of a device: clients and traffic. */
export type ReportedFigures = z.infer<typeof figures>;

export type ReportedHistory = z.infer<typeof reportedHistory>;

const NOTHING: ReportedFigures = { reports: 0, down: 0, up: 0, clients: 0 };

/** Totals of the reports between two full hours. */
export function reportedBetween({ hours, now }: ReportedHistory, from: number, to: number): ReportedFigures {
  const before = (hour: number) =>
    hours.find((mark) => mark.hour === hour) ?? (hour < (hours[0]?.hour ?? 0) ? NOTHING : now);
  const [first, last] = [before(from), before(to)];
  return {
    reports: last.reports - first.reports,
    down: last.down - first.down,
    up: last.up - first.up,
    clients: last.clients - first.clients,
  };
}

/** Options of a small site that sends the reports of the past day, and further ones only on request. */
export function withOneDayOfHistory(kinds: Readonly<Record<string, number>>) {
  const counts = Object.entries(kinds).map(([kind, count]) => `${kind}=${count}`);
  return { kinds: counts.join(), sites: 1, clients: 3, boot: 0, interval: 3_600, 'history-days': 1 } as const;
}

/** The simulator in a process of its own, which ends with this one. */
export class SimulatedFleet {
  readonly #child: ChildProcessWithoutNullStreams;
  /** Answers arrive in the sequence of the requests. */
  readonly #asked: ((answer: unknown) => void)[] = [];

  /** Options of the simulator: a list is a repeated option, `true` one without a value. */
  constructor(options: Readonly<Record<string, string | number | true | readonly string[]>>) {
    const flags = Object.entries(options).flatMap(([name, value]) =>
      value === true ? [`--${name}`] : [value].flat().flatMap((one) => [`--${name}`, String(one)]),
    );
    this.#child = spawn(process.execPath, [SIMULATOR, ...flags, '--until-stdin-ends']);
    this.#child.stderr.pipe(process.stderr);
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) this.#asked.shift()?.(JSON.parse(line));
    });
  }

  /** Sends a command; returns how many devices it concerned. */
  async command(command: { readonly do: string } & Readonly<Record<string, unknown>>): Promise<number> {
    return met.parse(await this.#ask(command)).devices;
  }

  async devices(): Promise<PlacedDevice[]> {
    return listed.parse(await this.#ask({ do: 'devices' })).devices;
  }

  /** How many have sent their past reports. */
  async live(): Promise<number> {
    return standing.parse(await this.#ask({ do: 'status' })).live;
  }

  /** How many reports were sent, repeated ones included. */
  async sent(): Promise<number> {
    return standing.parse(await this.#ask({ do: 'status' })).reportsSent;
  }

  /** How many reports devices keep until they are acknowledged. */
  async waiting(): Promise<number> {
    return standing.parse(await this.#ask({ do: 'status' })).waiting;
  }

  async sessions(serial: string): Promise<ReportedSession[]> {
    return reportedSessions.parse(await this.#ask({ do: 'sessions', serial })).sessions;
  }

  async links(serial: string): Promise<LinkSpan[]> {
    return links.parse(await this.#ask({ do: 'links', serial })).links;
  }

  /** Totals of the reports of a device at each full hour, and until now. */
  async figures(serial: string): Promise<ReportedHistory> {
    return reportedHistory.parse(await this.#ask({ do: 'figures', serial }));
  }

  /** How many clients are at a device. */
  async clientsAt(serial: string): Promise<number> {
    return measured.parse(await this.#ask({ do: 'device', serial })).clients;
  }

  #ask(command: object): Promise<unknown> {
    return new Promise((resolve) => {
      this.#asked.push(resolve);
      this.#child.stdin.write(`${JSON.stringify(command)}\n`);
    });
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
