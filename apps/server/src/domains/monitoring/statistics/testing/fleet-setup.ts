import { setTimeout as passes } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type CallName, callTable } from '@airloom/contract/all-calls';
import { vi } from 'vitest';
import { freePort } from '../../../../testing/free-port.ts';
import { SimulatedFleet, withOneDayOfHistory } from '../../../../testing/simulated-fleet.ts';
import { OpenDatabase, SpawnedConsole } from '../../../../testing/spawned-console.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { rollUpTerminals } from '../../clients/clients.jobs.ts';
import { firstOpenHour, rollUp, rollUpOpenHours } from '../../telemetry/telemetry.jobs.ts';
import { ExpectedFleetFigures, type FleetDevice } from './expected-fleet-figures.ts';

export { WITHIN };

/** Names used by the simulator. The first site has a gateway and a switch, the second a switch, the third only APs. */
const SITES = ['Warsaw Head Office', 'Madrid Hotel', 'Shanghai Campus'] as const;
const KINDS = { gateway: 1, switch: 2, ap: 6 };
export const DEVICES = 9;
/** Devices report only on command. */
const NEVER_SECONDS = 2_000_000;
/** Slow enough to kill the server in the middle of the history. */
const HISTORY_PER_SECOND = 300;
const KILLED_AFTER = 350;
/** The server closes a connection without messages after this time. */
const SILENT_MS = 600_000;
const GRANTS = ['statistics', 'all_device:operate', 'authuserOnline_view', 'site_manage:operate'] as const;

export interface Place {
  readonly place: { readonly siteUUID?: string; readonly enterpriseUUID?: string };
  readonly sites: readonly string[];
}

interface Opened {
  readonly spawned: SpawnedConsole;
  readonly database: OpenDatabase;
  readonly port: number;
  readonly fleet: SimulatedFleet;
  readonly key: string;
  readonly organizations: readonly string[];
  readonly sites: readonly string[];
}

/** Stored and sent reports when the server was killed. */
interface Killed {
  readonly stored: number;
  readonly sent: number;
}

/**
 * The simulator's devices in three sites of two organizations. They send the history of a day to a server process that is
 * killed in the middle of it, and everything else to the next one on the same database.
 */
export class FleetSetup {
  readonly fleet: SimulatedFleet;
  /** An API key, because sessions expire while time passes. */
  readonly key: string;
  readonly sites: readonly string[];
  readonly places: readonly Place[];
  devices: readonly FleetDevice[] = [];
  killed: Killed = { stored: 0, sent: 0 };
  readonly #opened: Opened;
  #server: TestServer | null = null;
  #stoppedAt: number | null = null;
  #aheadMs = 0;
  /** Server time by real time. */
  readonly #moments: { readonly real: number; readonly shown: number }[] = [];

  private constructor(opened: Opened) {
    this.#opened = opened;
    this.fleet = opened.fleet;
    this.key = opened.key;
    this.sites = opened.sites;
    const [north = '', south = ''] = opened.organizations;
    this.places = [
      { place: {}, sites: opened.sites },
      { place: { enterpriseUUID: north }, sites: opened.sites.slice(0, 2) },
      { place: { enterpriseUUID: south }, sites: opened.sites.slice(2) },
      ...opened.sites.map((siteUUID) => ({ place: { siteUUID }, sites: [siteUUID] })),
    ];
  }

