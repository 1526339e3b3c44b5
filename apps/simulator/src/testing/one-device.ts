import { receiveCommand } from '../commands/execute.ts';
import type { FaultSettings } from '../device/faults.ts';
import type { VirtualDevice } from '../device/virtual-device.ts';
import { type Fleet, type FleetOptions, startFleet } from '../fleet/fleet.ts';
import { type Json, readJson } from '../json.ts';
import { PROFILES, type ProfileName } from '../profiles/profiles.ts';
import type { Node } from '../simulation/node.ts';

type Options = Pick<FleetOptions, 'gateway'> &
  Partial<
    Pick<
      FleetOptions,
      | 'code'
      | 'events'
      | 'foreignNames'
      | 'authority'
      | 'ca'
      | 'inService'
      | 'interval'
      | 'bootMs'
      | 'secondMs'
      | 'seed'
      | 'state'
      | 'faults'
      | 'clientsPerAccessPoint'
    >
  > & {
    /** A third-party client, or a device of our own. */
    readonly profile: ProfileName | 'ap' | 'switch';
  };

const HOUR = 3600;

function isOwn(profile: Options['profile']): profile is 'ap' | 'switch' {
  return profile === 'ap' || profile === 'switch';
}

/** One connected device and its frames. */
export class OneDevice {
  /** Frames in order; compressed states stay compressed. */
  readonly sent: Json[] = [];
  readonly received: Json[] = [];
  readonly fleet: Fleet;
  readonly device: VirtualDevice;
  /** Handles a command; false falls back to the client of the device. */
  handle: (frame: string) => boolean = () => false;

  private constructor(fleet: Fleet, device: VirtualDevice) {
    this.fleet = fleet;
    this.device = device;
  }

  /** Resolves once it is connected. Without a claim code `authority` signs its certificate. */
  static async start({ profile, ...options }: Options): Promise<OneDevice> {
    let one: OneDevice | undefined;
    const early: ['sent' | 'received', string][] = [];
    const fleet = await startFleet({
      devices: 0,
      sites: 1,
      seed: 7,
      interval: HOUR,
      bootMs: 50,
      secondMs: 20,
      retryMaxMs: 500,
      // With this many clients some are present at any hour.
      clientsPerAccessPoint: 20,
      ...options,
      kinds: { [isOwn(profile) ? profile : PROFILES[profile].kind]: 1 },
      profiles: isOwn(profile) ? [] : [profile],
      command: (device, frame) => {
        if (one?.handle(frame) !== true) receiveCommand(device, frame);
      },
      onFrame: (_serial, way, frame) => (one ? one.#saw(way, frame) : early.push([way, frame])),
    });
    const [node] = fleet.simulation.devices;
    const device = fleet.device(node?.serial ?? '');
    if (device === undefined) throw new Error('The fleet is empty');
    one = new OneDevice(fleet, device);
    for (const [way, frame] of early) one.#saw(way, frame);
    await fleet.ready;
    return one;
  }

  #saw(way: 'sent' | 'received', frame: string): void {
    this[way].push(readJson(frame) ?? { text: frame });
  }

  get node(): Node {
    return this.device.node;
  }

  get serial(): string {
    return this.node.serial;
  }

  /** MAC addresses of its clients. */
  get clients(): string[] {
    return this.device.site.clientsAt(this.node).map(({ mac }) => mac);
  }

  /** Parameters of the frames of one method that it sent or received. */
  framesOf(way: 'sent' | 'received', method: string): Json[] {
    return this[way]
      .filter((frame) => frame['method'] === method)
      .map(({ params }) => (typeof params === 'object' && params !== null ? { ...params } : {}));
  }

  fault(faults: FaultSettings): void {
    Object.assign(this.device.faults, faults);
  }

  /** Sends a periodic report now; nothing when it does not report by itself. */
  report(): void {
    if (this.device.reportsByItself) this.device.report(this.device.now(), false);
  }

  restart(cause = 'reboot'): void {
    this.fleet.control.restart({ serial: this.serial }, cause);
  }

  stop(): Promise<void> {
    return this.fleet.stop();
  }
}
