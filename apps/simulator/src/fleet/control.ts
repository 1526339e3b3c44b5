import type { Faults } from '../device/faults.ts';
import type { Parting } from '../device/surroundings.ts';
import type { VirtualDevice } from '../device/virtual-device.ts';
import type { Node } from '../world/node.ts';
import type { Site } from '../world/site.ts';
import type { World } from '../world/world.ts';
import type { Timers } from './timers.ts';

/** Which devices an order is for: one or some by serial, a whole site by name, or all of them. */
export interface Target {
  readonly serial?: string;
  readonly serials?: readonly string[];
  readonly site?: string;
  /** Also whatever reaches the cloud only through them. */
  readonly behind?: boolean;
}

export interface ControlParts {
  readonly world: World;
  readonly timers: Timers;
  readonly devices: ReadonlyMap<string, VirtualDevice>;
  readonly bootMs: number;
}

const SPREAD_MS = 5000;

function isMeant(target: Target, node: Node, place: Site): boolean {
  if (isNamed(target, node, place)) return true;
  return target.behind === true && node.parent !== null && isMeant(target, node.parent, place);
}

function isNamed({ serial, serials, site }: Target, node: Node, place: Site): boolean {
  if (serial !== undefined) return node.serial === serial;
  if (serials !== undefined) return serials.includes(node.serial);
  return site === undefined || place.name === site;
}

/** Trouble on demand. Every order says how many devices it met. */
export class Control {
  readonly #parts: ControlParts;

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  #those(target: Target): VirtualDevice[] {
    return [...this.#parts.devices.values()].filter(({ node, site }) => isMeant(target, node, site));
  }

  /** Access points that speak through a controller: they can fail, but have no connection of their own. */
  #eachThin(target: Target, act: (node: Node, site: Site) => void): number {
    const { world, devices } = this.#parts;
    let met = 0;
    for (const site of world.sites) {
      for (const node of site.nodes) {
        if (node.manager === null || !isMeant(target, node, site)) continue;
        devices.get(node.manager.serial)?.now();
        act(node, site);
        met += 1;
      }
    }
    return met;
  }

  #each(target: Target, act: (device: VirtualDevice) => void): number {
    const those = this.#those(target);
    for (const device of those) act(device);
    return those.length;
  }

  /** Cuts the way to the cloud: the devices go on measuring, and tell it later. */
  offline(target: Target, forMs?: number): number {
    return this.#each(target, (device) => {
      device.unplug();
      if (forMs !== undefined) this.#parts.timers.after(forMs, () => device.plugIn());
    });
  }

  online(target: Target): number {
    return this.#each(target, (device) => device.plugIn());
  }

  /** Offline and online again, so many times, each time away for so long. */
  flap(target: Target, times: number, awayMs: number, everyMs: number): number {
    const { timers } = this.#parts;
    for (let turn = 1; turn < times; turn += 1)
      timers.after(turn * everyMs, () => this.offline(target, awayMs));
    return this.offline(target, awayMs);
  }

  /** The power fails and returns. */
  blackout(target: Target, forMs: number, parting?: Parting): number {
    const { timers, bootMs } = this.#parts;
    timers.after(forMs + bootMs, () => this.start(target));
    return this.stop(target, parting);
  }

  /** Everybody hangs up at once and comes back, as after a restart of the cloud. */
  reconnect(target: Target, spreadMs = SPREAD_MS): number {
    const those = this.#those(target).filter((device) => device.isConnected);
    for (const device of those) {
      device.unplug();
      device.plugIn(Math.random() * spreadMs);
    }
    return those.length;
  }

  restart(target: Target, reason = 'reboot'): number {
    const { timers, bootMs } = this.#parts;
    const met = this.#each(target, (device) => device.restart(reason, bootMs));
    const thin = this.#eachThin(target, (node, site) => {
      if (!node.isUp) return;
      site.stop(node, site.now, reason);
      timers.after(bootMs, () => site.start(node, site.now, reason));
    });
    return met + thin;
  }

  /** Devices stop working; `start` brings them back. Only the line may still tell that they are gone. */
  stop(target: Target, parting?: Parting): number {
    const met = this.#each(target, (device) => device.powerDown('coldboot', parting));
    return met + this.#eachThin(target, (node, site) => site.stop(node, site.now, 'coldboot'));
  }

  start(target: Target): number {
    const met = this.#each(target, (device) => device.powerUp('coldboot'));
    return met + this.#eachThin(target, (node, site) => site.start(node, site.now, 'coldboot'));
  }

  highCpu(target: Target, cpuPercent: number | null): number {
    return this.#each(target, ({ faults }) => {
      faults.strain = { ...faults.strain, cpuPercent };
    });
  }

  highTemperature(target: Target, temperature: number | null): number {
    return this.#each(target, ({ faults }) => {
      faults.strain = { ...faults.strain, temperature };
    });
  }

  /** Down and up again, so many times. */
  flapPort(target: Target, port: string, times: number, everyMs: number): number {
    const { timers } = this.#parts;
    return this.#each(target, (device) => {
      for (let turn = 0; turn < times * 2; turn += 1) {
        timers.after(turn * everyMs, () =>
          device.site.setPort(device.node, port, turn % 2 === 1, device.now()),
        );
      }
    });
  }

  /** Sets how links, clocks, configurations and upgrades misbehave. */
  fault(target: Target, faults: Partial<Omit<Faults, 'strain'>>): number {
    return this.#each(target, (device) => {
      Object.assign(device.faults, faults);
    });
  }

  reportNow(target: Target): number {
    return this.#each(target, (device) => {
      if (device.node.isUp) device.report(device.now(), false);
    });
  }
}
