import { setImmediate as nextTurn } from 'node:timers/promises';
import { scanOf } from '@airloom/device-protocol/commands';
import type { Answer, DeviceEvent, Report } from '@airloom/device-protocol/model';
import type { Bus, BusMessages, Unsubscribe } from '../../../../platform/bus/bus.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { hashToken, newToken } from '../../../../platform/secrets.ts';
import { type ConnectedDevice, type DeviceFacts, type DeviceLink } from '../../devices/index.ts';
import {
  ended,
  type InFlight,
  isFromBefore,
  onAnswer,
  onEvent,
  onHello,
  onReport,
  type Verdict,
} from './command-lifecycle.ts';
import { ConfigurationPush } from './configuration-push.ts';
import { CommandsInFlight } from './in-flight.ts';
import { outputOf } from './output.ts';
import type { Scans } from './ports.ts';
import { offInEvent, offInReport } from './power-cycle.ts';
import {
  claimNext,
  type DeviceKey,
  findInFlight,
  findObserved,
  type Settlement,
  setUploadHashes,
} from './queue.repository.ts';
import { changesDevice } from './refusals.ts';
import { pushesOf, sendToDevice } from './sending.ts';
import { settleAndAnnounce, settlementOf } from './settle.ts';
import { Sweep } from './sweep.ts';
import { wakeGateways } from './wake-gateways.ts';
import { WorkBatcher } from './work-batcher.ts';

export interface RunnerParts {
  readonly platform: Pick<Platform, 'database' | 'vault' | 'log' | 'now' | 'monotonic' | 'wakeOutbox'>;
  readonly bus: Bus;
  /** Id of this process as a holder of connections. */
  readonly gatewayId: string;
  readonly link: DeviceLink;
  readonly scans: Scans;
  /** Interval of requested reports in seconds; 0 where none were requested. */
  telemetrySeconds(deviceId: string): number;
  /** Upload address of this installation's web server for the device, with a token for one file. */
  uploadUri(device: DeviceKey, token: string): string;
  /** Address from which a device downloads its image while its upgrade runs. */
  imageUri(device: DeviceKey, token: string): string;
}

/** Commands that are sent without giving way to other work: a configuration takes about a millisecond. */
const SENT_AT_ONCE = 20;

interface ReceivedHello {
  readonly device: ConnectedDevice;
  readonly hello: Parameters<DeviceFacts['onHello']>[1];
}

/** Reports of a device since its hello that may confirm a command. */
interface Arrival {
  report?: { readonly report: Report; readonly at: number };
  restart?: DeviceEvent;
}

type Facts = Pick<
  DeviceFacts,
  'onHello' | 'onReports' | 'onEvents' | 'onAnswer' | 'onNeedsReboot' | 'onDisconnected'
>;

/**
 * Sends pending commands to the devices of this process and evaluates their messages. The rows in the database are the
 * queue; the state in memory may be lost at any moment.
 */
export class Runner implements Facts {
  readonly #parts: RunnerParts;
  readonly #connected = new Map<string, ConnectedDevice>();
  /** Device → when it connected, and what it ran then. */
  readonly #hello = new Map<string, { readonly at: number; readonly version: number }>();
  /** Commands in flight, for the duration of the connections. */
  readonly #inFlight: CommandsInFlight;
  /** Devices after their hello and their reports since, until their commands in flight have been read. */
  readonly #arriving = new Map<string, Arrival>();
  readonly #woken: WorkBatcher<DeviceKey>;
  readonly #arrived: WorkBatcher<ReceivedHello>;
  readonly #settlements: WorkBatcher<Settlement>;
  readonly #push: ConfigurationPush;
  readonly #sweep: Sweep;
  #subscriptions: Unsubscribe[] = [];

