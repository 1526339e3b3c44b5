import type { Faults } from '../device/faults.ts';
import type { VirtualDevice } from '../device/virtual-device.ts';
import type { World } from '../world/world.ts';
import type { Timers } from './timers.ts';

/** Which devices an order is for: one or some by serial, a whole site by name, or all of them. */
export interface Target {
  readonly serial?: string;
  readonly serials?: readonly string[];
  readonly site?: string;
}

export interface ControlParts {
  readonly world: World;
  readonly timers: Timers;
  readonly devices: ReadonlyMap<string, VirtualDevice>;
  readonly bootMs: number;
}

const SPREAD_MS = 5000;

/** Trouble on demand. Every order says how many devices it met. */
export class Control {
  readonly #parts: ControlParts;

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  #those({ serial, serials, site }: Target): VirtualDevice[] {
    const all = [...this.#parts.devices.values()];
    if (serial !== undefined) return all.filter((device) => device.serial === serial);
    if (serials !== undefined) return all.filter((device) => serials.includes(device.serial));
    return site === undefined ? all : all.filter((device) => device.site.name === site);
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

  /** The power of a whole site fails and returns. */
  blackout(site: string, forMs: number): number {
    const { world, timers, bootMs } = this.#parts;
    const place = world.sites.find((one) => one.name === site);
    if (!place) return 0;
    const met = this.#each({ site }, (device) => device.powerDown('coldboot'));
    const thin = place.nodes.filter((node) => node.manager !== null);
    for (const node of thin) place.stop(node, place.now, 'coldboot');
    timers.after(forMs + bootMs, () => {
      this.#each({ site }, (device) => device.powerUp('coldboot'));
      for (const node of thin) place.start(node, place.now, 'coldboot');
    });
    return met;
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
    return this.#each(target, (device) => device.restart(reason, this.#parts.bootMs));
  }

  /** A device stops working without a word; `start` brings it back. */
  stop(target: Target): number {
    return this.#each(target, (device) => device.powerDown('coldboot'));
  }

  start(target: Target): number {
    return this.#each(target, (device) => {
      if (!device.node.isUp) device.powerUp('coldboot');
    });
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
