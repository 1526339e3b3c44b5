import type { Bus } from '../platform/bus/bus.ts';
import { startDeadGatewaySweep } from './dead-gateway-sweep.ts';
import { type DevicePlatform, openDevicePlane } from './device-plane.ts';

export interface Devices {
  /** Starts to accept devices, unless other processes do; returns the port. */
  listen(consolePort: number): Promise<number | null>;
  stop(): Promise<void>;
}

/** The device side of a console: accepts connections itself, or sweeps the devices of gateways that died. */
export async function openDevices(platform: DevicePlatform, bus: Bus): Promise<Devices> {
  const { settings } = platform;
  const port = settings.GATEWAY_PORT;
  if (port !== 'off') {
    const plane = await openDevicePlane(platform, bus);
    return {
      listen: (consolePort) => plane.listen(port, consolePort),
      stop: () => plane.stop(),
    };
  }
  if (settings.NATS_URL === undefined) return { listen: async () => null, stop: async () => undefined };
  const sweep = startDeadGatewaySweep(platform, bus);
  return { listen: async () => null, stop: () => sweep.stop() };
}
