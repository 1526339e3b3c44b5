import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { OK } from '@airloom/contract/errors';
import { MINUTE } from '@airloom/contract/time';
import type { Band } from '@airloom/device-protocol/model';
import { type RawBuilder, sql } from 'kysely';
import type { Person } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { SessionBuilder } from '../../clients/sessions/session-builder.ts';
import { Ingest, type ReportingDevice } from '../../telemetry/index.ts';
import { clientOf, radioOf, reportOf } from '../../telemetry/testing/reports.ts';

/** Length of a simulated block; after it, client figures are stored up to the last report. */
const BLOCK = 10 * MINUTE;

/** One report and its true figures. */
export interface Entry {
  readonly device: string;
  readonly siteId: string;
  readonly kind: DeviceKind;
  readonly at: number;
  /** Counters since the last start. */
  readonly rx: number;
  readonly tx: number;
  readonly bootedAt: number;
  readonly clients: number;
  readonly radios: readonly { readonly band: Band; readonly utilisation: number; readonly noise: number }[];
}

/** The same with the traffic since the previous report. */
export interface Passed extends Entry {
  readonly down: number;
  readonly up: number;
}

/** A client session at an access point with constant traffic per second. */
export interface SimulatedSession {
  readonly mac: string;
  readonly hostname: string;
  readonly device: string;
  readonly ssid: string;
  readonly band: Band;
  readonly signal: number;
  readonly from: number;
  readonly to: number;
  readonly up: number;
  readonly down: number;
  readonly packets: number;
  readonly retries: number;
}

export interface Outage {
  readonly from: number;
  to: number | null;
}

interface Device {
  readonly key: string;
  reporting: ReportingDevice;
  siteId: string;
  /** Former sites and the times of the moves. */
  readonly left: { readonly siteId: string; readonly at: number }[];
  readonly offset: number;
  readonly outagePeriods: Outage[];
  firstOnlineAt: number;
  bootedAt: number;
  rx: number;
  tx: number;
  lastReportAt: number;
}

type Span = readonly [key: string, from: number, to: number];

const BANDS = ['2G', '5G'] as const;

/** A few devices and clients that record every byte they report. */
export class SimulatedNetwork {
  readonly #reported: Entry[] = [];
  #passed: Passed[] | null = null;
  readonly sessions: SimulatedSession[] = [];
  readonly devices = new Map<string, Device>();
  readonly #server: TestServer;
  readonly #owner: Person;
  readonly #delayed: Span[] = [];
  readonly #off: Span[] = [];
  readonly #kept: (() => void)[] = [];
  #ingest: Ingest;
  #dice = 1;

  constructor(server: TestServer, owner: Person) {
    this.#server = server;
    this.#owner = owner;
    this.#ingest = this.#open();
  }

