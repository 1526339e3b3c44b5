import type { Bus } from '../platform/bus/bus.ts';
import { startCaretaker } from './caretaker.ts';
import { type DevicePlatform, openDevicePlane } from './device-plane.ts';

export interface Devices {
  /** Begins to take devices in, unless others do; tells at which port. */
  listen(consolePort: number): Promise<number | null>;
  stop(): Promise<void>;
}

/** What a console does about devices: holds them itself, or looks after those that other processes hold. */
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
  const caretaker = startCaretaker(platform, bus);
  return { listen: async () => null, stop: () => caretaker.stop() };
}
