import { X509Certificate } from 'node:crypto';
import { RECONNECT_MAX_MS } from '@airloom/device-protocol/backoff';
import { DAY } from '@airloom/device-protocol/time';
import { receiveCommand } from '../commands/execute.ts';
import type { DeviceEnvironment } from '../device/environment.ts';
import { VirtualDevice, type Watcher } from '../device/virtual-device.ts';
import { eventOf } from '../frames/frames.ts';
import { modelsOf, type ProfileName, servedElsewhere } from '../profiles/profiles.ts';
import type { KindCounts } from '../simulation/layout.ts';
import type { Ledger } from '../simulation/ledger.ts';
import type { Node } from '../simulation/node.ts';
import type { Place } from '../simulation/places.ts';
import { Simulation, siteName } from '../simulation/simulation.ts';
import { Connector } from './connector.ts';
import { Control } from './control.ts';
import type { TargetedFaults } from './fault-command.ts';
import { SiteHistory } from './history.ts';
import { Identities, type Issuer } from './identities.ts';
import { type AuthorityFiles, enrolWith, signWith } from './issuers.ts';
import { RateLimit } from './rate-limit.ts';
import { readState, type SavedFleet, writeState } from './state-file.ts';
import { Timers } from './timers.ts';
import { trustedAuthority } from './trust.ts';

export interface FleetOptions {
  readonly devices: number;
  readonly sites: number;
  readonly seed: number;
  /** `wss://host:15002` */
  readonly gateway: string;
  /** Locations of the sites; by default the built-in places. */
  readonly places?: readonly Place[];
  /** Devices per kind, instead of the usual mix of `devices`. */
  readonly kinds?: Partial<KindCounts>;
  /** Third-party clients that all devices of their kinds behave like. */
  readonly profiles?: readonly ProfileName[];
  /** Encoding of received names; by default that of the profile. */
  readonly foreignNames?: 'gbk' | 'utf-8';
  /** Access points of a profile run the configuration of another cloud. */
  readonly inService?: boolean;
  /** Faults that devices have before they connect. */
  readonly faults?: readonly TargetedFaults[];
  /** A claim code for all devices. */
  readonly code?: string;
  /** Claim codes by site name. */
  readonly codes?: Readonly<Record<string, string>>;
  /** Files of a certificate authority, to sign device certificates without enrolment. */
  readonly authority?: AuthorityFiles;
  /** Certificate authority of the cloud (PEM); by default it is fetched and stored. */
  readonly ca?: string;
  /** Folder for keys, certificates and state; without it nothing is kept. */
  readonly state?: string;
  /** Seconds between reports; overrides configurations. */
  readonly interval?: number;
  readonly historyDays?: number;
  /** The past has outages of devices and sites. */
  readonly pastOutages?: boolean;
  /** Reports are kept until they are acknowledged. */
  readonly keeps?: boolean;
  /** False: no events, only reports. Events are sent once and not repeated. */
  readonly events?: boolean;
  readonly connectPerSecond?: number;
  readonly historyPerSecond?: number;
  readonly clientsPerAccessPoint?: number;
  readonly bootMs?: number;
  readonly secondMs?: number;
  readonly retryMaxMs?: number;
  readonly onTrouble?: (serial: string, error: Error) => void;
  readonly onFrame?: DeviceEnvironment['onFrame'];
  /** Replaces the handling of commands. */
  readonly command?: Watcher['command'];
}

export interface FleetStatus {
  readonly devices: number;
  readonly connected: number;
  readonly live: number;
  readonly reportsSent: number;
  readonly reportsAcknowledged: number;
  readonly reportsLost: number;
  /** Reports that are not acknowledged yet. */
  readonly waiting: number;
  readonly eventsSent: number;
  readonly rssMegabytes: number;
}

const WARM_UP = DAY / 8;
/** The past ends without an outage: devices are online when they connect. */
const OUTAGES_END_BEFORE = DAY / 4;
const TICK_MS = 50;
const SAVE_MS = 3000;
const HISTORY_STEPS = 3;
/** An older simulation starts again: advancing through its whole past would take too long. */
const SIMULATION_MAX_AGE = 90 * DAY;
const OUTBOX_BYTES = 256 * 1024 * 1024;
const FRAME_BYTES = 2500;
const OUTBOX_MAX = 500;
const OUTBOX_MIN = 8;
/** With more devices, configurations are not saved, only identities. */
const SAVED_DEVICES_MAX = 1000;

