import { readAck } from '@airloom/device-protocol/extension';
import { apply, eventTypesIn } from '../commands/configuration.ts';
import type { Credentials } from '../fleet/identities.ts';
import { Pace } from '../fleet/pace.ts';
import type { Alarm } from '../fleet/timers.ts';
import type { Moment } from '../frames/ap-state.ts';
import {
  connectFrame,
  type EventToTell,
  eventFrame,
  eventsFrame,
  healthFrame,
  notice,
  stateFrame,
  stateOf,
} from '../frames/frames.ts';
import type { Json } from '../json.ts';
import { applyOls, olsInterval } from '../profiles/ols-configuration.ts';
import { isOlsSwitch } from '../world/models.ts';
import type { Node } from '../world/node.ts';
import { Chance, hash } from '../world/random.ts';
import type { Site } from '../world/site.ts';
import { type Faults, noFaults } from './faults.ts';
import { Outbox } from './outbox.ts';
import type { Link, Parting, Surroundings } from './surroundings.ts';

/** Every so many reports a device says how it feels. */
const HEALTH_EVERY = 5;
const HOT = 85;
const BUSY = 90;
/** What happened in the past is told so many at a time. */
const EVENTS_TOGETHER = 60;
/** A little less than a gateway takes from one device. */
const LATE_PER_SECOND = 40;
const LATE_AT_ONCE = 200;
const BACKLOG_MAX_BYTES = 256 * 1024;

/** What of a device outlives the process. */
export interface Memory {
  readonly uuid: number;
  readonly firmware: string;
  readonly seq: number;
  readonly document: Json | null;
}

export interface Watcher {
  /** It is ready to be connected, at once or after this many milliseconds. */
  readonly wantsLink: (device: VirtualDevice, afterMs: number) => void;
  readonly command: (device: VirtualDevice, frame: string) => void;
}

/** One device: what it keeps, tells and goes through. It does not know how its link is made. */
export class VirtualDevice {
  readonly node: Node;
  readonly site: Site;
  readonly around: Surroundings;
  readonly faults: Faults = noFaults();
  readonly outbox: Outbox;
  uuid = 1;
  /** Of the newest configuration a switch client received since it started. */
  latestVersion = 0;
  /** What it proves itself with, once it has connected. */
  credentials: Credentials | null = null;
  /** The configuration it runs; null as it left the factory. */
  document: Json | null = null;
  reason = 'coldboot';
  leds: 'on' | 'off' | 'blink' = 'on';
  reportMs: number;
  isUpgrading = false;
  readonly #watcher: Watcher;
  readonly #chance: Chance;
  readonly #isOls: boolean;
  /** Whether it keeps reports until they are acknowledged: only devices of our own do. */
  readonly #keeps: boolean;
  #link: Link | null = null;
  #linkedAt = 0;
  #unplugged = false;
  #isLive = false;
  #seq: number;
  #reports = 0;
  #reportAlarm: Alarm | null = null;
  #telemetryAlarm: Alarm | null = null;
  #gathered: [number, { type: string; payload: object }][] = [];
  #latePace: Pace | null = null;

  constructor(node: Node, around: Surroundings, watcher: Watcher, memory: Memory | undefined) {
    this.node = node;
    this.site = around.world.siteOf(node);
    this.around = around;
    this.#watcher = watcher;
    this.#chance = new Chance(hash('frames', node.serial));
    this.#isOls = isOlsSwitch(node.model);
    this.#keeps = around.keeps && node.model.software === undefined;
    this.outbox = new Outbox(around.outboxCapacity, this.#keeps);
    this.reportMs = around.reportMs;
    this.uuid = memory?.uuid ?? 1;
    this.#seq = memory?.seq ?? 0;
    if (memory) node.firmware = memory.firmware;
    if (memory?.document) this.#run(memory.document);
    if (this.#isOls) this.tell({ at: 0, type: 'device.powerloss', payload: { description: '' } });
  }

  #run(document: Json): void {
    this.document = document;
    const run = this.#isOls ? applyOls : apply;
    run(this.site, this.node, document, this.site.now);
  }

  /** Goes back to a configuration it has saved. */
  rollBack({ uuid, document }: Pick<Memory, 'uuid' | 'document'>): void {
    Object.assign(this, { uuid, latestVersion: 0 });
    if (document) this.#run(document);
  }

  /** What its reports say that it runs. */
  get #reportedVersion(): number {
    return this.#isOls ? this.latestVersion : this.uuid;
  }

  /** A switch client reports only when its configuration says how often. */
  get reportsByItself(): boolean {
    return !this.#isOls || olsInterval(this.document) !== null;
  }

  get serial(): string {
    return this.node.serial;
  }

