import { scanOf } from '@airloom/device-protocol/commands';
import type { Answer, DeviceEvent, Report } from '@airloom/device-protocol/model';
import type { Bus, BusMessages, Unsubscribe } from '../../../../platform/bus/bus.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { hashToken, newToken } from '../../../../platform/secrets.ts';
import { type ConnectedDevice, type DeviceFacts, type DeviceLink } from '../../devices/index.ts';
import { ended, type InFlight, onAnswer, onEvent, onHello, onReport, type Verdict } from './command-life.ts';
import { ConfigurationPush } from './configuration-push.ts';
import { Gathering } from './gathering.ts';
import { CommandsInFlight } from './in-flight.ts';
import { outputOf } from './output.ts';
import type { Scans } from './ports.ts';
import {
  type DeviceKey,
  findInFlight,
  findObserved,
  type Settlement,
  setUploadHashes,
  takeNext,
} from './queue.repository.ts';
import { changesDevice } from './refusals.ts';
import { pushesOf, sendToDevice } from './sending.ts';
import { settleAndTell, settlementOf } from './settle.ts';
import { Sweep } from './sweep.ts';
import { wakeHolders } from './waking.ts';

export interface RunnerParts {
  readonly platform: Pick<Platform, 'database' | 'vault' | 'log' | 'now' | 'monotonic' | 'wakeOutbox'>;
  readonly bus: Bus;
  /** Under which this process holds devices. */
  readonly gatewayId: string;
  readonly link: DeviceLink;
  readonly scans: Scans;
  /** How often a device was asked to report because it does not do so by itself; 0 where it was not. */
  telemetrySeconds(deviceId: string): number;
  /** The address a device reaches this installation's web server at, with a token it may bring a file to once. */
  uploadUri(device: DeviceKey, token: string): string;
  /** The address at which a device fetches the image it is told to run, while its upgrade lasts. */
  imageUri(device: DeviceKey, token: string): string;
}

interface Said {
  readonly device: ConnectedDevice;
  readonly hello: Parameters<DeviceFacts['onHello']>[1];
}

/** What a device reported since its hello, as far as it may prove that a command succeeded. */
interface Arrival {
  report?: { readonly report: Report; readonly at: number };
  restart?: DeviceEvent;
}

type Facts = Pick<
  DeviceFacts,
  'onHello' | 'onReports' | 'onEvents' | 'onAnswer' | 'onNeedsReboot' | 'onGone'
>;

/**
 * Sends what is queued to the devices this process holds and judges what comes back. The rows in the database are the
 * queue; what is remembered here may be lost at any moment.
 */
export class Runner implements Facts {
  readonly #parts: RunnerParts;
  readonly #connected = new Map<string, ConnectedDevice>();
  /** What devices were sent, as long as their connections stay. */
  readonly #inFlight: CommandsInFlight;
  /** Devices that said hello and what they reported since, until it is looked up what they were sent before. */
  readonly #arriving = new Map<string, Arrival>();
  readonly #woken: Gathering<DeviceKey>;
  readonly #arrived: Gathering<Said>;
  readonly #settlements: Gathering<Settlement>;
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
    this.#woken = new Gathering('wake', log, (devices) => this.#sendNext(devices));
    this.#arrived = new Gathering(
      'arrive',
      log,
      (said) => this.#receive(said),
      (said) => said.forEach(({ device }) => this.#arriving.delete(device.deviceId)),
    );
    this.#settlements = new Gathering('settle', log, (settlements) => this.#settle(settlements));
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

  /** Resolves when everything heard and woken so far has been worked on. */
  async settled(): Promise<void> {
    await this.#arrived.settled();
    await this.#push.settled();
    await this.#woken.settled();
    await this.#settlements.settled();
  }

  /** These devices may have a new configuration to run. */
  #configure({ tenant, deviceIds }: BusMessages['device.configure']): void {
    for (const deviceId of deviceIds) {
      if (this.#parts.link.isHere(tenant, deviceId)) this.#push.changed({ tenant, deviceId });
    }
  }

  onHello(device: ConnectedDevice, hello: Said['hello']): void {
    this.#connected.set(device.deviceId, device);
    this.#inFlight.forget(device.deviceId);
    this.#push.forget(device.deviceId);
    this.#arriving.set(device.deviceId, {});
    this.#arrived.add({ device, hello });
    this.#push.runs(device, hello.configVersion);
  }

  onReports(device: ConnectedDevice, reports: Parameters<DeviceFacts['onReports']>[1], at: number): void {
    const { deviceId } = device;
    const newest = reports.at(-1);
    if (newest === undefined) return;
    const arriving = this.#arriving.get(deviceId);
    if (arriving !== undefined) arriving.report = { report: newest, at };
    for (const command of this.#inFlight.of(deviceId)) {
      for (const report of reports) this.#judge(command, onReport(command, report, at));
    }
    // In a report 0 means nothing: a switch counts from its last start. Only a hello reports recovery.
    if (newest.configVersion !== 0) this.#push.runs(device, newest.configVersion);
  }

