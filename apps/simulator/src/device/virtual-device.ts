import { withoutPassword } from '@airloom/device-protocol/configuration/password';
import { readAck } from '@airloom/device-protocol/extension';
import { apply, eventTypesIn, intervalIn } from '../commands/configuration.ts';
import { resetToFactory } from '../commands/factory-reset.ts';
import type { Credentials } from '../fleet/identities.ts';
import type { Alarm } from '../fleet/timers.ts';
import type { Moment } from '../frames/ap-state.ts';
import {
  connectFrame,
  type EventToTell,
  healthFrame,
  notice,
  stateFrame,
  stateOf,
} from '../frames/frames.ts';
import type { Json } from '../json.ts';
import { applyOls, olsInterval } from '../profiles/ols-configuration.ts';
import { isOlsSwitch } from '../simulation/models.ts';
import type { Node } from '../simulation/node.ts';
import { Chance, hash } from '../simulation/random.ts';
import type { Site } from '../simulation/site.ts';
import type { DeviceEnvironment, Link, LinkEnd } from './environment.ts';
import { type Faults, noFaults } from './faults.ts';
import { FrameSender } from './frame-sender.ts';
import type { Outbox } from './outbox.ts';

/** A health check follows every this many reports. */
const HEALTH_EVERY = 5;
const REPORT_MIN_SECONDS = 60;
const HOT = 85;
const BUSY = 90;

/** State of a device that is kept between two starts. */
export interface SavedDevice {
  readonly uuid: number;
  readonly firmware: string;
  readonly seq: number;
  readonly document: Json | null;
  readonly hasFactoryNetworks: boolean;
}

export interface Watcher {
  /** The device wants to connect, after this many milliseconds. */
  readonly wantsLink: (device: VirtualDevice, afterMs: number) => void;
  readonly command: (device: VirtualDevice, frame: string) => void;
}

/** One simulated device: state, reports and restarts. Links are created by the connector. */
export class VirtualDevice {
  readonly node: Node;
  readonly site: Site;
  readonly environment: DeviceEnvironment;
  readonly faults: Faults = noFaults();
  uuid = 1;
  /** Version of the newest configuration received since the start (switch client). */
  latestVersion = 0;
  /** Its certificate, once it has connected. */
  credentials: Credentials | null = null;
  /** Current configuration; null in factory state. */
  document: Json | null = null;
  reason = 'coldboot';
  leds: 'on' | 'off' | 'blink' = 'on';
  reportMs: number;
  isUpgrading = false;
  readonly #watcher: Watcher;
  readonly #sender: FrameSender;
  readonly #isOls: boolean;
  /** Whether it keeps reports until they are acknowledged; third-party clients do not. */
  readonly #keeps: boolean;
  #linkedAt = 0;
  #unplugged = false;
  #isLive = false;
  #seq: number;
  #reports = 0;
  #reportAlarm: Alarm | null = null;
  #telemetryAlarm: Alarm | null = null;