/** Many devices in one process, and their simulation. */
export class Fleet {
  readonly simulation: Simulation;
  readonly control: Control;
  /** All devices were connected and have reported their history. */
  readonly ready: Promise<void>;
  readonly #options: FleetOptions;
  readonly #timers = new Timers();
  readonly #devices = new Map<string, VirtualDevice>();
  readonly #connector: Connector;
  readonly #startedAt: number;
  readonly #seen = new Set<VirtualDevice>();
  #histories: SiteHistory[] = [];
  #resolveReady: () => void = () => undefined;
  #saving: Promise<void> = Promise.resolve();
  #isSaveDue = false;
  #stopped = false;

  constructor(options: FleetOptions, saved: SavedFleet | null, identities: Identities, ca: string) {
    this.#options = options;
    const now = Date.now();
    const historyMs = (options.historyDays ?? 0) * DAY;
    const isYoung = saved !== null && now - saved.startedAt < SIMULATION_MAX_AGE;
    this.#startedAt = isYoung ? saved.startedAt : now - Math.max(historyMs, WARM_UP);
    this.simulation = new Simulation({
      ...options,
      models: modelsOf(options),
      startedAt: this.#startedAt,
      restartsUntil: historyMs > 0 ? now : 0,
      outagesUntil: options.pastOutages === true ? this.#startedAt + historyMs - OUTAGES_END_BEFORE : 0,
    });
    const from = historyMs > 0 ? Math.max(isYoung ? saved.reportedUntil : 0, now - historyMs) : now;
    this.simulation.advanceTo(from);
    this.ready = new Promise((resolve) => {
      this.#resolveReady = resolve;
    });
    this.#connector = new Connector({
      gateway: new URL(options.gateway),
      timers: this.#timers,
      perSecond: options.connectPerSecond ?? 200,
      retryMaxMs: options.retryMaxMs ?? RECONNECT_MAX_MS,
      credentials: (device) => identities.of(device.node),
      authority: new X509Certificate(ca),
      onOpen: (device) => this.#sawOpen(device),
      onTrouble: (device, error) => options.onTrouble?.(device.serial, error),
    });
    const environment = this.#surroundings(ca);
    const watcher = {
      wantsLink: (device: VirtualDevice, afterMs: number) => this.#connector.want(device, afterMs),
      command: options.command ?? receiveCommand,
    };
    for (const node of this.simulation.devices) {
      const own = isYoung ? saved.devices.get(node.serial) : undefined;
      const first = options.inService === true ? servedElsewhere(node.model) : undefined;
      this.#devices.set(node.serial, new VirtualDevice(node, environment, watcher, own ?? first));
    }
    this.simulation.onIncident((incident) => {
      const reported = eventOf(incident);
      if (reported) this.#devices.get(reported.node.serial)?.emit(reported);
    });
    const { simulation } = this;
    this.control = new Control({
      simulation,
      timers: this.#timers,
      devices: this.#devices,
      bootMs: environment.bootMs,
    });
    for (const { target, faults } of options.faults ?? []) this.control.fault(target, faults);
    this.#begin(historyMs > 0 ? from : null);
  }

  get ledger(): Ledger {
    return this.simulation.ledger;
  }

  device(serial: string): VirtualDevice | undefined {
    return this.#devices.get(serial);
  }

  status(): FleetStatus {
    const all = [...this.#devices.values()];
    const sum = (pick: 'reportsSent' | 'reportsAcknowledged' | 'reportsLost' | 'eventsSent') =>
      all.reduce((total, { serial }) => total + this.ledger.activity(serial)[pick], 0);
    return {
      devices: all.length,
      connected: all.filter((device) => device.isConnected).length,
      live: all.filter((device) => device.isLive).length,
      reportsSent: sum('reportsSent'),
      reportsAcknowledged: sum('reportsAcknowledged'),
      reportsLost: sum('reportsLost'),
      waiting: all.reduce((total, { outbox }) => total + outbox.size, 0),
      eventsSent: sum('eventsSent'),
      rssMegabytes: Math.round(process.memoryUsage.rss() / 1_048_576),
    };
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    for (const device of this.#devices.values()) device.retire();
    this.#connector.stop();
    this.#timers.stop();
    await this.#saving;
    await this.#save();
  }

  #surroundings(ca: string): DeviceEnvironment {
    const { options, simulation } = { options: this.#options, simulation: this.simulation };
    const pace = new RateLimit(options.historyPerSecond ?? 2000);
    const room = Math.floor(OUTBOX_BYTES / FRAME_BYTES / Math.max(1, simulation.devices.length));
    return {
      simulation,
      timers: this.#timers,
      now: () => Date.now(),
      takeLate: () => pace.take(),
      bootMs: options.bootMs ?? 20_000,
      secondMs: options.secondMs ?? 1000,
      reportMs: (options.interval ?? 60) * 1000,
      acceptsInterval: options.interval === undefined,
      keeps: options.keeps ?? true,
      sendsEvents: options.events ?? true,
      outboxCapacity: Math.max(OUTBOX_MIN, Math.min(OUTBOX_MAX, room)),
      trusted: () => ca,
      cutPower: (node, awayMs) => {
        const device = this.#devices.get(node.serial);
        if (device) return device.restart('coldboot', awayMs);
        const site = simulation.siteOf(node);
        site.stop(node, site.now, 'coldboot');
        site.startLater(node, site.now + awayMs, 'coldboot');
      },
      ...(options.onFrame ? { onFrame: options.onFrame } : {}),
      changed: () => this.#saveSoon(),
    };
  }

  #begin(historyFrom: number | null): void {
    const all = [...this.#devices.values()];
    if (historyFrom === null) for (const device of all) device.goLive();
    else {
      this.#histories = this.simulation.sites.map(
        (site) =>
          new SiteHistory(
            site,
            all.filter((device) => device.site === site),
            historyFrom,
            Date.now,
          ),
      );
    }
    for (const device of all) this.#connector.want(device, 0);
    this.#timers.after(TICK_MS, () => this.#tick());
    this.#saveSoon();
  }

  #sawOpen(device: VirtualDevice): void {
    this.#seen.add(device);
    this.#checkReady();
  }

  #checkReady(): void {
    if (this.#seen.size === this.#devices.size && this.#histories.length === 0) this.#resolveReady();
  }

  /** Reports the history as fast as it is accepted; devices that are done go live. */
  #tick(): void {
    for (const history of this.#histories) {
      history.advance(HISTORY_STEPS);
      for (const device of history.devices) device.pump();
      if (history.isOver && history.devices.every((device) => !device.outbox.hasWaiting)) {
        for (const device of history.devices) device.goLive();
      }
    }
    const before = this.#histories.length;
    this.#histories = this.#histories.filter(({ devices }) => devices.some((device) => !device.isLive));
    if (this.#histories.length < before) {
      this.#saveSoon();
      this.#checkReady();
    }
    if (this.#histories.length === 0) {
      for (const device of this.#devices.values()) if (device.outbox.hasWaiting) device.pump();
    }
    this.#timers.after(this.#histories.length > 0 ? TICK_MS : 10 * TICK_MS, () => this.#tick());
  }

  #saveSoon(): void {
    if (this.#isSaveDue || this.#stopped || this.#options.state === undefined) return;
    this.#isSaveDue = true;
    this.#timers.after(SAVE_MS, () => {
      this.#isSaveDue = false;
      this.#saving = this.#saving.then(() => this.#save());
    });
  }

  async #save(): Promise<void> {
    const { state, seed } = this.#options;
    if (state === undefined) return;
    const isLive = this.#histories.length === 0;
    const remembered = this.#devices.size <= SAVED_DEVICES_MAX ? [...this.#devices.values()] : [];
    await writeState(state, {
      seed,
      startedAt: this.#startedAt,
      reportedUntil: isLive ? Date.now() : Math.min(...this.simulation.sites.map((site) => site.now)),
      devices: new Map(remembered.map((device) => [device.serial, device.saved])),
    });
  }
}