  static async open(): Promise<FleetSetup> {
    const [database, port] = await Promise.all([OpenDatabase.create(), freePort()]);
    const spawned = await SpawnedConsole.on(database, settingsOf(port));
    await spawned.start();
    const made = async (name: CallName, input: object, id: string): Promise<string> => {
      const { code, data } = await spawned.post(callTable[name].path, input);
      const found = data[id];
      if (code !== 0 || found === undefined) throw new Error(`${name} was answered with ${code}`);
      return found;
    };
    const organizations = [
      await made('createEnterprise', { name: 'North' }, 'enterpriseUUID'),
      await made('createEnterprise', { name: 'South' }, 'enterpriseUUID'),
    ];
    const sites: string[] = [];
    const codes: string[] = [];
    for (const [index, name] of SITES.entries()) {
      const enterpriseUUID = organizations[index < 2 ? 0 : 1];
      const site = { enterpriseUUID, name, countryCode: 'PL', timeZone: 'UTC+01:00' };
      const siteUUID = await made('createSite', site, 'siteUUID');
      sites.push(siteUUID);
      codes.push(`${name}=${await made('createClaimCode', { siteUUID, uses: DEVICES }, 'code')}`);
    }
    const wanted = { name: 'truth', grants: GRANTS, expiresAt: null, password: spawned.password };
    const key = await made('createApiKey', wanted, 'secret');
    const fleet = new SimulatedFleet({
      ...withOneDayOfHistory(KINDS),
      sites: SITES.length,
      seed: 7,
      interval: NEVER_SECONDS,
      // Events may be lost with the killed process; reports are buffered until they are stored.
      'no-events': true,
      'history-rate': HISTORY_PER_SECOND,
      gateway: `wss://127.0.0.1:${port}`,
      code: codes,
    });
    return new FleetSetup({ spawned, database, port, fleet, key, organizations, sites });
  }

  get server(): TestServer {
    if (this.#server === null) throw new Error('There is no console');
    return this.#server;
  }

  get now(): number {
    return (this.#stoppedAt ?? Date.now()) + this.#aheadMs;
  }

  /** Token of the administrator created by the killed server; the session is still valid. */
  get token(): string {
    return this.#opened.spawned.token;
  }

  query<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return this.#opened.database.query<R>(text, values);
  }

  async #stored(): Promise<number> {
    const [row] = await this.query<{ reports: number }>('select count(*)::int as reports from device_report');
    return row?.reports ?? 0;
  }

