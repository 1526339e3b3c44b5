import { Sweep, wakeGateways } from '../domains/network/commands/index.ts';
import { DeadGateways } from '../domains/network/devices/presence/gateway-process.ts';
import { HEARTBEAT_MS } from '../domains/network/devices/presence/presence.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { newId } from '../platform/ids.ts';
import { PeriodicWork } from '../platform/periodic-work.ts';
import type { DevicePlatform } from './device-plane.ts';

const nobodyHere = (): void => undefined;

export interface DeadGatewaySweep {
  stop(): Promise<void>;
}

/**
 * Runs in a console whose devices connect to other processes. Gateways run each other's timers and take over
 * from those that died; when none is left, this does.
 */
export function startDeadGatewaySweep(platform: DevicePlatform, bus: Bus): DeadGatewaySweep {
  const dead = new DeadGateways(platform);
  const deadSweeps = new PeriodicWork({
    everyMs: HEARTBEAT_MS,
    whileRunning: 'skip',
    work: () => dead.sweep(),
    onError: (error) => platform.log.error({ err: error }, 'dead gateways could not be ended'),
  });
  deadSweeps.start();
  const sweep = new Sweep(platform, newId(), {
    wake: (devices) => wakeGateways(bus, devices),
    wakeHere: nobodyHere,
    configureHere: nobodyHere,
    ended: nobodyHere,
    clockSet: nobodyHere,
  });
  sweep.start();
  return {
    stop: async () => {
      await deadSweeps.stop();
      await sweep.stop();
    },
  };
}