async function issuerFor(options: FleetOptions, ca: string): Promise<Issuer> {
  if (options.authority) return signWith(options.authority);
  const { code, codes, places } = options;
  const codeFor = (node: Node) => codes?.[siteName(node.site, places)] ?? code;
  return enrolWith(new URL(options.gateway), codeFor, () => ca);
}

export interface PlannedSite {
  readonly name: string;
  readonly zone: string;
  readonly country: string;
  readonly buildings: readonly string[];
  readonly devices: readonly Pick<Node, 'serial' | 'sn' | 'kind' | 'name'>[];
}

/** The sites and devices of a fleet with these options, without starting it. */
export function planFleet(
  options: Pick<FleetOptions, 'devices' | 'sites' | 'seed' | 'kinds' | 'places' | 'profiles'>,
): PlannedSite[] {
  const simulation = new Simulation({ ...options, models: modelsOf(options), startedAt: 0 });
  return simulation.sites.map(({ name, place, nodes }) => ({
    name,
    zone: place.zone,
    country: place.country,
    buildings: place.buildings,
    devices: nodes.filter((node) => node.manager === null),
  }));
}

/** Creates the simulation and connects its devices until `stop`. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const folder = options.state ?? null;
  const ca = options.ca ?? (await trustedAuthority(new URL(options.gateway), folder));
  const identities = await Identities.open(folder, await issuerFor(options, ca));
  return new Fleet(options, await readState(folder, options.seed), identities, ca);
}