  onEvents({ deviceId }: ConnectedDevice, events: Parameters<DeviceFacts['onEvents']>[1]): void {
    const arriving = this.#arriving.get(deviceId);
    const restart = events.findLast(({ happening }) => happening.type === 'restarted');
    if (arriving !== undefined && restart !== undefined) arriving.restart = restart;
    for (const command of this.#inFlight.of(deviceId)) {
      for (const event of events) this.#judge(command, onEvent(command, event));
    }
  }

  /** The first answer comes with the sending itself; some devices answer again when they are done. */
  onAnswer({ deviceId }: ConnectedDevice, answer: Answer, at: number): void {
    const command = this.#inFlight.answeredBy(deviceId, answer);
    // To a configuration there is one answer, read beside what must not be kept of it.
    if (command !== null && command.command !== 'configure') this.#answered(command, answer, at);
  }

  onNeedsReboot(device: ConnectedDevice): void {
    this.#push.reboot(device);
  }

  onGone({ deviceId, connectionId }: ConnectedDevice): void {
    if (this.#connected.get(deviceId)?.connectionId !== connectionId) return;
    this.#connected.delete(deviceId);
    this.#inFlight.forget(deviceId);
    this.#push.forget(deviceId);
  }

  #wakeHere(devices: readonly DeviceKey[]): void {
    this.#woken.add(...devices.filter(({ tenant, deviceId }) => this.#parts.link.isHere(tenant, deviceId)));
  }

  #wakeAnywhere(devices: readonly DeviceKey[]): void {
    const { link, bus } = this.#parts;
    this.#wakeHere(devices);
    wakeHolders(
      bus,
      devices.filter(({ tenant, deviceId }) => !link.isHere(tenant, deviceId)),
    );
  }

  /** Devices that came in may have something in flight from before, which their coming may prove. */
  async #receive(said: readonly Said[]): Promise<void> {
    const { database } = this.#parts.platform;
    const devices = said.map(({ device }) => device);
    const found = await database.asSystem((tx) => findInFlight(tx, devices));
    const byDevice = Map.groupBy(found, (command) => command.deviceId);
    for (const { device, hello } of said) {
      const { deviceId } = device;
      const arrival = this.#arriving.get(deviceId);
      this.#arriving.delete(deviceId);
      // What this connection itself was sent cannot be proven by the hello it began with.
      const before = (byDevice.get(deviceId) ?? []).filter(
        (command) => this.#inFlight.find(command) === null,
      );
      if (this.#connected.get(deviceId) === device) {
        for (const command of before) this.#cameBack({ ...command, cameBack: hello }, hello, arrival ?? {});
      }
      this.#wakeHere([device]);
    }
  }

  #cameBack(command: InFlight, hello: Said['hello'], { report, restart }: Arrival): void {
    this.#inFlight.add(command);
    this.#judge(
      command,
      onHello(command, hello) ??
        (restart ? onEvent(command, restart) : null) ??
        (report ? onReport(command, report.report, report.at) : null),
    );
  }

  async #sendNext(woken: readonly DeviceKey[]): Promise<void> {
    const { platform, uploadUri, imageUri } = this.#parts;
    const devices = woken.filter(({ deviceId }) => !this.#arriving.has(deviceId));
    if (devices.length === 0) return;
    const uris = new Map<string, string>();
    let observed: ReadonlySet<string> = new Set();
    const taken = await platform.database.asSystem(async (tx) => {
      uris.clear();
      const next = await takeNext(tx, devices, platform.now());
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
    for (const command of taken) {
      if (pushes === null && command.command === 'configure') this.#judge(command, ended('sendFailed'));
      // Its site may have become observe only, or it may have been moved, while the command waited.
      else if (observed.has(command.id))
        this.#judge(command, ended('parameterError', { reason: 'observeOnly' }));
      else
        this.#send(command, uris.get(command.id) ?? null, pushes?.get(command.id) ?? null).catch(
          (error: unknown) => {
            platform.log.error({ err: error, command: command.id }, 'a command could not be sent');
            this.#judge(command, ended('sendFailed'));
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
    if (back === null || 'kind' in back) return this.#judge(command, back);
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
    const verdict = onAnswer(command, answer, at);
    if (device !== undefined && verdict?.kind === 'ended' && verdict.reason === 'partly')
      this.#push.took(command);
    this.#judge(command, verdict, outputOf(command.command, answer));
  }

  #judge(command: InFlight, verdict: Verdict, output: string | null = null): void {
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

  /** Nobody waits for the answer: a switch that does not hear it sends more than it has to. */
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
    const settled = await platform.database.asSystem((tx) => settleAndTell(tx, settlements, platform.now()));
    platform.wakeOutbox();
    const over = settled.filter(({ state }) => state !== 'sending');
    this.#push.ended(over);
    // An answered configuration holds up less than before.
    const ready = settled.filter(({ state, command }) => state !== 'sending' || command === 'configure');
    this.#wakeAnywhere(ready.map(({ tenant_id: tenant, device_id: deviceId }) => ({ tenant, deviceId })));
  }
}