  get memory(): Memory {
    return { uuid: this.uuid, firmware: this.node.firmware, seq: this.#seq, document: this.document };
  }

  get isConnected(): boolean {
    return this.#link !== null;
  }

  /** Whether it would connect if it could. */
  get wantsLink(): boolean {
    return (this.node.isUp || !this.#isLive) && !this.#unplugged;
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  /** Brings its site up to the present; before it is live the present of its world lies in the past. */
  now(): number {
    if (!this.#isLive) return this.site.now;
    this.site.advanceTo(this.around.now());
    return this.site.now;
  }

  #moment(t: number): Moment {
    const { node, site, faults } = this;
    return { node, site, t, localMs: t + faults.skewMs, strain: faults.strain };
  }

  linked(link: Link, credentials: Credentials): void {
    this.#link = link;
    this.credentials = credentials;
    this.#linkedAt = this.around.now();
    this.around.world.ledger.linked(this.serial, this.#linkedAt);
    const { node, uuid, reason } = this;
    this.#transmit(
      connectFrame({
        node,
        uuid,
        reason,
        country: this.site.place.country,
        keeps: this.#keeps,
        certificate: credentials.certificate,
      }),
    );
    this.outbox.rewind();
    this.pump();
  }

  unlinked(link: Link): void {
    if (this.#link !== link) return;
    this.#link = null;
    this.reason = 'socket';
    // A switch client goes on with it when it is back.
    if (!this.#isOls) this.stopTelemetry();
    this.outbox.rewind();
    this.around.world.ledger.unlinked(this.serial, this.#linkedAt, this.around.now());
  }

  hangUp(parting: Parting = 'close'): void {
    const link = this.#link;
    if (!link) return;
    this.unlinked(link);
    link[parting]();
  }

  /** From now on its time is the real one, and it reports by itself. */
  goLive(): void {
    if (this.#gathered.length > 0) this.#tellGathered();
    this.#isLive = true;
    this.#reportAlarm = this.around.timers.after(this.#phase(), () => this.#reportAgain());
  }

  /** Reports of a fleet are spread over the interval. */
  #phase(): number {
    const share = (hash('phase', this.serial) % 10_000) / 10_000;
    const elapsed = this.around.now() % this.reportMs;
    return (share * this.reportMs - elapsed + this.reportMs) % this.reportMs;
  }

  setInterval(ms: number): void {
    if (ms === this.reportMs) return;
    this.reportMs = ms;
    if (!this.#reportAlarm) return;
    this.#reportAlarm.cancelled = true;
    this.#reportAlarm = this.around.timers.after(this.#phase(), () => this.#reportAgain());
  }

  #reportAgain(): void {
    this.#reportAlarm = this.around.timers.after(this.reportMs, () => this.#reportAgain());
    if (!this.node.isUp) {
      this.site.advanceTo(this.around.now());
      return;
    }
    if (!this.reportsByItself) return;
    this.report(this.now(), false);
    this.#reports += 1;
    if (this.#reports % HEALTH_EVERY === 0) this.sendHealth();
  }

  /** Measures now; `isLate` when this now lies in the past. */
  report(t: number, isLate: boolean): void {
    if (!this.#keeps && !this.#link) return;
    if (this.#gathered.length >= EVENTS_TOGETHER) this.#tellGathered();
    this.#seq += 1;
    const seq = this.#seq;
    this.around.world.ledger.reports(this.node, this.site, t);
    const kept = this.#keeps ? { kept: { seq, at: t + this.faults.skewMs } } : {};
    const frame = stateFrame(this.#moment(t), { uuid: this.#reportedVersion, ...kept });
    const put = () => this.#put({ seq, isLate, frame });
    if (this.faults.lateMs > 0) this.around.timers.after(this.faults.lateMs, put);
    else put();
  }

  #put(entry: { seq: number | null; isLate: boolean; frame: string }): void {
    this.around.world.ledger.deeds(this.serial).reportsLost += this.outbox.put(entry);
    this.pump();
  }

  tell({ at, type, payload }: Pick<EventToTell, 'at' | 'type' | 'payload'>): void {
    if (!this.around.tellsEvents) return;
    const wanted = this.document && eventTypesIn(this.document);
    // `client` stands for all of `client.…`.
    const group = type.split('.')[0] ?? type;
    if (this.node.kind !== 'switch' && wanted && !wanted.includes(type) && !wanted.includes(group)) return;
    // A switch client has no time for why it started.
    const isStart = this.#isOls && group === 'device';
    const seconds = isStart ? 0 : Math.floor((at + this.faults.skewMs) / 1000);
    if (isStart)
      this.#put({ seq: null, isLate: false, frame: eventFrame(this.serial, 0, type, { description: '' }) });
    else if (!this.#isLive) this.#gathered.push([seconds, { type, payload }]);
    else this.#put({ seq: null, isLate: false, frame: eventFrame(this.serial, seconds, type, payload) });
  }

  #tellGathered(): void {
    const frame = eventsFrame(this.serial, this.#gathered);
    this.#gathered = [];
    this.#put({ seq: null, isLate: true, frame });
  }

  /** Sends what waits, as far as the link takes it. */
  pump(): void {
    const deeds = this.around.world.ledger.deeds(this.serial);
    while (this.#link && this.#link.backlog < BACKLOG_MAX_BYTES) {
      const entry = this.outbox.take(() => this.#mayTakeLate());
      if (!entry) return;
      if (entry.seq === null) deeds.eventsSent += 1;
      else deeds.reportsSent += 1;
      this.#transmit(entry.frame);
    }
  }

  /** The cloud takes so many a second from one device; the whole fleet has a pace too. */
  #mayTakeLate(): boolean {
    this.#latePace ??= new Pace(LATE_PER_SECOND, LATE_AT_ONCE);
    return this.#latePace.isOpen && this.around.takeLate() && this.#latePace.take();
  }

  /** Over a link that may be slow, lossy or repeating itself. */
  #transmit(frame: string): void {
    const { slowMs, dropPercent, duplicatePercent } = this.faults;
    if (dropPercent > 0 && this.#chance.next() * 100 < dropPercent) return;
    const times = duplicatePercent > 0 && this.#chance.next() * 100 < duplicatePercent ? 2 : 1;
    const link = this.#link;
    const send = () => {
      for (let time = 0; time < times; time += 1) {
        link?.send(frame);
        this.around.onFrame?.(this.serial, 'sent', frame);
      }
    };
    if (slowMs > 0) this.around.timers.after(slowMs, send);
    else send();
  }

  send(frame: string): void {
    if (this.#link) this.#transmit(frame);
  }

  receive(text: string): void {
    this.around.onFrame?.(this.serial, 'received', text);
    const ack = readAck(text);
    if (ack) {
      if (ack.serial !== this.serial) return;
      this.around.world.ledger.deeds(this.serial).reportsAcknowledged += this.outbox.acknowledge(ack.seq);
      this.pump();
      return;
    }
    this.#watcher.command(this, text);
  }

  answer(id: number, status: Json, uuid = this.uuid): void {
    this.send(JSON.stringify({ jsonrpc: '2.0', id, result: { serial: this.serial, uuid, status } }));
  }

  log(text: string, severity: number): void {
    this.send(notice('log', { serial: this.serial, log: text, severity }));
  }

  sendState(requestId: string): void {
    this.send(stateFrame(this.#moment(this.now()), { uuid: this.#reportedVersion, requestId }));
  }

  sendHealth(requestId: string | null = null): void {
    const { cpuPercent, temperature } = this.faults.strain;
    const complaints = [
      ...(cpuPercent !== null && cpuPercent >= BUSY ? [`CPU at ${cpuPercent} %`] : []),
      ...(temperature !== null && temperature >= HOT ? [`temperature ${temperature} °C`] : []),
    ];
    this.send(healthFrame(this.node, this.uuid, complaints, requestId));
  }

  startTelemetry(everyMs: number): void {
    this.stopTelemetry();
    const tell = () => {
      const t = this.now();
      const { serial } = this;
      const uuid = this.#reportedVersion;
      const state = [[Math.floor(t / 1000), { uuid, serial, state: stateOf(this.#moment(t)) }]];
      this.send(notice('telemetry', { serial, data: { state } }));
      this.#telemetryAlarm = this.around.timers.after(everyMs, tell);
    };
    // A switch client begins at once.
    if (this.#isOls) tell();
    else this.#telemetryAlarm = this.around.timers.after(everyMs, tell);
  }

  stopTelemetry(): void {
    if (this.#telemetryAlarm) this.#telemetryAlarm.cancelled = true;
    this.#telemetryAlarm = null;
  }

  /** Goes down and comes back; `meanwhile` happens while it is down. */
  restart(cause: string, awayMs: number, meanwhile: () => void = () => undefined): void {
    if (!this.node.isUp) return;
    this.powerDown(cause);
    this.around.timers.after(awayMs, () => {
      meanwhile();
      this.powerUp(cause);
    });
  }

  powerDown(cause: string, parting: Parting = 'close'): void {
    this.site.stop(this.node, this.now(), cause);
    this.hangUp(parting);
  }

  powerUp(cause: string): void {
    if (this.node.isUp) return;
    this.around.world.ledger.deeds(this.serial).restarts += 1;
    this.leds = 'on';
    this.latestVersion = 0;
    this.stopTelemetry();
    this.site.start(this.node, this.now(), cause);
    this.reason = cause;
    this.#watcher.wantsLink(this, 0);
  }

  /** Only the way to the cloud is cut: it goes on measuring. */
  unplug(parting?: Parting): void {
    this.#unplugged = true;
    this.hangUp(parting);
  }

  plugIn(afterMs = 0): void {
    if (!this.#unplugged) return;
    this.#unplugged = false;
    this.#watcher.wantsLink(this, afterMs);
  }

  retire(): void {
    this.#unplugged = true;
    this.stopTelemetry();
    if (this.#reportAlarm) this.#reportAlarm.cancelled = true;
    this.hangUp();
  }
}