  /** Kills the server process during ingest. */
  async killDuringIngest(): Promise<void> {
    await vi.waitUntil(async () => (await this.#stored()) >= KILLED_AFTER, { ...WITHIN, interval: 10 });
    // Blocks storing for a moment while devices keep sending.
    await this.query('begin');
    await this.query('lock table device_report in share row exclusive mode');
    const stored = await this.#stored();
    await vi.waitUntil(async () => (await this.fleet.sent()) > stored, { ...WITHIN, interval: 10 });
    this.#opened.spawned.kill();
    await this.query('rollback');
    await this.#opened.spawned.stop('SIGKILL');
    this.killed = { stored: await this.#stored(), sent: await this.fleet.sent() };
  }

  /** Starts a new server on the same database and port. */
  async start(): Promise<void> {
    const { spawned, database, port } = this.#opened;
    this.#server = await startTestServer(settingsOf(port), {
      on: { databaseUrl: database.url, dataDir: spawned.dataDir },
      clock: () => this.now,
    });
  }

  /** Restarts the server gracefully. */
  async restart(): Promise<void> {
    const were = await this.connected();
    await this.server.stop();
    await this.start();
    await this.untilConnected(were);
  }

  async end(): Promise<void> {
    await this.fleet.stop();
    await this.#server?.stop();
    await this.#opened.spawned.end();
  }

  /** Resolves when all devices have sent their history. */
  async untilHistorySent(): Promise<void> {
    await vi.waitUntil(async () => (await this.fleet.live()) === DEVICES, WITHIN);
    await this.untilConnected(DEVICES);
    const rows = await this.query<{ id: string; serial: string; siteUUID: string }>(
      'select id, serial, site_id as "siteUUID" from device',
    );
    const known = new Map(rows.map((row) => [row.serial, row]));
    this.devices = (await this.fleet.devices()).map((device) => {
      const row = known.get(device.serial);
      if (row === undefined) throw new Error(`${device.name} is not known`);
      return { ...device, ...row };
    });
  }

  /** Resolves when no command is pending; a command may cause a report. */
  async untilQuiet(): Promise<void> {
    await vi.waitUntil(
      async () => (await this.query('select from command where ended_at is null')).length === 0,
      WITHIN,
    );
  }

  /** Number of measured reports that are not stored. */
  async unstoredReports(): Promise<number> {
    return (await ExpectedFleetFigures.read(this.fleet, this.devices)).reports - (await this.#stored());
  }

  /** Resolves when all reports are stored. */
  async untilStored(): Promise<void> {
    await vi.waitUntil(
      async () => (await this.fleet.waiting()) === 0 && (await this.unstoredReports()) === 0,
      WITHIN,
    );
  }

  /** Rolls up until nothing is due; the scheduled jobs of the server run too. */
  async rollUp(): Promise<void> {
    const { platform } = this.server;
    const open = firstOpenHour(platform.now());
    await vi.waitUntil(async () => {
      await rollUp(platform);
      await rollUpTerminals(platform);
      const left = await this.query(
        `select from rollup_due where hour < $1 union all select from site_rollup_due where hour < $1
         union all select from wifi_rollup_due where hour < $1`,
        [open],
      );
      return left.length === 0;
    }, WITHIN);
    await rollUpOpenHours(platform);
  }

  /** All devices report, and the reports are stored. Only the last report of a second counts, so this waits for a new one. */
  async report(): Promise<void> {
    const second = Math.floor(Date.now() / 1000);
    await vi.waitUntil(() => Math.floor(Date.now() / 1000) > second, { ...WITHIN, interval: 10 });
    await this.fleet.command({ do: 'reportNow' });
    await this.untilStored();
  }

  /**
   * The expected figures once everything is stored and rolled up. Repeats if a device reported in the meantime, also within
   * the second of an earlier report, which it replaces.
   */
  async counted(): Promise<ExpectedFleetFigures> {
    await this.untilStored();
    const before = await ExpectedFleetFigures.read(this.fleet, this.devices);
    await this.rollUp();
    const expected = await ExpectedFleetFigures.read(this.fleet, this.devices);
    return isDeepStrictEqual(expected.reported, before.reported) ? expected : this.counted();
  }

  /** Number of connected devices. */
  async connected(): Promise<number> {
    const { values } = await this.server.platform.metrics.deviceConnections.get();
    return values[0]?.value ?? 0;
  }

  /** Number of connections closed for silence. */
  async #silentCloses(): Promise<number> {
    const { values } = await this.server.platform.metrics.deviceCloses.get();
    return values.find(({ labels }) => labels.reason === 'silent')?.value ?? 0;
  }

  async untilConnected(count: number): Promise<void> {
    await vi.waitUntil(async () => (await this.connected()) === count, WITHIN);
  }

  /** Stops the server's clock until time is passed. */
  async stopClock(): Promise<void> {
    await this.#moment(() => {
      this.#stoppedAt = Date.now();
    });
  }

  /** Advances the server's clock. */
  async passTime(ms: number): Promise<void> {
    const were = await this.connected();
    const silencedBefore = await this.#silentCloses();
    const since = Date.now();
    await this.#moment(() => {
      this.#aheadMs += ms;
    });
    if (this.#stoppedAt === null || ms < SILENT_MS) return;
    // Silent connections are closed by one check of all devices, which reconnect at once.
    await vi.waitUntil(async () => {
      const ended = (await this.#silentCloses()) - silencedBefore;
      const all = await Promise.all(this.devices.map(({ serial }) => this.fleet.links(serial)));
      return ended > 0 && all.filter((links) => isNewer(links.at(-1), since)).length >= ended;
    }, WITHIN);
    await this.untilConnected(were);
  }

  /** Server time at a real time. */
  shownAt(real: number): number {
    const moment = this.#moments.findLast((one) => one.real <= real);
    return moment?.shown ?? real;
  }

  async #moment(change: () => void): Promise<void> {
    await nextMillisecond();
    change();
    this.#moments.push({ real: Date.now(), shown: this.now });
    await nextMillisecond();
  }
}

function settingsOf(port: number) {
  return { GATEWAY_PORT: String(port), TELEMETRY_RAW_HOURS: '72' };
}

function isNewer(link: { from: number; to: number | null } | undefined, since: number): boolean {
  return link !== undefined && link.to === null && link.from >= since;
}

/** Ensures different times before and after a change. */
async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  while (Date.now() === now) await passes(1);
}
