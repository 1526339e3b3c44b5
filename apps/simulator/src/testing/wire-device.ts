import type { DeviceCommand } from '@airloom/device-protocol/commands';
import type { Answer, Hello, Inbound, Report } from '@airloom/device-protocol/model';
import { readFrame } from '@airloom/device-protocol/read-frame';
import { commandFrame } from '@airloom/device-protocol/write-frame';
import { receiveCommand } from '../commands/execute.ts';
import type { Link } from '../device/environment.ts';
import { type SavedDevice, VirtualDevice } from '../device/virtual-device.ts';
import { Timers } from '../fleet/timers.ts';
import type { Json } from '../json.ts';
import type { DeviceKind, Model } from '../simulation/models.ts';
import type { Node } from '../simulation/node.ts';
import { Simulation } from '../simulation/simulation.ts';

interface Options {
  readonly kind?: DeviceKind;
  readonly model?: Model;
  readonly clients?: number;
  readonly keeps?: boolean;
  readonly saved?: SavedDevice;
}

const BOOT_MS = 1000;
const REPORT_MS = 60_000;
/** Clients are there before the test begins. */
const WARM_UP_MS = 3 * 3_600_000;

/** One device of the simulation whose frames a test reads and writes, without a network and with the clock of the test. */
export class WireDevice {
  readonly device: VirtualDevice;
  /** What it sent. */
  readonly sent: Inbound[] = [];
  readonly #timers = new Timers();
  #id = 0;
  #isPluggedIn = false;

  constructor({ kind = 'ap', model, clients = 20, keeps = true, saved }: Options = {}) {
    const now = Date.now();
    const simulation = new Simulation({
      seed: 3,
      devices: 0,
      sites: 1,
      kinds: { [kind]: 1 },
      models: model === undefined ? {} : { [kind]: model },
      startedAt: now - WARM_UP_MS,
      clientsPerAccessPoint: clients,
    });
    simulation.advanceTo(now);
    const [node] = simulation.devices;
    if (node === undefined) throw new Error('no device');
    const environment = {
      simulation,
      timers: this.#timers,
      now: () => Date.now(),
      takeLate: () => true,
      bootMs: BOOT_MS,
      secondMs: 1000,
      reportMs: REPORT_MS,
      acceptsInterval: true,
      keeps,
      sendsEvents: true,
      outboxCapacity: 100,
      trusted: () => undefined,
      cutPower: () => undefined,
      changed: () => undefined,
    };
    const watcher = {
      wantsLink: (_: VirtualDevice, afterMs: number) => void this.#timers.after(afterMs, () => this.#link()),
      command: receiveCommand,
    };
    this.device = new VirtualDevice(node, environment, watcher, saved);
    this.device.goLive();
    this.#link();
  }

  #link(): void {
    if (!this.device.wantsLink) return;
    this.#isPluggedIn = true;
    const unlink = () => {
      this.#isPluggedIn = false;
    };
    const link: Link = {
      send: (frame) => this.sent.push(readFrame(Buffer.from(frame))),
      backlog: 0,
      close: unlink,
      abandon: unlink,
    };
    this.device.linked(link, { key: '', certificate: '' });
  }

  get node(): Node {
    return this.device.node;
  }

  get isConnected(): boolean {
    return this.#isPluggedIn;
  }

  get hellos(): Hello[] {
    return this.sent.flatMap((one) => (one.kind === 'hello' ? [one.hello] : []));
  }

  get hello(): Hello {
    const last = this.hellos.at(-1);
    if (last === undefined) throw new Error('it has never connected');
    return last;
  }

  /** The newest report. */
  get report(): Report {
    const last = this.sent.flatMap((one) => (one.kind === 'reports' ? one.reports : [])).at(-1);
    if (last === undefined) throw new Error('it has not reported');
    return last;
  }

  /** Reports now. */
  reportNow(): Report {
    this.device.report(this.device.now(), false);
    return this.report;
  }

  /** Sends a command; its first answer, or null when there is none yet. */
  execute(command: DeviceCommand): Answer | null {
    this.#id += 1;
    const { serial, abilities } = this.hello;
    this.device.receive(commandFrame(this.#id, serial, command, abilities));
    const answers = this.sent.flatMap((one) => (one.kind === 'answer' ? [one.answer] : []));
    return answers.find(({ id }) => id === this.#id) ?? null;
  }

  configure(document: Json & { readonly uuid: number }): Answer | null {
    return this.execute({ name: 'configure', version: document.uuid, document });
  }

  stop(): void {
    this.device.retire();
    this.#timers.stop();
  }
}
