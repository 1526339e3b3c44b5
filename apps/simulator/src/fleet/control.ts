import type { LinkEnd } from '../device/environment.ts';
import type { FaultSettings } from '../device/faults.ts';
import type { VirtualDevice } from '../device/virtual-device.ts';
import type { Node } from '../simulation/node.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Site } from '../simulation/site.ts';
import type { Timers } from './timers.ts';

/** Devices of a command: one or several by serial, a whole site by name, or all. */
export interface Target {
  readonly serial?: string;
  readonly serials?: readonly string[];
  readonly site?: string;
  /** Includes devices downstream of them. */
  readonly behind?: boolean;
}

export interface ControlParts {
  readonly simulation: Simulation;
  readonly timers: Timers;
  readonly devices: ReadonlyMap<string, VirtualDevice>;
  readonly bootMs: number;
}

const SPREAD_MS = 5000;

function isTargeted(target: Target, node: Node, place: Site): boolean {
  if (isNamed(target, node, place)) return true;
  return target.behind === true && node.parent !== null && isTargeted(target, node.parent, place);
}

function isNamed({ serial, serials, site }: Target, node: Node, place: Site): boolean {
  if (serial !== undefined) return node.serial === serial;
  if (serials !== undefined) return serials.includes(node.serial);
  return site === undefined || place.name === site;
}

/** Faults on demand. Every method returns the number of affected devices. */
export class Control {
  readonly #parts: ControlParts;

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  #those(target: Target): VirtualDevice[] {
    return [...this.#parts.devices.values()].filter(({ node, site }) => isTargeted(target, node, site));
  }

  /** Controller members: they can fail, but have no connection of their own. */
  #eachThin(target: Target, act: (node: Node, site: Site) => void): number {
    const { simulation, devices } = this.#parts;
    let met = 0;
    for (const site of simulation.sites) {
      for (const node of site.nodes) {
        if (node.manager === null || !isTargeted(target, node, site)) continue;
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

  /** Disconnects devices: they continue to measure and report later. */
  offline(target: Target, forMs?: number): number {
    return this.#each(target, (device) => {
      if (forMs === undefined) device.unplug();
      else device.disconnectFor(forMs);
    });
  }

  online(target: Target): number {
    return this.#each(target, (device) => device.plugIn());
  }

  /** Goes offline `times` times, for `awayMs` each. */
  flap(target: Target, times: number, awayMs: number, everyMs: number): number {
    const { timers } = this.#parts;
    for (let turn = 1; turn < times; turn += 1)
      timers.after(turn * everyMs, () => this.offline(target, awayMs));
    return this.offline(target, awayMs);
  }

  /** Power fails and returns after `forMs`. */
  blackout(target: Target, forMs: number, linkEnd?: LinkEnd): number {
    const { timers, bootMs } = this.#parts;
    timers.after(forMs + bootMs, () => this.start(target));
    return this.stop(target, linkEnd);
  }

  /** All devices disconnect at once and reconnect, as after a restart of the cloud. */
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

  /** Devices stop until `start`. `linkEnd` decides whether the connection is closed. */
  stop(target: Target, linkEnd?: LinkEnd): number {
    const met = this.#each(target, (device) => device.powerDown('coldboot', linkEnd));
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

  /** Sets a port down and up `times` times. */
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
  fault(target: Target, faults: FaultSettings): number {
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