  constructor(parts: RunnerParts) {
    const { platform } = parts;
    const { log } = platform;
    this.#parts = parts;
    this.#inFlight = new CommandsInFlight(
      () => platform.now().getTime(),
      (command) => this.#unwatch(command),
    );
    this.#woken = new WorkBatcher('wake', log, (devices) => this.#sendNext(devices));
    this.#arrived = new WorkBatcher(
      'arrive',
      log,
      (hellos) => this.#receive(hellos),
      (hellos) => hellos.forEach(({ device }) => this.#arriving.delete(device.deviceId)),
    );
    this.#settlements = new WorkBatcher('settle', log, (settlements) => this.#settle(settlements));
    this.#push = new ConfigurationPush(platform);
    this.#sweep = new Sweep(platform, parts.gatewayId, {
      wake: (devices) => this.#wakeAnywhere(devices),
      wakeHere: (devices) => this.#wakeHere(devices),
      configureHere: (devices) => devices.forEach((device) => this.#push.changed(device)),
      ended: (commands) => this.#push.ended(commands),
      clockSet: (jumpMs) => this.#inFlight.shift(jumpMs),
    });
  }

  start(): void {
    const { bus, gatewayId } = this.#parts;
    const wake = ({ tenant, deviceIds }: BusMessages['device.wake']): void =>
      this.#wakeHere(deviceIds.map((deviceId) => ({ tenant, deviceId })));
    this.#subscriptions = [
      bus.subscribe('device.wake', wake),
      bus.subscribe('device.wake', wake, gatewayId),
      bus.subscribe('device.configure', (changed) => this.#configure(changed)),
      bus.onGap(() => this.#sweep.lookAgain()),
    ];
    this.#sweep.start();
  }

  async stop(): Promise<void> {
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    await this.#sweep.stop();
    await this.settled();
  }

  /** Resolves when everything received so far has been processed. */
  async settled(): Promise<void> {
    await this.#arrived.settled();
    await this.#push.settled();
    await this.#woken.settled();
    await this.#settlements.settled();
  }

  /** These devices may have a new configuration. */
  #configure({ tenant, deviceIds }: BusMessages['device.configure']): void {
    for (const deviceId of deviceIds) {
      if (this.#parts.link.isHere(tenant, deviceId)) this.#push.changed({ tenant, deviceId });
    }
  }

  onHello(device: ConnectedDevice, hello: ReceivedHello['hello']): void {
    this.#connected.set(device.deviceId, device);
    const connectedAt = this.#parts.platform.now().getTime();
    this.#hello.set(device.deviceId, { at: connectedAt, version: hello.configVersion });
    this.#inFlight.forget(device.deviceId);
    this.#push.forget(device.deviceId);
    this.#arriving.set(device.deviceId, {});
    this.#arrived.add({ device, hello });
    this.#push.runs(device, hello.configVersion);
  }

  onReports(device: ConnectedDevice, reports: Parameters<DeviceFacts['onReports']>[1], at: number): void {
    const { deviceId } = device;
    const present = reports.filter((report) => !this.#showsLostVersion(deviceId, report));
    const newest = present.at(-1);
    const arriving = this.#arriving.get(deviceId);
    if (arriving !== undefined && newest !== undefined) arriving.report = { report: newest, at };
    for (const command of this.#inFlight.of(deviceId)) {
      const usable = command.command === 'configure' ? present : reports;
      let known = command;
      for (const report of usable) {
        known = this.#seenOff(known, offInReport(known, report));
        this.#apply(known, onReport(known, report, at));
      }
    }
    if (newest === undefined) return;
    // Version 0 in a report is not recovery mode: a switch counts from its last start. Only a hello reports recovery.
    if (newest.configVersion !== 0) this.#push.runs(device, newest.configVersion);
  }

  onEvents({ deviceId }: ConnectedDevice, events: Parameters<DeviceFacts['onEvents']>[1]): void {
    const arriving = this.#arriving.get(deviceId);
    const restart = events.findLast(({ happening }) => happening.type === 'restarted');
    if (arriving !== undefined && restart !== undefined) arriving.restart = restart;
    for (const command of this.#inFlight.of(deviceId)) {
      let known = command;
      for (const event of events) {
        known = this.#seenOff(known, offInEvent(known, event));
        this.#apply(known, onEvent(known, event));
      }
    }
  }

  #seenOff(command: InFlight, ports: readonly string[]): InFlight {
    if (ports.length === 0) return command;
    const seenOff = [...new Set([...command.seenOff, ...ports])];
    this.#inFlight.change(command, { seenOff });
    return { ...command, seenOff };
  }

  /** The first answer is returned by the sending itself; some devices answer again when they are done. */
  onAnswer({ deviceId }: ConnectedDevice, answer: Answer, at: number): void {
    const command = this.#inFlight.answeredBy(deviceId, answer);
    // A configuration has one answer, which is read without its secrets.
    if (command !== null && command.command !== 'configure') this.#answered(command, answer, at);
  }

  onNeedsReboot(device: ConnectedDevice): void {
    this.#push.reboot(device);
  }

  onDisconnected({ deviceId, connectionId }: ConnectedDevice): void {
    if (this.#connected.get(deviceId)?.connectionId !== connectionId) return;
    this.#connected.delete(deviceId);
    this.#hello.delete(deviceId);
    this.#inFlight.forget(deviceId);
    this.#push.forget(deviceId);
  }

  /**
   * Whether a report that the device stored while it was away shows a version that was sent to it before, and that it no
   * longer ran when it connected. The device's clock may be wrong, so other reports are never judged by their time.
   */
  #showsLostVersion(deviceId: string, report: Report): boolean {
    const hello = this.#hello.get(deviceId);
    if (hello === undefined || report.configVersion === hello.version) return false;
    if (!isFromBefore(report, hello.at)) return false;
    if (this.#arriving.has(deviceId)) return true;
    return [...this.#inFlight.of(deviceId)].some(
      ({ command, cameBack, params }) =>
        command === 'configure' && cameBack !== null && params['version'] === report.configVersion,
    );
  }

  #wakeHere(devices: readonly DeviceKey[]): void {
    this.#woken.add(...devices.filter(({ tenant, deviceId }) => this.#parts.link.isHere(tenant, deviceId)));
  }

  #wakeAnywhere(devices: readonly DeviceKey[]): void {
    const { link, bus } = this.#parts;
    this.#wakeHere(devices);
    wakeGateways(
      bus,
      devices.filter(({ tenant, deviceId }) => !link.isHere(tenant, deviceId)),
    );
  }

  /** Commands in flight from before may be confirmed by the connection of their device. */
  async #receive(hellos: readonly ReceivedHello[]): Promise<void> {
    const { database } = this.#parts.platform;
    const devices = hellos.map(({ device }) => device);
    const found = await database.asSystem((tx) => findInFlight(tx, devices));
    const byDevice = Map.groupBy(found, (command) => command.deviceId);
    for (const { device, hello } of hellos) {
      const { deviceId } = device;
      const arrival = this.#arriving.get(deviceId);
      this.#arriving.delete(deviceId);
      // A command of this connection cannot be confirmed by its own hello.
      const before = (byDevice.get(deviceId) ?? []).filter(
        (command) => this.#inFlight.find(command) === null,
      );
      if (this.#connected.get(deviceId) === device) {
        for (const command of before) this.#cameBack({ ...command, cameBack: hello }, hello, arrival ?? {});
      }
      this.#wakeHere([device]);
    }
  }

  #cameBack(command: InFlight, hello: ReceivedHello['hello'], { report, restart }: Arrival): void {
    this.#inFlight.add(command);
    if (command.command === 'configure') this.#push.mayBeLost(command);
    const byHello = onHello(command, hello, this.#parts.platform.now().getTime());
    const later =
      (restart ? onEvent(command, restart) : null) ??
      (report ? onReport(command, report.report, report.at) : null);
    this.#apply(command, byHello?.kind === 'ended' ? byHello : (later ?? byHello));
  }

  async #sendNext(woken: readonly DeviceKey[]): Promise<void> {
    const { platform, uploadUri, imageUri } = this.#parts;
    const devices = woken.filter(({ deviceId }) => !this.#arriving.has(deviceId));
    if (devices.length === 0) return;
    const uris = new Map<string, string>();
    let observed: ReadonlySet<string> = new Set();
    const taken = await platform.database.asSystem(async (tx) => {
      uris.clear();
      const next = await claimNext(tx, devices, platform.now());
      const uploads = next
        .filter(({ command }) => command === 'trace' || command === 'upgrade')
        .map(({ tenant, deviceId, id, command }) => {
          const token = newToken();
          const device = { tenant, deviceId };
          uris.set(id, command === 'trace' ? uploadUri(device, token) : imageUri(device, token));
          return { tenant, id, hash: hashToken(token) };
        });
      if (uploads.length > 0) await setUploadHashes(tx, uploads);
      observed = await findObserved(
        tx,
        next.filter(({ command }) => changesDevice(command)),
      );
      return next;
    });
    for (const command of taken) this.#inFlight.add(command);
    const pushes = await pushesOf(platform, taken, this.#push.reported).catch((error: unknown) => {
      platform.log.error({ err: error }, 'configurations could not be read');
      return null;
    });
    for (const [index, command] of taken.entries()) {
      if (index % SENT_AT_ONCE === SENT_AT_ONCE - 1) await nextTurn();
      if (pushes === null && command.command === 'configure') this.#apply(command, ended('sendFailed'));
      // Its site may have become observe only, or the device may have moved, while the command was pending.
      else if (observed.has(command.id))
        this.#apply(command, ended('parameterError', { reason: 'observeOnly' }));
      else
        this.#send(command, uris.get(command.id) ?? null, pushes?.get(command.id) ?? null).catch(
          (error: unknown) => {
            platform.log.error({ err: error, command: command.id }, 'a command could not be sent');
            this.#apply(command, ended('sendFailed'));
          },
        );
    }
  }

  async #send(
    command: InFlight,
    uri: string | null,
    push: Parameters<typeof sendToDevice>[0]['push'],
  ): Promise<void> {
    const { link, platform } = this.#parts;
    const runs = this.#push.reported(command.deviceId);
    const back = await sendToDevice({ link, platform, uri, runs, push }, command);
    if (back === null || 'kind' in back) return this.#apply(command, back);
    const now = platform.now().getTime();
    this.#answered(command, back, now);
    if (command.command === 'configure') return;
    for (const answer of this.#inFlight.sentUnder(command, back)) this.#answered(command, answer, now);
  }

  #answered(command: InFlight, answer: Answer, at: number): void {
    const device = this.#connected.get(command.deviceId);
    if (command.command === 'wifiScan' && answer.error === 0 && device !== undefined) {
      this.#parts.scans.onScan(device, scanOf(answer), at);
    }
    const verdict = this.#confirmed(command, onAnswer(command, answer, at));
    if (device !== undefined && verdict?.kind === 'ended' && verdict.reason === 'partly')
      this.#push.took(command);
    this.#apply(command, verdict, outputOf(command.command, answer));
  }

  /** The report that confirms a configuration may have arrived together with the answer, and was evaluated before it. */
  #confirmed(command: InFlight, verdict: Verdict): Verdict {
    const isReported = this.#push.reported(command.deviceId) === command.params['version'];
    if (command.command !== 'configure' || verdict?.kind !== 'waits' || !isReported) return verdict;
    return ended('success', { text: verdict.text });
  }

  #apply(command: InFlight, verdict: Verdict, output: string | null = null): void {
    if (verdict === null) return;
    if (verdict.kind === 'ended') {
      if (this.#inFlight.end(command)) this.#unwatch(command);
    } else {
      const { answered, deadline } = verdict;
      const answeredAt = answered ? { answeredAt: this.#parts.platform.now().getTime() } : {};
      this.#inFlight.change(command, { deadline, ...answeredAt });
    }
    this.#settlements.add(settlementOf(command, verdict, { output }));
  }

  /** Stops telemetry of a switch; the answer is not awaited, a lost stop only causes more reports. */
  #unwatch({ tenant, deviceId, deviceKind, command }: InFlight): void {
    if (command !== 'requestState' || deviceKind !== 'switch') return;
    // Another request may still wait for a report.
    if (this.#inFlight.of(deviceId).some((other) => other.command === 'requestState')) return;
    const { link, telemetrySeconds } = this.#parts;
    const intervalSeconds = telemetrySeconds(deviceId);
    link.send(tenant, deviceId, { name: 'telemetry', intervalSeconds }).catch(() => undefined);
  }

  async #settle(settlements: readonly Settlement[]): Promise<void> {
    const { platform } = this.#parts;
    const settled = await platform.database.asSystem((tx) =>
      settleAndAnnounce(tx, settlements, platform.now()),
    );
    platform.wakeOutbox();
    const over = settled.filter(({ state }) => state !== 'sending');
    this.#push.ended(over);
    // An answered configuration blocks fewer commands.
    const ready = settled.filter(({ state, command }) => state !== 'sending' || command === 'configure');
    this.#wakeAnywhere(ready.map(({ tenant_id: tenant, device_id: deviceId }) => ({ tenant, deviceId })));
  }
}
