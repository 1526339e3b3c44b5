import { scanOf } from '@airloom/device-protocol/commands';
import type { Answer, Report } from '@airloom/device-protocol/model';
import type { Bus, BusMessages, Unsubscribe } from '../../platform/bus/bus.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import { type ConnectedDevice, type DeviceFacts, type DeviceLink } from '../devices/index.ts';
import { ended, type InFlight, onAnswer, onEvent, onHello, onReport, type Verdict } from './command-life.ts';
import { ConfigurationPush } from './configuration-push.ts';
import { Gathering } from './gathering.ts';
import { outputOf } from './output.ts';
import type { Scans } from './ports.ts';
import {
  type DeviceKey,
  findInFlight,
  type Settlement,
  setUploadHashes,
  takeNext,
} from './queue.repository.ts';
import { pushesOf, sendToDevice } from './sending.ts';
import { settleAndTell, settlementOf } from './settle.ts';
import { Sweep } from './sweep.ts';
import { wakeHolders } from './waking.ts';

export interface RunnerParts {
  readonly platform: Pick<Platform, 'database' | 'vault' | 'log' | 'now' | 'kickOutbox'>;
  readonly bus: Bus;
  /** Under which this process holds devices. */
  readonly gatewayId: string;
  readonly link: DeviceLink;
  readonly scans: Scans;
  /** The address a device reaches this installation's web server at, with a token it may bring a file to once. */
  uploadUri(device: DeviceKey, token: string): string;
  /** The address at which a device fetches the image it is told to run, while its upgrade lasts. */
  imageUri(device: DeviceKey, token: string): string;
}

const EARLY_MAX = 8;

interface Said {
  readonly device: ConnectedDevice;
  readonly hello: Parameters<DeviceFacts['onHello']>[1];
}

interface Reported {
  readonly report: Report;
  readonly at: number;
}

type Facts = Pick<
  DeviceFacts,
  'onHello' | 'onReports' | 'onEvents' | 'onAnswer' | 'onNeedsReboot' | 'onGone'
>;

/**
 * Sends what is queued to the devices this process holds, one at a time each, and judges what comes back. The
 * rows in the database are the queue; what is remembered here may be lost at any moment.
 */