  constructor(node: Node, environment: DeviceEnvironment, watcher: Watcher, saved: SavedDevice | undefined) {
    this.node = node;
    this.site = environment.simulation.siteOf(node);
    this.environment = environment;
    this.#watcher = watcher;
    this.#isOls = isOlsSwitch(node.model);
    this.#keeps = environment.keeps && node.model.software === undefined;
    this.#sender = new FrameSender(node.serial, environment, {
      faults: this.faults,
      chance: new Chance(hash('frames', node.serial)),
      keeps: this.#keeps,
    });
    this.reportMs = environment.reportMs;
    this.uuid = saved?.uuid ?? 1;
    this.#seq = saved?.seq ?? 0;
    if (saved) node.firmware = saved.firmware;
    if (saved) node.hasFactoryNetworks = saved.hasFactoryNetworks;
    if (saved?.document) this.#run(saved.document);
    if (this.#isOls) this.emit({ at: 0, type: 'device.powerloss', payload: { description: '' } });
  }

  #run(document: Json): void {
    this.document = document;
    const run = this.#isOls ? applyOls : apply;
    run(this.site, this.node, document, this.site.now);
    const seconds = this.#isOls ? olsInterval(document) : intervalIn(document);
    if (seconds !== null && this.environment.acceptsInterval)
      this.setInterval(Math.max(REPORT_MIN_SECONDS, seconds) * 1000);
  }

  /** Applies and stores a configuration. */
  configure(document: Json, version: number): void {
    this.#run(withoutPassword(document));
    this.uuid = version;
    this.environment.changed();
  }

  /** Restores a saved configuration. */
  rollBack({ uuid, document }: Pick<SavedDevice, 'uuid' | 'document'>): void {
    Object.assign(this, { uuid, latestVersion: 0 });
    if (document) this.#run(document);
  }

  /** Cut off by its own configuration: returns to the one before when it cannot connect for some time. */
  returnTo(before: SavedDevice, afterMs: number): void {
    this.unplug('abandon');
    this.environment.timers.after(afterMs, () => {
      if (before.document === null) resetToFactory(this);
      else this.rollBack(before);
      this.environment.changed();
      this.plugIn();
    });
  }

  /** Configuration version in its reports. */
  get #reportedVersion(): number {
    return this.#isOls ? this.latestVersion : this.uuid;
  }

  /** A switch client reports only with a configured interval. */
  get reportsByItself(): boolean {
    return !this.#isOls || olsInterval(this.document) !== null;
  }

  get serial(): string {
    return this.node.serial;
  }

  get saved(): SavedDevice {
    const { uuid, node, document } = this;
    const { firmware, hasFactoryNetworks } = node;
    return { uuid, firmware, seq: this.#seq, document, hasFactoryNetworks };
  }

  get outbox(): Outbox {
    return this.#sender.outbox;
  }

  get isConnected(): boolean {
    return this.#sender.link !== null;
  }

  /** Whether it wants to be connected. */
  get wantsLink(): boolean {
    return (this.node.isUp || !this.#isLive) && !this.#unplugged;
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  /** Advances its site to the present; before it is live the simulated time lies in the past. */
  now(): number {
    if (!this.#isLive) return this.site.now;
    this.site.advanceTo(this.environment.now());
    return this.site.now;
  }

  #moment(t: number): Moment {
    const { node, site, faults } = this;
    return { node, site, t, localMs: t + faults.skewMs, strain: faults.strain };
  }

  linked(link: Link, credentials: Credentials): void {
    this.#sender.link = link;
    this.credentials = credentials;
    this.#linkedAt = this.environment.now();
    this.environment.simulation.ledger.linked(this.serial, this.#linkedAt);
    const { node, uuid, reason } = this;
    this.send(
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
    if (this.#sender.link !== link) return;
    this.#sender.link = null;
    this.reason = 'socket';
    // A switch client continues with it after reconnecting.
    if (!this.#isOls) this.stopTelemetry();
    this.outbox.rewind();
    this.environment.simulation.ledger.unlinked(this.serial, this.#linkedAt, this.environment.now());
  }

  hangUp(linkEnd: LinkEnd = 'close'): void {
    const { link } = this.#sender;
    if (!link) return;
    this.unlinked(link);
    link[linkEnd]();
  }

  /** Switches to real time and periodic reports. */
  goLive(): void {
    this.#sender.sendGathered(1);
    this.#isLive = true;
    this.#reportAlarm = this.environment.timers.after(this.#phase(), () => this.#reportAgain());
  }

  /** Spreads the reports of a fleet over the interval. */
  #phase(): number {
    const share = (hash('phase', this.serial) % 10_000) / 10_000;
    const elapsed = this.environment.now() % this.reportMs;
    return (share * this.reportMs - elapsed + this.reportMs) % this.reportMs;
  }

  setInterval(ms: number): void {
    if (ms === this.reportMs) return;
    this.reportMs = ms;
    if (!this.#reportAlarm) return;
    this.#reportAlarm.cancelled = true;
    this.#reportAlarm = this.environment.timers.after(this.#phase(), () => this.#reportAgain());
  }

  #reportAgain(): void {
    this.#reportAlarm = this.environment.timers.after(this.reportMs, () => this.#reportAgain());
    if (!this.node.isUp) {
      this.site.advanceTo(this.environment.now());
      return;
    }
    if (!this.reportsByItself) return;
    this.report(this.now(), false);
    this.#reports += 1;
    if (this.#reports % HEALTH_EVERY === 0) this.sendHealth();
  }

  /** Measures at `t`; `isLate` for history. */
  report(t: number, isLate: boolean): void {
    if (!this.#keeps && !this.isConnected) return;
    this.#sender.sendGathered();
    this.#seq += 1;
    const seq = this.#seq;
    this.environment.simulation.ledger.reports(this.node, this.site, t);
    const kept = this.#keeps ? { kept: { seq, at: t + this.faults.skewMs } } : {};
    const frame = stateFrame(this.#moment(t), { uuid: this.#reportedVersion, ...kept });
    const put = () => this.#sender.put({ seq, isLate, frame });
    if (this.faults.lateMs > 0) this.environment.timers.after(this.faults.lateMs, put);
    else put();
  }

  emit({ at, type, payload }: Pick<EventToTell, 'at' | 'type' | 'payload'>): void {
    if (!this.environment.sendsEvents) return;
    const wanted = this.document && eventTypesIn(this.document);
    // `client` stands for all of `client.…`.
    const group = type.split('.')[0] ?? type;
    if (this.node.kind !== 'switch' && wanted && !wanted.includes(type) && !wanted.includes(group)) return;
    // A switch client sends the reason of its start without a time.
    const isStart = this.#isOls && group === 'device';
    const seconds = isStart ? 0 : Math.floor((at + this.faults.skewMs) / 1000);
    if (isStart) this.#sender.putEvent(0, type, { description: '' });
    else if (!this.#isLive) this.#sender.gather(seconds, type, payload);
    else this.#sender.putEvent(seconds, type, payload);
  }

  /** Sends pending entries as far as the link accepts them. */
  pump(): void {
    this.#sender.pump();
  }

  send(frame: string): void {
    this.#sender.send(frame);
  }

  receive(text: string): void {
    this.environment.onFrame?.(this.serial, 'received', text);
    const ack = readAck(text);
    if (ack) {
      if (ack.serial === this.serial) this.#sender.acknowledged(ack.seq);
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
    const emit = () => {
      const t = this.now();
      const { serial } = this;
      const uuid = this.#reportedVersion;
      const state = [[Math.floor(t / 1000), { uuid, serial, state: stateOf(this.#moment(t)) }]];
      this.send(notice('telemetry', { serial, data: { state } }));
      this.#telemetryAlarm = this.environment.timers.after(everyMs, emit);
    };
    // A switch client starts at once.
    if (this.#isOls) emit();
    else this.#telemetryAlarm = this.environment.timers.after(everyMs, emit);
  }

  stopTelemetry(): void {
    if (this.#telemetryAlarm) this.#telemetryAlarm.cancelled = true;
    this.#telemetryAlarm = null;
  }

  /** Restarts; `meanwhile` runs while it is down. */
  restart(cause: string, awayMs: number, meanwhile: () => void = () => undefined): void {
    if (!this.node.isUp) return;
    this.powerDown(cause);
    this.environment.timers.after(awayMs, () => {
      meanwhile();
      this.powerUp(cause);
    });
  }

  powerDown(cause: string, linkEnd: LinkEnd = 'close'): void {
    this.site.stop(this.node, this.now(), cause);
    this.hangUp(linkEnd);
  }

  powerUp(cause: string): void {
    if (this.node.isUp) return;
    this.environment.simulation.ledger.activity(this.serial).restarts += 1;
    this.leds = 'on';
    this.latestVersion = 0;
    this.stopTelemetry();
    if (this.faults.losesConfiguration) resetToFactory(this);
    this.site.start(this.node, this.now(), cause);
    this.reason = cause;
    this.#watcher.wantsLink(this, 0);
  }

  /** Disconnects only: it continues to measure. */
  unplug(linkEnd?: LinkEnd): void {
    this.#unplugged = true;
    this.hangUp(linkEnd);
  }

  disconnectFor(ms: number): void {
    this.unplug();
    this.environment.timers.after(ms, () => this.plugIn());
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