  #open(): Ingest {
    const ingest = new Ingest(this.#server.platform);
    ingest.join(new SessionBuilder(this.#server.platform).take);
    return ingest;
  }

  get now(): number {
    return this.#server.platform.now().getTime();
  }

  device(key: string): Device {
    const device = this.devices.get(key);
    if (device === undefined) throw new Error(`There is no ${key}`);
    return device;
  }

  async add(key: string, siteId: string, kind: DeviceKind, onlineAt: number): Promise<void> {
    const name = `The ${key}`;
    const { id } = await buildDevice(this.#server, this.#owner, { siteId, kind, name, model: `${kind}-1` });
    const { tenant } = this.#owner;
    this.devices.set(key, {
      key,
      reporting: { tenant, deviceId: id, siteId, kind, connectionId: key },
      siteId,
      left: [],
      offset: this.devices.size * 7_000,
      outagePeriods: [],
      firstOnlineAt: onlineAt,
      bootedAt: onlineAt,
      rx: 0,
      tx: 0,
      lastReportAt: 0,
    });
    await this.#write(sql`
      update device set status = 'online', first_online_at = ${new Date(onlineAt)}, online_at = ${new Date(onlineAt)}
      where id = ${id}`);
  }

  /** Placements of a device in order. */
  placesOf(key: string): { readonly siteId: string; readonly from: number; readonly to: number }[] {
    const { left, siteId } = this.device(key);
    const all = [...left, { siteId, at: Number.POSITIVE_INFINITY }];
    return all.map((one, place) => ({
      siteId: one.siteId,
      from: all[place - 1]?.at ?? Number.NEGATIVE_INFINITY,
      to: one.at,
    }));
  }

  siteAt(key: string, at: number): string {
    return this.placesOf(key).find(({ to }) => at < to)?.siteId ?? '';
  }

  #write(statement: RawBuilder<unknown>): Promise<number> {
    return this.#server.platform.database.asSystem((tx) => tx.run(statement));
  }

  /** Sets the device offline as presence does. */
  async goOffline(key: string, at: number): Promise<void> {
    const { reporting, outagePeriods } = this.device(key);
    outagePeriods.push({ from: at, to: null });
    await this.#write(sql`
      update device set status = 'offline', offline_at = ${new Date(at)} where id = ${reporting.deviceId}`);
  }

  async comeOnline(key: string, at: number): Promise<void> {
    const { reporting, outagePeriods } = this.device(key);
    const last = outagePeriods.at(-1);
    if (last !== undefined) last.to = at;
    await this.#write(sql`
      update device set status = 'online', online_at = ${new Date(at)} where id = ${reporting.deviceId}`);
  }

  async move(key: string, siteId: string, as: string): Promise<void> {
    const device = this.device(key);
    const { deviceId } = device.reporting;
    const moving = { deviceUUIDs: [deviceId], siteUUID: siteId, groupUUID: null };
    const { code } = await this.#server.call('moveDevices', moving, { as });
    if (code !== OK) throw new Error(`${key} was not moved: ${code}`);
    const moved = await this.#server.platform.database.asSystem((tx) =>
      tx.first(sql<{ at: Date }>`select placed_at as at from device where id = ${deviceId}`),
    );
    device.left.push({ siteId: device.siteId, at: moved?.at.getTime() ?? this.now });
    device.siteId = siteId;
    device.reporting = { ...device.reporting, siteId };
  }

  /** Reports of this span are held back until `sendDelayed`. */
  delayReports(key: string, from: number, to: number): void {
    this.#delayed.push([key, from, to]);
  }

  turnOff(key: string, from: number, to: number): void {
    this.#off.push([key, from, to]);
  }

  /** Counters and uptime restart with the next report. */
  reboot(key: string): void {
    const device = this.device(key);
    Object.assign(device, { bootedAt: 0, rx: 0, tx: 0 });
  }

  /** Session times are those of reports of its access point, which is not moved in the meantime. */
  session(given: Omit<SimulatedSession, 'packets' | 'retries'> & Partial<SimulatedSession>): void {
    const { offset } = this.device(given.device);
    const session: SimulatedSession = { packets: 20, retries: 3, ...given };
    this.sessions.push({ ...session, from: session.from + offset, to: session.to + offset });
  }

  async restart(): Promise<void> {
    await this.#ingest.stop();
    this.#ingest = this.#open();
  }

  async sendDelayed(): Promise<void> {
    for (const send of this.#kept.splice(0)) send();
    await this.#ingest.flush();
  }

  /** Calls `counted` after every block. */
  async run(from: number, to: number, counted: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    for (let block = from; block < to; block += BLOCK) {
      const end = Math.min(block + BLOCK, to);
      this.#server.advance(Math.max(0, end - this.now));
      for (let minute = block; minute < end; minute += MINUTE) {
        for (const device of this.devices.values()) this.#report(device, minute + device.offset);
      }
      await this.#ingest.flush();
      await counted();
    }
  }

  async stop(): Promise<void> {
    await this.#ingest.stop();
  }

  /** Reports so far, each with the traffic since the previous one. */
  get entries(): readonly Passed[] {
    this.#passed ??= [...Map.groupBy(this.#reported, ({ device }) => device).values()].flatMap((own) =>
      own
        .toSorted((one, other) => one.at - other.at)
        .map((entry, place, all) => {
          const before = all[place - 1];
          if (before === undefined) return { ...entry, down: 0, up: 0 };
          const isAnew = before.bootedAt !== entry.bootedAt;
          return {
            ...entry,
            down: isAnew ? entry.rx : entry.rx - before.rx,
            up: isAnew ? entry.tx : entry.tx - before.tx,
          };
        }),
    );
    return this.#passed;
  }

  #random(most: number): number {
    this.#dice = (this.#dice * 48_271) % 2_147_483_647;
    return this.#dice % most;
  }

  #isIn(spans: readonly Span[], key: string, at: number): boolean {
    return spans.some(([own, from, to]) => own === key && at >= from && at < to);
  }

  #report(device: Device, at: number): void {
    if (at < device.firstOnlineAt || this.#isIn(this.#off, device.key, at)) return;
    if (device.bootedAt === 0) device.bootedAt = at;
    else {
      device.rx += this.#random(2_000_000);
      device.tx += this.#random(300_000);
    }
    const { kind } = device.reporting;
    const clients = this.sessions.filter(
      (session) => session.device === device.key && session.from < at && at <= session.to,
    );
    const radios =
      kind === 'ap'
        ? BANDS.map((band) => ({ band, utilisation: this.#random(90), noise: -90 - this.#random(8) }))
        : [];
    const send = this.#reportSender(device, at, clients, radios);
    if (this.#isIn(this.#delayed, device.key, at)) this.#kept.push(send);
    else send();
  }

  #reportSender(
    device: Device,
    at: number,
    clients: readonly SimulatedSession[],
    radios: Entry['radios'],
  ): () => void {
    const { rx, tx, bootedAt } = device;
    const entry: Entry = {
      device: device.key,
      siteId: this.siteAt(device.key, at),
      kind: device.reporting.kind,
      at,
      rx,
      tx,
      bootedAt,
      clients: clients.length,
      radios,
    };
    const report = reportOf({
      at,
      unit: {
        uptimeSeconds: (at - bootedAt) / 1000,
        cpuPercent: null,
        memoryPercent: null,
        temperature: null,
      },
      uplink: { rxBytes: rx, txBytes: tx },
      radios: radios.map(({ band, utilisation, noise }, index) =>
        radioOf(index, { band, utilisationPercent: utilisation, noise }),
      ),
      clients: clients.map((session) => sampleOf(session, at)),
    });
    // Some reports are sent twice.
    const times = this.#random(7) === 0 ? 2 : 1;
    return () => {
      this.#reported.push(entry);
      this.#passed = null;
      device.lastReportAt = Math.max(device.lastReportAt, at);
      for (let time = 0; time < times; time += 1) this.#ingest.add(device.reporting, report, this.now);
    };
  }
}

function sampleOf(session: SimulatedSession, at: number) {
  const seconds = (at - session.from) / 1000;
  const plain = clientOf(session.mac, seconds, session.up * seconds, session.down * seconds, {
    hostname: session.hostname,
  });
  if (plain.wireless === null) throw new Error('not by radio');
  const { ssid, band, signal } = session;
  const air = {
    ssid,
    band,
    signal,
    txPackets: session.packets * seconds,
    txRetries: session.retries * seconds,
  };
  return { ...plain, wireless: { ...plain.wireless, ...air } };
}
