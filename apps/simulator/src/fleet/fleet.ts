import { X509Certificate } from 'node:crypto';
import { receiveCommand } from '../commands/obey.ts';
import type { Surroundings } from '../device/surroundings.ts';
import { VirtualDevice, type Watcher } from '../device/virtual-device.ts';
import { eventOf } from '../frames/frames.ts';
import { modelsOf, type ProfileName, servedElsewhere } from '../profiles/profiles.ts';
import type { KindCounts } from '../world/layout.ts';
import type { Ledger } from '../world/ledger.ts';
import type { Node } from '../world/node.ts';
import type { Place } from '../world/places.ts';
import { siteName, World } from '../world/world.ts';
import { Connector } from './connector.ts';
import { Control } from './control.ts';
import { SiteHistory } from './history.ts';
import { Identities, type Issuer } from './identities.ts';
import { type AuthorityFiles, enrolWith, signWith } from './issuers.ts';
import { type FleetMemory, readMemory, writeMemory } from './memory-file.ts';
import { Pace } from './pace.ts';
import { Timers } from './timers.ts';
import { trustedAuthority } from './trust.ts';

export interface FleetOptions {
  readonly devices: number;
  readonly sites: number;
  readonly seed: number;
  /** `wss://host:15002` */
  readonly gateway: string;
  /** Where the sites are; the usual places otherwise. */
  readonly places?: readonly Place[];
  /** So many of each kind, instead of the usual mix of `devices`. */
  readonly kinds?: Partial<KindCounts>;
  /** Real third-party clients that devices of their kinds behave like; these are all there is of a kind. */
  readonly profiles?: readonly ProfileName[];
  /** How such devices write names that they heard; as the profile does unless set. */
  readonly foreignNames?: 'gbk' | 'utf-8';
  /** Access points of a profile were configured by another cloud before, and are in service. */
  readonly inService?: boolean;
  /** A claim code that is good for all of them. */
  readonly code?: string;
  /** Codes by the name of the site, where a code leads into a site. */
  readonly codes?: Readonly<Record<string, string>>;
  /** Or the files of an authority that signs for them here. */
  readonly authority?: AuthorityFiles;
  /** The cloud's own authority (PEM); otherwise it is asked for and remembered. */
  readonly ca?: string;
  /** Where keys, certificates and memory are kept; without it nothing outlives the process. */
  readonly state?: string;
  /** Seconds between two reports; then configurations do not change it. */
  readonly interval?: number;
  readonly historyDays?: number;
  /** Reports are kept until they are acknowledged. */
  readonly keeps?: boolean;
  /** False: they only report. An event is told once, and lost with whoever was to hear it. */
  readonly events?: boolean;
  readonly connectPerSecond?: number;
  readonly historyPerSecond?: number;
  readonly clientsPerAccessPoint?: number;
  readonly bootMs?: number;
  readonly secondMs?: number;
  readonly retryMaxMs?: number;
  readonly onTrouble?: (serial: string, error: Error) => void;
  readonly onFrame?: Surroundings['onFrame'];
  /** What devices do with commands, instead of what their client does. */
  readonly command?: Watcher['command'];
}

export interface FleetStatus {
  readonly devices: number;
  readonly connected: number;
  readonly live: number;
  readonly reportsSent: number;
  readonly reportsAcknowledged: number;
  readonly reportsLost: number;
  /** What devices keep because nobody has confirmed it yet. */
  readonly waiting: number;
  readonly eventsSent: number;
  readonly rssMegabytes: number;
}

const DAY = 86_400_000;
const WARM_UP = DAY / 8;
const TICK_MS = 50;
const SAVE_MS = 3000;
const HISTORY_STEPS = 3;
/** A world older than this begins anew: running through its whole past would take too long. */
const WORLD_MAX_AGE = 90 * DAY;
const OUTBOX_BYTES = 256 * 1024 * 1024;
const FRAME_BYTES = 2500;
const OUTBOX_MAX = 500;
const OUTBOX_MIN = 8;
/** Beyond this many devices their configurations are not remembered, only who they are. */
const REMEMBERS_UP_TO = 1000;

/** Many devices in one process, and the world they live in. */
export class Fleet {
  readonly world: World;
  readonly control: Control;
  /** Everybody has been connected and has told the past. */
  readonly ready: Promise<void>;
  readonly #options: FleetOptions;
  readonly #timers = new Timers();
  readonly #devices = new Map<string, VirtualDevice>();
  readonly #connector: Connector;
  readonly #startedAt: number;
  readonly #seen = new Set<VirtualDevice>();
  #histories: SiteHistory[] = [];
  #settle: () => void = () => undefined;
  #saving: Promise<void> = Promise.resolve();
  #isSaveDue = false;
  #stopped = false;