export class Runner implements Facts {
  readonly #parts: RunnerParts;
  readonly #connected = new Map<string, ConnectedDevice>();
  /** By device: what it was sent, as long as its connection stays. */
  readonly #inFlight = new Map<string, InFlight>();
  /** By device: the number its command was sent under, once an answer told. */
  readonly #wireIds = new Map<string, number>();
  /** By device: answers that came before it was known which number its command was sent under. */
  readonly #early = new Map<string, Answer[]>();
  /** Devices that said hello and what they reported since, until it is looked up what they were sent before. */
  readonly #arriving = new Map<string, Reported | null>();
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
    this.#forget(device.deviceId);
    this.#push.forget(device.deviceId);
    this.#arriving.set(device.deviceId, null);
    this.#arrived.add({ device, hello });
    this.#push.runs(device, hello.configVersion);
  }

  onReports(device: ConnectedDevice, reports: Parameters<DeviceFacts['onReports']>[1], at: number): void {
    const { deviceId } = device;
    const newest = reports.at(-1);
    if (newest === undefined) return;
    if (this.#arriving.has(deviceId)) this.#arriving.set(deviceId, { report: newest, at });
    const command = this.#inFlight.get(deviceId);
    if (command !== undefined)
      for (const report of reports) this.#judge(command, onReport(command, report, at));
    // In a report 0 says nothing: a switch counts from its last start. Only a hello says that it is in recovery.
    if (newest.configVersion !== 0) this.#push.runs(device, newest.configVersion);
  }

  onEvents({ deviceId }: ConnectedDevice, events: Parameters<DeviceFacts['onEvents']>[1]): void {
    const command = this.#inFlight.get(deviceId);
    if (command === undefined) return;
    for (const event of events) this.#judge(command, onEvent(command, event));
  }

  /** The first answer comes with the sending itself; some devices answer again when they are done. */
  onAnswer({ deviceId }: ConnectedDevice, answer: Answer, at: number): void {
    const command = this.#inFlight.get(deviceId);
    // To a configuration there is one answer, read beside what must not be kept of it.
    if (command === undefined || command.command === 'configure') return;
    const wireId = this.#wireIds.get(deviceId);
    if (wireId === answer.id) this.#answered(command, answer, at);
    else if (wireId === undefined)
      this.#early.set(deviceId, [...(this.#early.get(deviceId) ?? []), answer].slice(-EARLY_MAX));
  }

  onNeedsReboot(device: ConnectedDevice): void {
    this.#push.reboot(device);
  }

  onGone({ deviceId, connectionId }: ConnectedDevice): void {
    if (this.#connected.get(deviceId)?.connectionId !== connectionId) return;
    this.#connected.delete(deviceId);
    this.#forget(deviceId);
    this.#push.forget(deviceId);
  }

  #forget(deviceId: string): void {
    this.#inFlight.delete(deviceId);
    this.#wireIds.delete(deviceId);
    this.#early.delete(deviceId);
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
    const byDevice = new Map(found.map((command) => [command.deviceId, command]));
    for (const { device, hello } of said) {
      const { deviceId } = device;
      const reported = this.#arriving.get(deviceId);
      this.#arriving.delete(deviceId);
      const command = byDevice.get(deviceId);
      if (command === undefined) this.#wakeHere([device]);
      // What this connection itself was sent cannot be proven by the hello it began with.
      else if (this.#connected.get(deviceId) === device && !this.#inFlight.has(deviceId)) {
        const waiting = { ...command, cameBack: true };
        this.#inFlight.set(deviceId, waiting);
        this.#judge(
          waiting,
          onHello(waiting, hello) ?? (reported ? onReport(waiting, reported.report, reported.at) : null),
        );
      }
    }
  }

  async #sendNext(woken: readonly DeviceKey[]): Promise<void> {
    const { platform, uploadUri, imageUri } = this.#parts;
    const devices = woken.filter(({ deviceId }) => !this.#arriving.has(deviceId));
    if (devices.length === 0) return;
    const uris = new Map<string, string>();
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
      return next;
    });
    for (const command of taken) this.#inFlight.set(command.deviceId, command);
    const pushes = await pushesOf(platform, taken, this.#push.reported).catch((error: unknown) => {
      platform.log.error({ err: error }, 'configurations could not be read');
      return null;
    });
    for (const command of taken) {
      if (pushes === null && command.command === 'configure') this.#judge(command, ended('sendFailed'));
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
    this.#again(command, back, now);
  }

  /** Whether the device has answered a second time already, or will. */
  #again({ deviceId, id }: InFlight, first: Answer, now: number): void {
    if (this.#inFlight.get(deviceId)?.id !== id) return;
    this.#wireIds.set(deviceId, first.id);
    for (const answer of this.#early.get(deviceId) ?? []) {
      const command = this.#inFlight.get(deviceId);
      if (answer !== first && answer.id === first.id && command?.id === id)
        this.#answered(command, answer, now);
    }
    this.#early.delete(deviceId);
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
    const { deviceId } = command;
    if (verdict.kind === 'ended') {
      if (this.#inFlight.get(deviceId)?.id === command.id) this.#forget(deviceId);
    } else if (verdict.answered && this.#inFlight.get(deviceId)?.id === command.id) {
      this.#inFlight.set(deviceId, { ...command, answeredAt: this.#parts.platform.now().getTime() });
    }
    this.#settlements.add(settlementOf(command, verdict, { output }));
  }

  async #settle(settlements: readonly Settlement[]): Promise<void> {
    const { platform } = this.#parts;
    const settled = await platform.database.asSystem((tx) => settleAndTell(tx, settlements, platform.now()));
    platform.kickOutbox();
    const over = settled.filter(({ state }) => state !== 'sending');
    this.#push.ended(over);
    this.#wakeAnywhere(over.map(({ tenant_id: tenant, device_id: deviceId }) => ({ tenant, deviceId })));
  }
}