  constructor(options: FleetOptions, memory: FleetMemory | null, identities: Identities, ca: string) {
    this.#options = options;
    const now = Date.now();
    const historyMs = (options.historyDays ?? 0) * DAY;
    const isYoung = memory !== null && now - memory.startedAt < WORLD_MAX_AGE;
    this.#startedAt = isYoung ? memory.startedAt : now - Math.max(historyMs, WARM_UP);
    this.world = new World({
      ...options,
      models: modelsOf(options),
      startedAt: this.#startedAt,
      restartsUntil: historyMs > 0 ? now : 0,
    });
    const from = historyMs > 0 ? Math.max(isYoung ? memory.toldUntil : 0, now - historyMs) : now;
    this.world.advanceTo(from);
    this.ready = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#connector = new Connector({
      gateway: new URL(options.gateway),
      timers: this.#timers,
      perSecond: options.connectPerSecond ?? 200,
      retryMaxMs: options.retryMaxMs ?? 60_000,
      credentials: (device) => identities.of(device.node),
      authority: new X509Certificate(ca),
      onOpen: (device) => this.#sawOpen(device),
      onTrouble: (device, error) => options.onTrouble?.(device.serial, error),
    });
    const around = this.#surroundings(ca);
    const watcher = {
      wantsLink: (device: VirtualDevice, afterMs: number) => this.#connector.want(device, afterMs),
      command: options.command ?? receiveCommand,
    };
    for (const node of this.world.devices) {
      const own = isYoung ? memory.devices.get(node.serial) : undefined;
      const first = options.inService === true ? servedElsewhere(node.model) : undefined;
      this.#devices.set(node.serial, new VirtualDevice(node, around, watcher, own ?? first));
    }
    this.world.onIncident((incident) => {
      const told = eventOf(incident);
      if (told) this.#devices.get(told.node.serial)?.tell(told);
    });
    const { world } = this;
    this.control = new Control({
      world,
      timers: this.#timers,
      devices: this.#devices,
      bootMs: around.bootMs,
    });
    this.#begin(historyMs > 0 ? from : null);
  }

  get ledger(): Ledger {
    return this.world.ledger;
  }

  device(serial: string): VirtualDevice | undefined {
    return this.#devices.get(serial);
  }

  status(): FleetStatus {
    const all = [...this.#devices.values()];
    const sum = (pick: 'reportsSent' | 'reportsAcknowledged' | 'reportsLost' | 'eventsSent') =>
      all.reduce((total, { serial }) => total + this.ledger.deeds(serial)[pick], 0);
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

  #surroundings(ca: string): Surroundings {
    const { options, world } = { options: this.#options, world: this.world };
    const pace = new Pace(options.historyPerSecond ?? 2000);
    const room = Math.floor(OUTBOX_BYTES / FRAME_BYTES / Math.max(1, world.devices.length));
    return {
      world,
      timers: this.#timers,
      now: () => Date.now(),
      takeLate: () => pace.take(),
      bootMs: options.bootMs ?? 20_000,
      secondMs: options.secondMs ?? 1000,
      reportMs: (options.interval ?? 60) * 1000,
      obeysInterval: options.interval === undefined,
      keeps: options.keeps ?? true,
      tellsEvents: options.events ?? true,
      outboxCapacity: Math.max(OUTBOX_MIN, Math.min(OUTBOX_MAX, room)),
      trusted: () => ca,
      cutPower: (node, awayMs) => {
        const device = this.#devices.get(node.serial);
        if (device) return device.restart('coldboot', awayMs);
        const site = world.siteOf(node);
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
      this.#histories = this.world.sites.map(
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
    if (this.#seen.size === this.#devices.size && this.#histories.length === 0) this.#settle();
  }

  /** Tells the past as fast as it is taken, and lets those who have told it live. */
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
    const remembered = this.#devices.size <= REMEMBERS_UP_TO ? [...this.#devices.values()] : [];
    await writeMemory(state, {
      seed,
      startedAt: this.#startedAt,
      toldUntil: isLive ? Date.now() : Math.min(...this.world.sites.map((site) => site.now)),
      devices: new Map(remembered.map((device) => [device.serial, device.memory])),
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

/** The sites and devices that a fleet of these options has, without starting it. */
export function planFleet(
  options: Pick<FleetOptions, 'devices' | 'sites' | 'seed' | 'kinds' | 'places' | 'profiles'>,
): PlannedSite[] {
  const world = new World({ ...options, models: modelsOf(options), startedAt: 0 });
  return world.sites.map(({ name, place, nodes }) => ({
    name,
    zone: place.zone,
    country: place.country,
    buildings: place.buildings,
    devices: nodes.filter((node) => node.manager === null),
  }));
}

/** Makes the world, connects its devices and lets them live until `stop`. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const folder = options.state ?? null;
  const ca = options.ca ?? (await trustedAuthority(new URL(options.gateway), folder));
  const identities = await Identities.open(folder, await issuerFor(options, ca));
  return new Fleet(options, await readMemory(folder, options.seed), identities, ca);
}
